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
    has_bonus: bool
    """Whether crosses count on the extra points bar; if not, each is a mini block."""
    ends_on_forfeit: bool
    may_stop: bool
    """Whether the last seat may stop when all others have forfeited."""


SOLO: Final = Variant("solo", 1, 1, has_reroll=False, has_bonus=True, ends_on_forfeit=False, may_stop=False)
STANDARD: Final = Variant("standard", 2, 4, has_reroll=True, has_bonus=True, ends_on_forfeit=False, may_stop=True)
DUEL: Final = Variant("duel", 2, 2, has_reroll=True, has_bonus=False, ends_on_forfeit=True, may_stop=False)

VARIANTS: Final = {variant.key: variant for variant in (SOLO, STANDARD, DUEL)}
