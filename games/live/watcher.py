"""The one thread of a process that watches for changes on behalf of all its streams.

It runs while somebody listens. It notices commits of any process by a number that the database keeps anyway, reads each
watched log once, asks for all streams at once whether they may go on, and wakes those that have something to say.
"""

import logging
import threading
from collections.abc import Collection
from time import monotonic, sleep
from typing import Final

from django.db import Error, connection

from engine.errors import Refused
from games.live.authorization import ended_credentials, no_longer_allowed
from games.live.hub import Hub, hub
from games.live.streams import GameStream, LogStream, Stream, TopicStream, TurnsStream, turn_messages
from games.live.watched_logs import BrokenLog, ReadSeqs, TopicLog, WatchedLog
from games.log.pubsub import Subscription, subscribe_to_changes

_CHANGE_QUERIES: Final = {
    "sqlite": "PRAGMA data_version",
    "postgresql": "SELECT pg_current_snapshot()::text",
}
PAUSES: Final = {"sqlite": 0.025, "postgresql": 0.05}
"""Seconds between two looks: on SQLite it is a glance at shared memory, on PostgreSQL a question to the server."""


class ChangeCounter:
    """The change counter of the database, on the connection of the thread that asks."""

    def __init__(self) -> None:
        self._last: object = None

    @property
    def pause(self) -> float:
        """How long to wait before asking again."""
        return PAUSES[connection.vendor]

    def has_moved(self) -> bool:
        """Whether anything was committed since the last time; always true the first time."""
        with connection.cursor() as cursor:
            cursor.execute(_CHANGE_QUERIES[connection.vendor])
            value: object = cursor.fetchone()
        before, self._last = self._last, value
        return before != value


log = logging.getLogger(__name__)
ROUND: Final = 0.5
"""Seconds between two rounds, in which everybody is looked after: rights that ended, turns, signs of life."""
AFTER_FAILURE: Final = 0.5
"""Seconds after which a database that did not answer is asked again."""


class Watcher:
    """Watches for the streams of a hub."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._is_stopping = False

    def stop(self) -> None:
        """Have all streams closed soon, as when the server stops; safe in a signal handler, since it takes no lock."""
        self._is_stopping = True

    def enter(self, stream: Stream) -> None:
        """Let a stream in, and watch for it from now on."""
        self._hub.enter(stream)
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._watch, name="live-streams", daemon=True)
                self._thread.start()

    def leave(self, stream: Stream) -> None:
        """Let a stream go; the watcher ends by itself when nobody is left."""
        self._hub.leave(stream)

    def _watch(self) -> None:
        bell = subscribe_to_changes()
        try:
            look = WatchLoop(self._hub, bell)
            while self._is_needed():
                look.once()
                if self._is_stopping:
                    self._close_all()
        finally:
            bell.close()
            connection.close()

    def _is_needed(self) -> bool:
        """Whether anybody listens; whoever comes after a no starts the next watcher."""
        with self._lock:
            if not self._hub.streams():
                self._thread = None
                return False
            return True

    def _close_all(self) -> None:
        streams = self._hub.streams()
        for stream in streams:
            stream.is_closed = True
        Stream.wake(streams)


class WatchLoop:
    """What the watcher does again and again, and remembers between."""

    def __init__(self, hub: Hub, bell: Subscription) -> None:
        self._hub = hub
        self._bell = bell
        self._counter = ChangeCounter()
        self._next_round = 0.0
        self._has_changed = True
        """Whether anything was committed since the last round."""

    def once(self) -> None:
        """Wait for a change or the next round, and see to it; what fails is tried again."""
        try:
            self._see_to(self._bell.wait(ROUND if self._bell.is_heard else self._counter.pause))
        except Error as error:
            log.warning("The streams have to wait for the database: %s", error)
            self._begin_again()
        except Exception:
            log.exception("The streams could not be looked after.")
            self._begin_again()

    def _begin_again(self) -> None:
        """Take everything for changed, since a change may have been noticed and not been seen to."""
        connection.close()
        self._counter, self._has_changed = ChangeCounter(), True
        sleep(AFTER_FAILURE)

    def _see_to(self, games: set[str]) -> None:
        is_round = monotonic() >= self._next_round
        if (is_round or not self._bell.is_heard) and self._counter.has_moved():
            self._has_changed = True
            self._follow(self._grown(self._hub.logs()))
        elif games:
            self._follow(self._hub.logs(games))
        if is_round:
            self._go_round()

    @staticmethod
    def _grown(logs: Collection[WatchedLog]) -> list[WatchedLog]:
        """Those of these logs that hold more than was read."""
        alike: dict[ReadSeqs, list[str]] = {}
        for one in logs:
            alike.setdefault(one.asks, []).append(one.id)
        seqs = {id: seq for ask, ids in alike.items() for id, seq in ask(ids).items()}
        return [one for one in logs if seqs.get(one.id, 0) > one.seq]

    def _follow(self, logs: Collection[WatchedLog]) -> None:
        """Read what is new in these logs, and have it said."""
        for one in logs:
            self._read(one)
        behind = [stream for stream in self._hub.streams() if isinstance(stream, LogStream) and stream.is_behind]
        refresh_streams(behind)
        Stream.wake(stream for stream in behind if stream.must_wake)

    def _read(self, one: WatchedLog) -> None:
        """Read on in a log; if that fails, end its streams and leave the others in peace."""
        try:
            one.catch_up()
        except (BrokenLog, Refused):
            log.exception("The log of %s cannot be told.", one.id)
            self._hub.forget(one)
            for stream in self._hub.streams():
                if isinstance(stream, LogStream) and stream.log is one:
                    stream.is_closed = True
                    Stream.wake([stream])

    def _go_round(self) -> None:
        """Look after everybody if anything has changed, else after those for whom it is time."""
        now = monotonic()
        self._next_round = now + ROUND
        due = [stream for stream in self._hub.streams() if self._has_changed or stream.beat_at <= now]
        refresh_streams(due)
        self._has_changed = False
        for stream in due:
            if stream.beat_at <= now:
                stream.beat()
        Stream.wake(stream for stream in due if stream.must_wake)


def refresh_streams(streams: Collection[Stream]) -> None:
    """End the streams of those who may not listen any more, and let the others say what is new."""
    ended = ended_credentials({stream.who for stream in streams})
    waiting = turn_messages({stream.account for stream in streams if isinstance(stream, TurnsStream)})
    for stream in streams:
        if stream.who in ended:
            stream.ending = no_longer_allowed()
        elif isinstance(stream, TurnsStream):
            stream.tell(waiting[stream.account])
        elif isinstance(stream, GameStream):
            _clear(stream)
    _clear_topics([stream for stream in streams if isinstance(stream, TopicStream) and not stream.is_over])


def _clear(stream: GameStream) -> None:
    try:
        stream.clear()
    except Refused as refusal:
        stream.ending = refusal


def _clear_topics(streams: Collection[TopicStream]) -> None:
    """The same for all who watch one log at once."""
    watching: dict[TopicLog, list[TopicStream]] = {}
    for stream in streams:
        watching.setdefault(stream.log, []).append(stream)
    for one, listeners in watching.items():
        seq = one.seq
        refusals = one.topic.refusals(one.id, {stream.who.viewer for stream in listeners})
        for stream in listeners:
            stream.ending = refusals.get(stream.who.viewer)
            if stream.ending is None:
                stream.clear(seq)


watcher: Final = Watcher(hub)
"""That of this process."""
