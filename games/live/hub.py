"""The streams of this process, by what they listen to, and how many there may be."""

import threading
from collections import Counter
from collections.abc import Collection
from typing import Final

from games.live.logs import LiveLog
from games.live.streams import GameStream, Stream
from games.metrics import STREAMS
from games.refusals import Busy, TooMany

MOST: Final = 1000
"""How many streams one process serves."""
MOST_OF_ONE: Final = 20
"""How many of them one account may have."""
MOST_OF_ADDRESS: Final = 100
"""How many of them may come from one address without an account: whole clubs sit behind one."""


class Hub:
    """Everybody who listens; its lock is never held while the database is asked."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._streams: set[Stream] = set()
        self._counts: Counter[str] = Counter()
        self._logs: dict[str, LiveLog] = {}
        self._watched: Counter[str] = Counter()

    def require_room(self, counted_as: str, has_account: bool) -> None:
        """Refuse a stream too many."""
        most = MOST_OF_ONE if has_account else MOST_OF_ADDRESS
        if self._counts[counted_as] >= most:
            raise TooMany("stream/too-many", "You have {most} streams open; close one of them first.", most=most)
        if len(self._streams) >= MOST:
            raise Busy("stream/full", "Too many people are watching just now; please try again in a moment.")

    def enter(self, stream: Stream) -> None:
        """Let a stream in, if there is room and its reader has not gone meanwhile."""
        with self._lock:
            if stream.is_closed:
                return
            self.require_room(stream.counted_as, stream.who.account is not None)
            if isinstance(stream, GameStream):
                stream.log = self._logs.setdefault(stream.log.game, stream.log)
                self._watched[stream.log.game] += 1
            self._streams.add(stream)
            self._counts[stream.counted_as] += 1
            STREAMS.set(len(self._streams))

    def leave(self, stream: Stream) -> None:
        """Let a stream go, and forget its game if nobody else watches it; again does nothing."""
        with self._lock:
            stream.is_closed = True
            if stream not in self._streams:
                return
            self._streams.remove(stream)
            self._drop(self._counts, stream.counted_as)
            if isinstance(stream, GameStream):
                self._drop(self._watched, stream.log.game)
                if stream.log.game not in self._watched:
                    self._logs.pop(stream.log.game, None)
            STREAMS.set(len(self._streams))

    @staticmethod
    def _drop(counts: Counter[str], key: str) -> None:
        counts[key] -= 1
        if not counts[key]:
            del counts[key]

    def forget(self, log: LiveLog) -> None:
        """Have a log read anew by whoever comes next."""
        with self._lock:
            if self._logs.get(log.game) is log:
                del self._logs[log.game]

    def streams(self) -> list[Stream]:
        """All streams."""
        with self._lock:
            return list(self._streams)

    def logs(self, games: Collection[str] | None = None) -> list[LiveLog]:
        """The logs of these games that somebody watches, or of all."""
        with self._lock:
            return [log for game, log in self._logs.items() if games is None or game in games]


hub: Final = Hub()
"""That of this process."""
