"""The tutorial as its pages need it: a lesson with everything that can be chosen in it, and what comes of a choice.

Nothing of it is stored. Each lesson begins with the same position, whoever has come to it, and however.
"""

from typing import Final

from django.utils.translation import gettext as _

from engine.brikks.events import Bomb, Event, Place, decode, encode
from engine.brikks.game import BRIKKS
from engine.brikks.scoring import score
from engine.brikks.state import State
from engine.protocol import Json
from games.presenters.brikks.lessons import LESSON_SEAT, LESSONS, Lesson
from games.presenters.brikks.presenter import BRIKKS_PRESENTER
from games.refusals import NotFound

LAST_LESSON: Final = len(LESSONS)
FINAL_LESSON: Final = 5
"""The lesson whose sheet shows how a game is counted."""


def see_lesson(number: int, name: str) -> Json:
    """A lesson as it is before anything is done, on the sheet of somebody."""
    lesson = _find_lesson(number)
    state = lesson.state
    return {
        "number": number,
        "last": LAST_LESSON,
        "lesson": lesson,
        "before": number - 1,
        "phase": state.phase,
        "asked": number,
        "dice": BRIKKS_PRESENTER.dice(state),
        "choices": {"asked": number, "seq": number, **_lesson_choices(lesson)},
        "pictures": BRIKKS_PRESENTER.pictures(),
        **_lesson_sheet(state, name),
    }


def try_lesson(number: int, action: Json) -> Json:
    """What comes of an action: what the rules refuse is refused, and what they allow is told apart from the aim."""
    lesson = _find_lesson(number)
    event = decode(action)
    after = BRIKKS.apply(lesson.state, event)
    if not _is_offered(lesson, event) or not lesson.is_reached(lesson.state, event):
        return {"is_done": False, "words": str(lesson.hint)}
    return {
        "is_done": True,
        "words": str(lesson.praise),
        "sheets": {str(LESSON_SEAT): BRIKKS_PRESENTER.sheets(after)[LESSON_SEAT]},
        "falls": BRIKKS_PRESENTER.falls(lesson.state, after),
    }


def read_lesson_action(number: int, text: str) -> Json:
    """The action that the form of a lesson names."""
    return BRIKKS_PRESENTER.read_choice(_find_lesson(number).state.phase, LESSON_SEAT, text)


def see_tutorial_end(name: str) -> Json:
    """A sheet on which something was achieved, and what it counts."""
    lesson = _find_lesson(FINAL_LESSON)
    [done, *_others] = lesson_solutions(FINAL_LESSON)
    state = BRIKKS.apply(lesson.state, decode(done))
    return {
        "last": LAST_LESSON,
        "score": score(state.sheets[LESSON_SEAT], state.variant)._asdict(),
        **_lesson_sheet(state, name),
    }


def lesson_solutions(number: int) -> list[Json]:
    """Everything that a lesson takes for done."""
    lesson = _find_lesson(number)
    events = [decode(action) for action in BRIKKS.actions(lesson.state, LESSON_SEAT)]
    return [encode(event) for event in events if _is_offered(lesson, event) and lesson.is_reached(lesson.state, event)]


def _find_lesson(number: int) -> Lesson:
    if not 1 <= number <= LAST_LESSON:
        raise NotFound("lesson/not-found", "There is no step {number} in this tutorial.", number=number)
    return LESSONS[number - 1]


def _lesson_sheet(state: State, name: str) -> Json:
    """The sheet with its surroundings, as the templates and scripts of a table know it."""
    place = BRIKKS_PRESENTER.places(state)[LESSON_SEAT]
    player = {"seat": LESSON_SEAT, "name": name or _("Guest"), "place": place, "is_own": True, "state": ""}
    return {
        "board": BRIKKS_PRESENTER,
        "players": [player],
        "sheets": {str(LESSON_SEAT): BRIKKS_PRESENTER.sheets(state)[LESSON_SEAT]},
    }


def _lesson_choices(lesson: Lesson) -> Json:
    """What can be chosen, without that which other lessons are about."""
    state = lesson.state
    actions = [action for action in BRIKKS.actions(state, LESSON_SEAT) if _is_offered(lesson, decode(action))]
    choices = BRIKKS_PRESENTER.choices(state, LESSON_SEAT, actions, is_any_open=False)
    faces = [face for face in choices["faces"] if face["rolled"] or lesson.has_neighbours]
    return {**choices, "faces": faces, "any": None}


def _is_offered(lesson: Lesson, event: Event) -> bool:
    rolled = lesson.state.roll
    if isinstance(event, Place):
        face = event.piece.face
        return face.color == rolled.color if lesson.has_neighbours else face is rolled
    return isinstance(event, Bomb) and lesson.has_bomb
