"""What streams and replays say of each event, and the logs that were told last, so that only what is new is read and
worked out.

The message of an event follows from the log up to it and from the viewer's seat, from nothing else. So a stream that
goes on after an event says exactly what an uninterrupted one would have said. The stories of watched games that a
process keeps are a cache, never the truth: a story whose hash does not fit the log is told anew from the beginning.
"""

import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from engine.protocol import Json
from engine.records import is_platform_kind
from engine.sealing import covered
from games.log.event_store import StoredEvent, events_since
from games.log.fold import Fold, advance, begin
from games.log.unit_of_work import Head
from games.play.visibility import event_json


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


def continue_story(story: Story | None, row: StoredEvent) -> tuple[Story, Moment]:
    """The story with one more event, the first one if there is none yet; and what that event changes."""
    event = event_json(row)
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


def event_message(moment: Moment, seat: int | None) -> Json:
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


KEPT_GAMES = 128
"""Of how many games a process remembers stories."""
KEPT_OF_EACH = 8
"""How many moments of each: not everybody who watches has seen the last one yet."""
Step: TypeAlias = tuple[Story, Moment]
"""A story with one more event, and what that event has changed."""


class StoryCache:
    """The stories that were told last, by game."""

    def __init__(self, games: int = KEPT_GAMES, of_each: int = KEPT_OF_EACH) -> None:
        self._games = games
        self._of_each = of_each
        self._told: OrderedDict[str, dict[int, Story]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, game: str, seq: int) -> Story | None:
        """The story of a game that goes furthest, but no further than an event; None if none is known."""
        with self._lock:
            told = self._told.get(game, {})
            known = [at for at in told if at <= seq]
            return told[max(known)] if known else None

    def put(self, game: str, story: Story) -> None:
        """Remember a story, and forget the oldest one of its game and the game that was not told of for longest."""
        with self._lock:
            told = self._told.setdefault(game, {})
            told[story.fold.seq] = story
            if len(told) > self._of_each:
                del told[min(told)]
            self._told.move_to_end(game)
            if len(self._told) > self._games:
                self._told.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._told.clear()


story_cache = StoryCache()


def story_steps(head: Head, after: int = 0) -> tuple[Story | None, list[Step]]:
    """The story up to an event, None before the first one, and every step from there to the end of the log."""
    story, rows = _cached_story(head, min(after, head.seq))
    before, steps = story, list[Step]()
    for row in rows:
        if row.seq > head.seq:
            break
        story, moment = continue_story(story, row)
        if row.seq <= after:
            before = story
        else:
            steps.append((story, moment))
    if story is not None:
        story_cache.put(head.game, story)
    return before, steps


def _cached_story(head: Head, seq: int) -> tuple[Story | None, list[StoredEvent]]:
    """The story that is known up to an event, if it fits the log, and what comes after it."""
    story = story_cache.get(head.game, seq)
    if story is not None:
        rows = events_since(head.game, story.fold.seq)
        if story.fold.hash == (rows[0].previous if rows else head.hash):
            return story, rows
    return None, events_since(head.game, 0)
