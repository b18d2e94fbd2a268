"""What a sheet is worth, who is ahead, and the solo rating table."""

from functools import lru_cache
from typing import NamedTuple

from engine.brikks.board import ROW_CELLS, Bitboard
from engine.brikks.figures import (
    BOMBS,
    ENERGY_PER_POINT,
    EXTRA_POINTS,
    ROW_MULTIPLIERS,
    ROW_POINTS,
    SOLO_POINTS_PER_LEVEL,
    SOLO_TITLES,
)
from engine.brikks.sheet import Sheet
from engine.brikks.state import SOLO, State, Variant
from engine.protocol import OVER


class Score(NamedTuple):
    """The points of one sheet, by where they come from."""

    rows: int
    bonus: int
    bombs: int
    energy: int
    total: int


def score(sheet: Sheet, variant: Variant) -> Score:
    """The points of a sheet as it stands."""
    rows = row_points(sheet.cells)
    bonus = extra_points(sheet.crosses) if not variant.is_duel else 0
    bombs = sum(BOMBS[sheet.bombs :])
    energy = sheet.ready // ENERGY_PER_POINT
    return Score(rows, bonus, bombs, energy, rows + bonus + bombs + energy)


@lru_cache(maxsize=1024)
def row_points(cells: Bitboard) -> int:
    """The points of all rows, multiplied; whoever asks how a game stands asks several times."""
    return sum(
        [
            ROW_POINTS.get((cells & row).bit_count(), 0) * multiplier
            for row, multiplier in zip(ROW_CELLS, ROW_MULTIPLIERS, strict=True)
        ]
    )


def extra_points(crosses: int) -> int:
    """The field of the extra points bar after the last cross; more crosses than fields do not count."""
    return EXTRA_POINTS[min(crosses, len(EXTRA_POINTS) - 1)]


def standing(state: State) -> tuple[int, ...]:
    """What the sheets are compared by as they stand: totals, in a duel row points."""
    if not state.variant.is_duel:
        return tuple(score(sheet, state.variant).total for sheet in state.sheets)
    return tuple(row_points(sheet.cells) for sheet in state.sheets)


def merits(state: State) -> tuple[int, ...]:
    """What decides a finished game: in a duel going on longer comes first, and rows only if both are stuck."""
    survivors = tuple(int(not sheet.left) for sheet in state.sheets)
    if state.phase == OVER and state.variant.is_duel and any(survivors):
        return survivors
    return standing(state)


class SoloRating(NamedTuple):
    """What the solo rating table says of a finished game."""

    rated: int
    title: str


def solo_rating(state: State) -> SoloRating | None:
    """The rated score and title of a finished solo game, None if it was forfeited or is something else."""
    if state.variant is not SOLO or state.phase != OVER or state.forfeits:
        return None
    sheet = state.sheets[0]
    rated = rated_score(score(sheet, state.variant).total, sheet.level)
    return SoloRating(rated, solo_title(rated))


def rated_score(total: int, level: int) -> int:
    """A solo total with the points that the levels above the first bring."""
    return total + SOLO_POINTS_PER_LEVEL * (level - 1)


def solo_title(rated: int) -> str:
    """The title of a rated score."""
    return next(title for least, title in SOLO_TITLES if rated >= least)
