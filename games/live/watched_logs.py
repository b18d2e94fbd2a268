"""The logs that somebody watches, in the memory of a process: read once, told to everybody who watches. Those of games,
and those of other apps, which say how theirs are read and who may not see one.
"""

import json
import threading
from collections.abc import Callable, Collection
from typing import Final, NamedTuple, Protocol, TypeAlias

from engine.errors import Refused
from games.accounts.callers import Viewer
from games.log.event_store import events_since
from games.log.fold import Fold
from games.log.unit_of_work import Head, read_seqs
from games.play.event_messages import Moment, Story, continue_story, event_message

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


class GameLog:
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
            for row in events_since(self.id, self.seq):
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
            self._texts[key] = json.dumps(event_message(moment, key[1]), separators=(",", ":"))
        return self._texts[key]


class TopicEvent(NamedTuple):
    """What everybody who watches is told of an event."""

    seq: int
    previous: str
    hash: str
    text: str
    """As JSON."""


ReadSince: TypeAlias = Callable[[str, int], list[TopicEvent]]
"""The events of a log after one of them."""
Refusals: TypeAlias = Callable[[str, Collection[Viewer]], dict[Viewer, Refused]]
"""Those of some viewers who may not see a log, and what they are told."""


class Topic(NamedTuple):
    """One sort of log, whose ids are those of nothing else that can be watched."""

    read_seqs: ReadSeqs
    read_since: ReadSince
    refusals: Refusals


class TopicLog:
    """What there is to tell of one log, from where somebody has asked for it on."""

    def __init__(self, topic: Topic, id: str, after: int) -> None:
        self.topic = topic
        self.id = id
        self._kept: tuple[int, list[TopicEvent]] = (after, [])
        """The event before the first one that is kept, and what is kept; exchanged together, so that whoever reads
        meanwhile never counts from the one in the other."""
        self._lock = threading.Lock()

    @property
    def seq(self) -> int:
        """The last event that was read."""
        after, notes = self._kept
        return after + len(notes)

    @property
    def asks(self) -> ReadSeqs:
        """As all logs of its sort are."""
        return self.topic.read_seqs

    def catch_up(self) -> None:
        """Read what is new."""
        with self._lock:
            _, notes = self._kept
            for note in self.topic.read_since(self.id, self.seq):
                if note.seq != self.seq + 1 or (notes and note.previous != notes[-1].hash):
                    raise BrokenLog(f"{self.id} does not go on after event {self.seq} as it did.")
                notes.append(note)

    def reach_back(self, after: int) -> None:
        """Read everything after an event for somebody who comes later and wants more than the others."""
        with self._lock:
            first, notes = self._kept
            if after < first:
                earlier = [note for note in self.topic.read_since(self.id, after) if note.seq <= first]
                self._kept = after, earlier + notes

    def text(self, seq: int) -> str:
        """The message of an event."""
        after, notes = self._kept
        return notes[seq - after - 1].text
