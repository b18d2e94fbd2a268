"""The presenter of Brikks, each method one step away from the module that knows; and what can be agreed on before a
game, in words.
"""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.brikks.drawing import LETTERS
from engine.brikks.figures import LEVELS
from engine.brikks.rules import TIMEOUTS
from engine.brikks.scoring import solo_rating
from engine.brikks.state import MOVES, ROLL, START, VARIANTS, State, awaited, seats_of
from engine.protocol import OVER, Json
from games.presenters.brikks.choices import choices, read_choice, throws
from games.presenters.brikks.sheets import all_falls, draw_faces, draw_sheet_of_seat, sheet_data, sheet_geometry
from games.presenters.brikks.texts import event_words, name_of, prompt, tick
from games.presenters.protocol import SetupOptions

VARIANT_NAMES: Final[dict[str, Promise]] = {
    "solo": _("Solo"),
    "standard": _("Standard"),
    "duel": _("Duel"),
}
VARIANT_HINTS: Final[dict[str, Promise]] = {
    "solo": _("One sheet, your best score."),
    "standard": _("Two to four sheets, the same dice for everybody."),
    "duel": _("Two sheets; full rows send mini blocks across."),
}
TIMEOUT_NAMES: Final[dict[str, Promise]] = {
    "bomb": _("spends a bomb, or else leaves"),
    "forfeit": _("leaves the game at once"),
}
BOT_NAMES: Final[dict[str, Promise]] = {
    "random": _("Random (bot), easy"),
    "greedy": _("Greedy (bot), strong"),
}
LEVEL_NAMES: Final[dict[int, Promise]] = {
    1: _("Level 1, gentle"),
    2: _("Level 2"),
    3: _("Level 3"),
    4: _("Level 4, harsh"),
}
SEATS: Final = {key: (variant.fewest, variant.most) for key, variant in VARIANTS.items()}
"""The fewest and the most seats of each variant."""
assert set(VARIANT_NAMES) == set(VARIANT_HINTS) == set(VARIANTS)
assert set(TIMEOUT_NAMES) == set(TIMEOUTS)
assert set(LEVEL_NAMES) == set(LEVELS)
SETUP_OPTIONS: Final = SetupOptions(VARIANT_NAMES, VARIANT_HINTS, SEATS, LEVEL_NAMES, TIMEOUT_NAMES, BOT_NAMES)


class BrikksPresenter:
    """How Brikks looks and speaks."""

    key: Final = "brikks"
    agreeing: Final = SETUP_OPTIONS
    shared_template: Final = "games/presenters/brikks/shared.html"
    place_template: Final = "games/presenters/brikks/place.html"
    dice_template: Final = "games/presenters/brikks/dice.html"
    choices_template: Final = "games/presenters/brikks/choices.html"

    setting = staticmethod(sheet_geometry)
    words = staticmethod(event_words)
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
        return [draw_sheet_of_seat(state, seat) for seat in range(len(state.sheets))]

    def summary(self, state: State) -> Json:
        """The rated score and the title of a solo game."""
        rating = solo_rating(state)
        return {"rated": rating.rated, "title": gettext(rating.title)} if rating else {}


def _has_roll(state: State) -> bool:
    """Whether dice lie on the table."""
    return state.round > 0 and state.phase not in (START, ROLL, OVER)


BRIKKS_PRESENTER: Final = BrikksPresenter()
