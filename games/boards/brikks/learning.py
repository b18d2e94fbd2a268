"""The tutorial as its pages need it: a lesson with everything that can be chosen in it, and what comes of a choice.

Nothing of it is stored. Each lesson begins with the same position, whoever has come to it, and however.
"""

from typing import Final

from django.utils.translation import gettext as _

from engine.brikks.coding import decode, encode
from engine.brikks.events import Bomb, Event, Place
from engine.brikks.game import BRIKKS
from engine.brikks.scoring import score
from engine.brikks.state import State
from engine.protocol import Json
from games.boards.brikks import BRIKKS_BOARD
from games.boards.brikks.lessons import LESSONS, SEAT, Lesson
from games.refusals import NotFound

LAST: Final = len(LESSONS)
SHOWN_AT_THE_END: Final = 5
"""The lesson whose sheet shows how a game is counted."""


def see_lesson(number: int, name: str) -> Json:
    """A lesson as it is before anything is done, on the sheet of somebody."""
    lesson = _lesson(number)
    state = lesson.state
    return {
        "number": number,
        "last": LAST,
        "lesson": lesson,
        "before": number - 1,
        "phase": state.phase,
        "asked": number,
        "dice": BRIKKS_BOARD.dice(state),
        "choices": {"asked": number, "seq": number, **_choices(lesson)},
        "pictures": BRIKKS_BOARD.pictures(),
        **_sheet(state, name),
    }


def try_lesson(number: int, action: Json) -> Json:
    """What comes of an action: what the rules refuse is refused, and what they allow is told apart from the aim."""
    lesson = _lesson(number)
    event = decode(action)
    after = BRIKKS.apply(lesson.state, event)
    if not _is_offered(lesson, event) or not lesson.is_reached(lesson.state, event):
        return {"is_done": False, "words": str(lesson.hint)}
    return {
        "is_done": True,
        "words": str(lesson.praise),
        "sheets": {str(SEAT): BRIKKS_BOARD.sheets(after)[SEAT]},
        "falls": BRIKKS_BOARD.falls(lesson.state, after),
    }


def read_try(number: int, text: str) -> Json:
    """The action that the form of a lesson names."""
    return BRIKKS_BOARD.read_choice(_lesson(number).state.phase, SEAT, text)


def see_end(name: str) -> Json:
    """A sheet on which something was achieved, and what it counts."""
    lesson = _lesson(SHOWN_AT_THE_END)
    [done, *_others] = solutions(SHOWN_AT_THE_END)
    state = BRIKKS.apply(lesson.state, decode(done))
    return {"last": LAST, "score": score(state.sheets[SEAT], state.variant)._asdict(), **_sheet(state, name)}


def solutions(number: int) -> list[Json]:
    """Everything that a lesson takes for done."""
    lesson = _lesson(number)
    events = [decode(action) for action in BRIKKS.actions(lesson.state, SEAT)]
    return [encode(event) for event in events if _is_offered(lesson, event) and lesson.is_reached(lesson.state, event)]


def _lesson(number: int) -> Lesson:
    if not 1 <= number <= LAST:
        raise NotFound("lesson/not-found", "There is no step {number} in this tutorial.", number=number)
    return LESSONS[number - 1]


def _sheet(state: State, name: str) -> Json:
    """The sheet with its surroundings, as the templates and scripts of a table know it."""
    place = BRIKKS_BOARD.places(state)[SEAT]
    player = {"seat": SEAT, "name": name or _("Guest"), "place": place, "is_own": True, "state": ""}
    return {"board": BRIKKS_BOARD, "players": [player], "sheets": {str(SEAT): BRIKKS_BOARD.sheets(state)[SEAT]}}


def _choices(lesson: Lesson) -> Json:
    """What can be chosen, without that which other lessons are about."""
    state = lesson.state
    actions = [action for action in BRIKKS.actions(state, SEAT) if _is_offered(lesson, decode(action))]
    choices = BRIKKS_BOARD.choices(state, SEAT, actions, is_any_open=False)
    faces = [face for face in choices["faces"] if face["rolled"] or lesson.has_neighbours]
    return {**choices, "faces": faces, "any": None}


def _is_offered(lesson: Lesson, event: Event) -> bool:
    rolled = lesson.state.roll
    if isinstance(event, Place):
        face = event.piece.face
        return face.color == rolled.color if lesson.has_neighbours else face is rolled
    return isinstance(event, Bomb) and lesson.has_bomb
