"""The streams of this process, by what they listen to, and how many there may be."""

import threading
from collections import Counter
from collections.abc import Collection
from typing import Final, TypeVar

from games.live.streams import GameStream, LogStream, QuotaHolder, Stream
from games.live.watched_logs import WatchedLog
from games.metrics import STREAMS
from games.refusals import Busy, TooMany

Key = TypeVar("Key")

MOST: Final = 1000
"""How many streams one process serves."""
MOST_OF_ONE: Final = 20
"""How many of them one account may have."""
MOST_OF_STRANGERS: Final = 100
"""How many of them may come from one address without an account: whole clubs sit behind one."""
MOST_OF_ADDRESS: Final = 250
"""How many of them may come from one address at all: with many accounts nobody shuts the others out."""
THIS_MACHINE: Final = frozenset({"127.0.0.1", "::1"})
"""Addresses without that limit: a proxy on the machine itself may not say for whom it asks."""


class Hub:
    """Everybody who listens; its lock is never held while the database is asked."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._streams: set[Stream] = set()
        self._counts: Counter[QuotaHolder] = Counter()
        """By account; those without one by where they are."""
        self._senders: Counter[str] = Counter()
        """All of them by where they are."""
        self._logs: dict[str, WatchedLog] = {}
        self._watched: Counter[str] = Counter()

    def require_room(self, counted_as: QuotaHolder) -> None:
        """Refuse a stream too many."""
        most = MOST_OF_STRANGERS if counted_as.account is None else MOST_OF_ONE
        if self._counts[_own(counted_as)] >= most:
            raise TooMany("stream/too-many", "You have {most} streams open; close one of them first.", most=most)
        if self._senders[counted_as.sender] >= MOST_OF_ADDRESS and counted_as.sender not in THIS_MACHINE:
            template = "{most} streams are open from your address; one of them has to be closed first."
            raise TooMany("stream/too-many-here", template, most=MOST_OF_ADDRESS)
        if len(self._streams) >= MOST:
            raise Busy("stream/full", "Too many people are watching just now; please try again in a moment.")

    def enter(self, stream: Stream) -> None:
        """Let a stream in, if there is room and its reader has not gone meanwhile."""
        with self._lock:
            if stream.is_closed:
                return
            self.require_room(stream.counted_as)
            if isinstance(stream, LogStream):
                stream.log = self._logs.setdefault(stream.log.id, stream.log)
                self._watched[stream.log.id] += 1
            self._streams.add(stream)
            self._counts[_own(stream.counted_as)] += 1
            self._senders[stream.counted_as.sender] += 1
            STREAMS.set(len(self._streams))

    def leave(self, stream: Stream) -> None:
        """Let a stream go, and forget its log if nobody else watches it; again does nothing."""
        with self._lock:
            stream.is_closed = True
            if stream not in self._streams:
                return
            self._streams.remove(stream)
            self._drop(self._counts, _own(stream.counted_as))
            self._drop(self._senders, stream.counted_as.sender)
            if isinstance(stream, LogStream):
                self._drop(self._watched, stream.log.id)
                if stream.log.id not in self._watched:
                    self._logs.pop(stream.log.id, None)
            STREAMS.set(len(self._streams))

    @staticmethod
    def _drop(counts: Counter[Key], key: Key) -> None:
        counts[key] -= 1
        if not counts[key]:
            del counts[key]

    def forget(self, log: WatchedLog) -> None:
        """Have a log read anew by whoever comes next."""
        with self._lock:
            if self._logs.get(log.id) is log:
                del self._logs[log.id]

    def spectators(self) -> Counter[str]:
        """How many watch each game without playing in it."""
        streams = (stream for stream in self.streams() if isinstance(stream, GameStream))
        return Counter(stream.log.id for stream in streams if stream.is_of_spectator)

    def streams(self) -> list[Stream]:
        """All streams."""
        with self._lock:
            return list(self._streams)

    def logs(self, ids: Collection[str] | None = None) -> list[WatchedLog]:
        """The logs with these ids that somebody watches, or all."""
        with self._lock:
            return [log for id, log in self._logs.items() if ids is None or id in ids]


def _own(counted_as: QuotaHolder) -> QuotaHolder:
    """Under what the streams of one account are counted, wherever it is."""
    return counted_as if counted_as.account is None else counted_as._replace(sender="")


hub: Final = Hub()
"""That of this process."""
