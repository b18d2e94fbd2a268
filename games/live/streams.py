"""One open stream: what is to be said next to somebody, and how they are woken; of a game, of a topic of another app,
or of the games in which it is somebody's turn.

The watcher's thread decides what may be said and wakes; the server's loop says it.
"""

import asyncio
import json
from collections.abc import Collection, Iterable, Iterator
from hashlib import sha256
from time import monotonic
from typing import Final, NamedTuple

from engine.errors import Refused
from engine.protocol import Json
from games.clock.site_time import write_time
from games.live.authorization import Credential
from games.live.watched_logs import GameLog, Topic, TopicLog, WatchedLog
from games.log.unit_of_work import Head
from games.play.game_lists import turns_of_all
from games.play.models import PlayerGame
from games.play.visibility import actor_of_viewer, require_sight

HEARTBEAT: Final = 15.0
"""Seconds after which something is sent in any case, so that nobody on the way takes the stream for dead."""
MOST_AT_ONCE: Final = 64
"""How many messages are handed to the server before it has sent them."""


class StreamMessage(NamedTuple):
    """Something that a stream says, under an id after which it can go on."""

    id: str
    name: str
    """What kind of message it is; empty for the usual one."""
    text: str


class QuotaHolder(NamedTuple):
    """By what the number of streams is limited: the account if there is one, and where its reader is."""

    account: int | None
    sender: str


class Stream:
    """Somebody who listens."""

    def __init__(self, who: Credential, counted_as: QuotaHolder) -> None:
        self.who = who
        self.counted_as = counted_as
        """By what the number of streams is limited."""
        self.ending: Refused | None = None
        """Why its reader may not listen any more."""
        self.is_closed = False
        """Whether it ends though its reader may listen, who will come again: nothing is said about it then."""
        self.beat_at = monotonic() + HEARTBEAT
        self._is_beating = False
        self._loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()

    @property
    def has_news(self) -> bool:
        """Whether there is something to say."""
        raise NotImplementedError

    def sayings(self) -> Iterator[StreamMessage]:
        """What is to be said next, not too much at once."""
        raise NotImplementedError

    def beat(self) -> None:
        """Have a sign of life sent."""
        self._is_beating = True
        self.beat_at = monotonic() + HEARTBEAT

    def take_beat(self) -> bool:
        """Whether a sign of life is to be sent now."""
        was_beating, self._is_beating = self._is_beating, False
        return was_beating

    @property
    def must_wake(self) -> bool:
        """Whether there is anything to do."""
        return self.is_over or self._is_beating or self.has_news

    @property
    def is_over(self) -> bool:
        """Whether nothing more may be said."""
        return self.is_closed or self.ending is not None

    async def wait(self) -> None:
        """Wait until the watcher wakes it."""
        await self._woken.wait()
        self._woken.clear()

    @staticmethod
    def wake(streams: Iterable["Stream"]) -> None:
        """Wake them from another thread, those of one loop together."""
        by_loop: dict[asyncio.AbstractEventLoop, list[asyncio.Event]] = {}
        for stream in streams:
            by_loop.setdefault(stream._loop, []).append(stream._woken)
        for loop, bells in by_loop.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(_set_all, bells)


def _set_all(bells: list[asyncio.Event]) -> None:
    for bell in bells:
        bell.set()


class LogStream(Stream):
    """Somebody who watches a log."""

    log: WatchedLog
    """Its own until it is let in, then shared with all who watch the same."""

    def __init__(self, who: Credential, counted_as: QuotaHolder, after: int) -> None:
        super().__init__(who, counted_as)
        self._said = after
        self._cleared = after
        """Up to which event it was asked whether they may still see it."""

    @property
    def is_behind(self) -> bool:
        """Whether events were read that are not cleared for it."""
        return self._cleared < self.log.seq

    @property
    def has_news(self) -> bool:
        """Whether there are events to tell."""
        return self._said < self._cleared

    def begin(self) -> None:
        """Read what there is to tell."""
        self.log.catch_up()

    def text(self, seq: int) -> str:
        """What is said of an event."""
        raise NotImplementedError

    def sayings(self) -> Iterator[StreamMessage]:
        """The next events."""
        for seq in range(self._said + 1, min(self._said + MOST_AT_ONCE, self._cleared) + 1):
            self._said = seq
            yield StreamMessage(str(seq), "", self.text(seq))


