"""The three ways to play and the little in which they differ."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """A way to play; what follows from it in a round is in `rounds`."""

    key: str
    fewest: int
    most: int
    has_reroll: bool
    is_duel: bool
    """Whether lasting longer wins: then a cross is a mini block, points do not count, and a forfeit ends the game."""
    may_stop: bool
    """Whether the last seat may stop when all others have forfeited."""


SOLO: Final = Variant("solo", 1, 1, has_reroll=False, is_duel=False, may_stop=False)
STANDARD: Final = Variant("standard", 2, 4, has_reroll=True, is_duel=False, may_stop=True)
DUEL: Final = Variant("duel", 2, 2, has_reroll=True, is_duel=True, may_stop=False)

VARIANTS: Final = {variant.key: variant for variant in (SOLO, STANDARD, DUEL)}
