"""What can be agreed on before a game of Brikks, in words."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.brikks.figures import LEVELS
from engine.brikks.timing import TIMEOUTS
from engine.brikks.variants import VARIANTS
from games.boards.protocol import Agreeing

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

AGREEING: Final = Agreeing(VARIANT_NAMES, VARIANT_HINTS, SEATS, LEVEL_NAMES, TIMEOUT_NAMES, BOT_NAMES)
