"""The chapter "Falling", cell by cell: where a block can land, and whether one path of steps is legal."""

from collections import deque
from collections.abc import Sequence

from .figures import COLUMNS, ROWS, Cell, Shape

STEPS: dict[str, Cell] = {"left": (-1, 0), "right": (1, 0), "down": (0, -1)}


def cells_of(shape_rows: Shape, x: int, y: int) -> set[Cell]:
    """The cells of a block whose bounding box has its bottom-left corner at (x, y)."""
    top = y + len(shape_rows) - 1
    return {
        (x + across, top - line)
        for line, picture in enumerate(shape_rows)
        for across, mark in enumerate(picture)
        if mark == "#"
    }


def is_free(drawn: set[Cell], cells: set[Cell], x: int, y: int) -> bool:
    """Whether cells moved by (x, y) overlap nothing drawn and leave neither the sides nor the bottom."""
    return all(0 <= x + dx < COLUMNS and y + dy >= 0 and (x + dx, y + dy) not in drawn for dx, dy in cells)


def reachable(drawn: set[Cell], shape_rows: Shape) -> set[Cell]:
    """Every corner a block can get to, beginning anywhere wholly above the sheet."""
    cells = cells_of(shape_rows, 0, 0)
    entrances = {(x, ROWS) for x in range(COLUMNS) if is_free(drawn, cells, x, ROWS)}
    seen = set(entrances)
    waiting = deque(entrances)
    while waiting:
        x, y = waiting.popleft()
        for dx, dy in STEPS.values():
            corner = (x + dx, y + dy)
            if corner not in seen and is_free(drawn, cells, *corner):
                seen.add(corner)
                waiting.append(corner)
    return seen


def landings(drawn: set[Cell], shape_rows: Shape) -> set[Cell]:
    """Every legal landing: reachable, no way further down, wholly inside the sheet."""
    cells = cells_of(shape_rows, 0, 0)
    return {
        (x, y)
        for x, y in reachable(drawn, shape_rows)
        if not is_free(drawn, cells, x, y - 1) and y + len(shape_rows) <= ROWS
    }


def is_legal_path(drawn: set[Cell], shape_rows: Shape, start_x: int, moves: str | Sequence[str], target: Cell) -> bool:
    """Whether the steps (words in a list, or with spaces between) lead from above the sheet to the target."""
    cells = cells_of(shape_rows, 0, 0)
    x, y = start_x, ROWS
    if not is_free(drawn, cells, x, y):
        return False
    for step in moves.split() if isinstance(moves, str) else moves:
        if step not in STEPS:
            return False
        x, y = x + STEPS[step][0], y + STEPS[step][1]
        if not is_free(drawn, cells, x, y):
            return False
    return (x, y) == target
