"""What a stream says of each event. Pure, without the database.

The message of an event follows from the log up to it and from the viewer's seat, from nothing else. So a stream that
goes on after an event says exactly what an uninterrupted one would have said.
"""

from collections.abc import Mapping
from typing import NamedTuple

from engine.protocol import Json
from engine.records import is_platform_kind
from engine.sealing import covered
from games.log.chaining import Row
from games.log.fold import Fold, advance, begin
from games.selectors.viewing import told


class Moment(NamedTuple):
    """What one event changes for everybody who watches."""

    event: Json
    """In full; never to be shown as it is."""
    is_sealed: bool
    """Whether it is sealed for others when it comes."""
    opened: tuple[Json, ...]
    """The earlier events whose seal it breaks."""

    @property
    def concerned(self) -> frozenset[int]:
        """The seats that are told something else than everybody."""
        own = {self.event["seat"]} if self.is_sealed else set()
        return frozenset(own | {event["seat"] for event in self.opened})


class Story(NamedTuple):
    """A log as far as it has been told."""

    fold: Fold
    sealed: Mapping[int, Json]
    """The answers that are sealed now, by seat."""


def continue_story(story: Story | None, row: Row) -> tuple[Story, Moment]:
    """The story with one more event, the first one if there is none yet; and what that event changes."""
    event = told(row)
    if story is None:
        return Story(begin(row.entry, row.hash), {}), Moment(event, False, ())
    fold = advance(story.fold, row.entry, row.hash)
    answers = {**story.sealed, event["seat"]: event} if _is_answer(fold, event) else story.sealed
    still = set() if fold.is_over else set(fold.rules.sealed(fold.state))
    sealed = {seat: answer for seat, answer in answers.items() if seat in still}
    opened = [answer for seat, answer in story.sealed.items() if seat not in still]
    opened.sort(key=lambda answer: int(answer["seq"]))
    return Story(fold, sealed), Moment(event, sealed.get(event.get("seat")) is event, tuple(opened))


def _is_answer(fold: Fold, event: Json) -> bool:
    return not is_platform_kind(event["kind"]) and fold.rules.is_answer(fold.rules.decode(event))


def message(moment: Moment, seat: int | None) -> Json:
    """What a seat is told, or for None everybody: the event, and earlier ones that can be seen because of it."""
    event = moment.event
    is_covered = moment.is_sealed and event["seat"] != seat
    opened = [answer for answer in moment.opened if answer["seat"] != seat]
    return {
        "seq": event["seq"],
        "hash": event["hash"],
        "event": covered(event) if is_covered else event,
        "opened": opened,
    }
