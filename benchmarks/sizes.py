"""How much of everything a run measures."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Sizes:
    """The amounts of material, and how often what runs in this process is measured."""

    rounds: int
    """At least 15; more where they cost little, because the machine may be busy with other things."""
    chess_games: int
    games: int
    """Brikks games of all set-ups together."""
    boards: int
    plain_boards: int
    """Boards for the plain search, which is far slower than the others."""
    solo_games: int
    records: int
    """Whole records for the command line."""
    growth: tuple[int, ...]
    """Numbers of short records for the command line, each ten times the one before."""


FULL: Final = Sizes(30, 40, 100, 10_000, 20, 40, 1_000, (1_000, 10_000, 100_000))
QUICK: Final = Sizes(15, 6, 20, 1_000, 4, 10, 100, (500, 5_000))
