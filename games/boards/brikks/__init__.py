"""The board of Brikks: each method one step away from the module that knows."""

from typing import Final

from django.utils.translation import gettext

from engine.brikks.drawing import LETTERS
from engine.brikks.scoring import solo_rating
from engine.brikks.state import MOVES, OVER, ROLL, START, State, awaited, seats_of
from engine.protocol import Json
from games.boards.brikks.agreeing import AGREEING
from games.boards.brikks.asking import prompt
from games.boards.brikks.choosing import choices, read_choice, throws
from games.boards.brikks.drawing import draw_faces, place, setting
from games.boards.brikks.naming import name_of
from games.boards.brikks.sheets import all_falls, sheet_data
from games.boards.brikks.telling import tick, words


class BrikksBoard:
    """How Brikks looks and speaks."""

    key: Final = "brikks"
    agreeing: Final = AGREEING
    shared_template: Final = "games/boards/brikks/shared.html"
    place_template: Final = "games/boards/brikks/place.html"
    dice_template: Final = "games/boards/brikks/dice.html"
    choices_template: Final = "games/boards/brikks/choices.html"

    setting = staticmethod(setting)
    words = staticmethod(words)
    tick = staticmethod(tick)
    prompt = staticmethod(prompt)
    choices = staticmethod(choices)
    read_choice = staticmethod(read_choice)
    throws = staticmethod(throws)
    falls = staticmethod(all_falls)

    def round(self, state: State) -> Json:
        """The dice lie on the table from the roll until everybody has answered."""
        still_in = seats_of(state.playing)
        answered = [seat for seat in still_in if seat not in awaited(state)] if state.phase == MOVES else []
        return {
            "round": state.round,
            "active": state.active,
            "roll": [state.roll.color, state.roll.column] if _has_roll(state) else None,
            "dice": name_of(state.roll) if _has_roll(state) else "",
            "answered": answered,
        }

    def dice(self, state: State) -> Json | None:
        """The colour with its letter, and the number."""
        if not _has_roll(state):
            return None
        face = state.roll
        return {"color": face.color, "letter": LETTERS[face.color], "number": face.column, "name": name_of(face)}

    def sheets(self, state: State) -> list[Json]:
        """All sheets as data."""
        return [sheet_data(sheet, state.variant) for sheet in state.sheets]

    def pictures(self) -> Json:
        """The blocks by themselves."""
        return dict(draw_faces())

    def places(self, state: State) -> list[Json]:
        """All sheets as pictures."""
        return [place(state, seat) for seat in range(len(state.sheets))]

    def summary(self, state: State) -> Json:
        """The rated score and the title of a solo game."""
        rating = solo_rating(state)
        return {"rated": rating.rated, "title": gettext(rating.title)} if rating else {}


def _has_roll(state: State) -> bool:
    """Whether dice lie on the table."""
    return state.round > 0 and state.phase not in (START, ROLL, OVER)


BRIKKS_BOARD: Final = BrikksBoard()
