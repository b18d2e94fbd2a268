"""One player's sheet: what is drawn on it, its energy bar, crosses and bombs, and what it scores."""

from dataclasses import dataclass, field

from .figures import (
    BOMBS,
    CIRCLES,
    CIRCLES_USED_AT_START,
    COLUMNS,
    DOTS,
    EXTRA_POINTS,
    PINK_X,
    PRICE_OF_ANOTHER_COLOR,
    READY_AT_START,
    RIGHT_DOT_ENERGY,
    ROW_CROSSES,
    ROW_MULTIPLIERS,
    ROW_POINTS,
    ROWS,
    WRONG_DOT_ENERGY,
    Cell,
    block,
)
from .search import cells_of

Rolled = tuple[str, int]


@dataclass
class Sheet:
    """One printed sheet in the course of a game."""

    level: int
    ready: int
    circles_used: int
    drawn: set[Cell] = field(default_factory=set)
    crosses: int = 0
    bombs_used: int = 0


def new_sheet(level: int, players: int) -> Sheet:
    """An empty sheet with the energy of a game of that many players."""
    return Sheet(level, READY_AT_START[players], CIRCLES_USED_AT_START[players])


def price(rolled: Rolled, color: str, column: int) -> int:
    """The energy a block costs after a roll: columns moved in the same colour, 5 for another colour."""
    if color == rolled[0]:
        return abs(column - rolled[1])
    return PRICE_OF_ANOTHER_COLOR


def draw_block(sheet: Sheet, color: str, column: int, x: int, y: int) -> int:
    """Draw a block, settle its dots and rows, and return the crosses it earned."""
    full_before = full_rows(sheet.drawn)
    cells = cells_of(block(color, column), x, y)
    sheet.drawn |= cells
    completed = full_rows(sheet.drawn) - full_before
    earned = settle_dots(sheet, color, cells) + ROW_CROSSES[len(completed)]
    sheet.crosses += earned
    return earned


def full_rows(drawn: set[Cell]) -> set[int]:
    """The rows with every cell drawn."""
    return {y for y in range(ROWS) if cells_in_row(drawn, y) == COLUMNS}


def cells_in_row(drawn: set[Cell], y: int) -> int:
    """How many cells of a row are drawn."""
    return sum((x, y) in drawn for x in range(COLUMNS))


def settle_dots(sheet: Sheet, color: str, cells: set[Cell]) -> int:
    """Settle the dots under new cells, gains before losses; return the crosses from pink X circles."""
    wrong = WRONG_DOT_ENERGY[sheet.level]
    changes = [RIGHT_DOT_ENERGY if DOTS[cell] == color else wrong for cell in cells if cell in DOTS]
    gains = sum(change for change in changes if change > 0)
    losses = sum(-change for change in changes if change < 0)
    crosses = sum(activate_circle(sheet) for _ in range(gains))
    sheet.ready = max(0, sheet.ready - losses)
    return crosses


def activate_circle(sheet: Sheet) -> int:
    """Activate the next circle of the bar; return 1 if it holds a pink X. A full bar loses the energy."""
    if sheet.circles_used == CIRCLES:
        return 0
    sheet.circles_used += 1
    sheet.ready += 1
    return 1 if sheet.circles_used in PINK_X else 0


def row_points(sheet: Sheet) -> int:
    """The points of all rows, each times its multiplier."""
    return sum(ROW_POINTS.get(cells_in_row(sheet.drawn, y), 0) * ROW_MULTIPLIERS[y] for y in range(ROWS))


def score(sheet: Sheet, with_bonus: bool) -> dict[str, int]:
    """The score as a record shows it; a duel has no extra points bar."""
    last_field = len(EXTRA_POINTS) - 1
    parts = {
        "rows": row_points(sheet),
        "bonus": EXTRA_POINTS[min(sheet.crosses, last_field)] if with_bonus else 0,
        "bombs": sum(BOMBS[sheet.bombs_used :]),
        "energy": sheet.ready // 2,
    }
    return parts | {"total": sum(parts.values())}
