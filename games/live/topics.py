"""Logs of other apps that can be watched: they say how theirs are read, and who may not see one."""

import threading
from collections.abc import Callable, Collection
from typing import NamedTuple, TypeAlias

from engine.errors import Refused
from games.live.logs import BrokenLog, ReadSeqs
from games.selectors.viewing import Viewer


class Note(NamedTuple):
    """What everybody who watches is told of an event."""

    seq: int
    previous: str
    hash: str
    text: str
    """As JSON."""


ReadSince: TypeAlias = Callable[[str, int], list[Note]]
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
        self._kept: tuple[int, list[Note]] = (after, [])
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