class GameStream(LogStream):
    """Somebody who watches a game."""

    log: GameLog

    def __init__(self, who: Credential, counted_as: QuotaHolder, head: Head, after: int) -> None:
        super().__init__(who, counted_as, after)
        self.log = GameLog(head)
        self._seat: int | None = None
        self._seated: tuple[str | None, ...] | None = None
        self._actor: str | None = None

    @property
    def is_of_spectator(self) -> bool:
        """Whether its reader has been found to play on no seat."""
        return self._seated is not None and self._seat is None

    def clear(self) -> None:
        """Let it say everything that was read so far; refused if the viewer may not see the game any more."""
        if not self.log.seq:
            return
        seq, fold = self.log.seq, self.log.fold
        if fold.seated != self._seated:
            self._seated, self._actor = fold.seated, actor_of_viewer(self.log.id, self.who.viewer)
        self._seat = require_sight(self.log.head, fold, self.who.viewer, self._actor)
        self._cleared = max(self._cleared, seq)

    def text(self, seq: int) -> str:
        """The event as the viewer's seat may see it."""
        return self.log.text(seq, self._seat)


class TopicStream(LogStream):
    """Somebody who watches the log of something else than a game."""

    log: TopicLog

    def __init__(self, who: Credential, counted_as: QuotaHolder, topic: Topic, id: str, after: int) -> None:
        super().__init__(who, counted_as, after)
        self.log = TopicLog(topic, id, after)

    def begin(self) -> None:
        """Read what there is to tell, also of what others were told before they came."""
        self.log.reach_back(self._said)
        super().begin()

    def clear(self, seq: int) -> None:
        """Let it say everything up to an event that was read before it was asked whether the viewer may see it."""
        self._cleared = max(self._cleared, seq)

    def text(self, seq: int) -> str:
        """The event as everybody may see it."""
        return self.log.text(seq)


class TurnsStream(Stream):
    """Somebody who wants to know in which games it is their turn."""

    def __init__(self, who: Credential, counted_as: QuotaHolder, cursor: str) -> None:
        super().__init__(who, counted_as)
        assert who.account is not None
        self.account = who.account
        self._said = cursor
        self._latest = StreamMessage(cursor, "", "")

    def tell(self, latest: StreamMessage) -> None:
        """Say this, unless it is what was said last."""
        self._latest = latest

    @property
    def has_news(self) -> bool:
        """Whether the turns have changed."""
        return self._latest.id != self._said

    def sayings(self) -> Iterator[StreamMessage]:
        """The turns as they are."""
        if self.has_news:
            latest = self._latest
            self._said = latest.id
            yield latest


TURNS: Final = "turns"
CURSOR_DIGITS: Final = 16


def turn_messages(accounts: Collection[int]) -> dict[int, StreamMessage]:
    """The turns of each account, under an id that changes with them."""
    found: dict[int, list[Json]] = {account: [] for account in accounts}
    for turn in turns_of_all(accounts) if accounts else ():
        if turn.account_id is not None:
            found[turn.account_id].append(_turn_json(turn))
    return {account: _turns_message(waiting) for account, waiting in found.items()}


def _turn_json(turn: PlayerGame) -> Json:
    due_at = turn.game.due_at
    return {"game": turn.game_id, "seat": turn.seat, "due_at": due_at and write_time(due_at)}


def _turns_message(waiting: list[Json]) -> StreamMessage:
    text = json.dumps({TURNS: waiting}, separators=(",", ":"))
    return StreamMessage(sha256(text.encode()).hexdigest()[:CURSOR_DIGITS], TURNS, text)
