"""The log of a watched game in the memory of a process: read once, told to everybody who watches."""

import json
import threading
from collections.abc import Callable, Collection
from typing import Final, Protocol, TypeAlias

from games.live.messages import Moment, Story, continue_story, message
from games.log.chaining import rows_since
from games.log.fold import Fold
from games.log.head import Head, read_seqs

KEPT_TEXTS: Final = 256
"""How many messages are kept as text; nearly all readers are at the end of a log."""


class BrokenLog(Exception):
    """The log does not go on where it was read last, as after a backup was put back under a running site."""


ReadSeqs: TypeAlias = Callable[[Collection[str]], dict[str, int]]
"""How many events some logs hold, by their ids."""


class WatchedLog(Protocol):
    """A log that a process reads for all who watch it."""

    @property
    def id(self) -> str:
        """What it is the log of."""

    @property
    def seq(self) -> int:
        """The last event that was read."""

    @property
    def asks(self) -> ReadSeqs:
        """How it is asked whether there is more; logs that are asked alike are asked together."""

    def catch_up(self) -> None:
        """Read what is new."""


class LiveLog:
    """What each event of a game changes, in the order of its log; it only grows, so readers just keep their place."""

    def __init__(self, head: Head) -> None:
        self.head = head
        self._story: Story | None = None
        self._moments: list[Moment] = []
        self._texts: dict[tuple[int, int | None], str] = {}
        self._lock = threading.Lock()

    @property
    def id(self) -> str:
        """The id of the game."""
        return self.head.game

    @property
    def asks(self) -> ReadSeqs:
        """As the logs of all games are."""
        return read_seqs

    @property
    def seq(self) -> int:
        """The last event that was read, 0 before the first reading."""
        return len(self._moments)

    @property
    def fold(self) -> Fold:
        """Where the game is; never to be shown as it is."""
        assert self._story is not None, "The log was not read yet."
        return self._story.fold

    def catch_up(self) -> None:
        """Read what is new."""
        with self._lock:
            for row in rows_since(self.id, self.seq):
                if self._story is not None and row.previous != self._story.fold.hash:
                    raise BrokenLog(f"{self.id} does not go on after event {self.seq} as it did.")
                self._story, moment = continue_story(self._story, row)
                self._moments.append(moment)

    def text(self, seq: int, seat: int | None) -> str:
        """The message of an event for a seat, None for everybody, as JSON."""
        moment = self._moments[seq - 1]
        key = (seq, seat if seat in moment.concerned else None)
        if key not in self._texts:
            if len(self._texts) >= KEPT_TEXTS:
                self._texts.clear()
            self._texts[key] = json.dumps(message(moment, key[1]), separators=(",", ":"))
        return self._texts[key]
