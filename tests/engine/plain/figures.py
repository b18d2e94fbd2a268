"""The figures of the printed sheet, read from `sheet.json`, under the names the rulebook uses."""

import json
from pathlib import Path
from typing import Any

Cell = tuple[int, int]
Shape = list[str]

_PRINTED: dict[str, Any] = json.loads((Path(__file__).parent.parent / "sheet.json").read_text("utf-8"))
_BAR: dict[str, Any] = _PRINTED["energy_bar"]


def _by_number(table: dict[str, int]) -> dict[int, int]:
    """JSON keys are strings; the rules count with numbers."""
    return {int(key): value for key, value in table.items()}


COLUMNS: int = _PRINTED["columns"]
ROWS: int = _PRINTED["rows"]
ROW_MULTIPLIERS: list[int] = _PRINTED["row_multipliers"]
ROW_POINTS = _by_number(_PRINTED["row_points"])
DOTS: dict[Cell, str] = {(dot["x"], dot["y"]): dot["color"] for dot in _PRINTED["dots"]}
CIRCLES: int = _BAR["circles"]
PINK_X: list[int] = _BAR["pink_x"]
READY_AT_START = _by_number(_BAR["ready_at_start"])
CIRCLES_USED_AT_START = _by_number(_BAR["circles_used_at_start"])
EXTRA_POINTS: list[int] = _PRINTED["extra_points"]
BOMBS: list[int] = _PRINTED["bombs"]
ROW_CROSSES = {0: 0} | _by_number(_PRINTED["row_crosses"])
WRONG_DOT_ENERGY = _by_number(_PRINTED["wrong_dot_energy_by_level"])
RIGHT_DOT_ENERGY: int = _PRINTED["right_dot_energy"]
BLOCKS: dict[str, list[Shape]] = _PRINTED["blocks"]
COLORS = list(BLOCKS)
NUMBERS = [1, 2, 3, 4]
LEVELS = [1, 2, 3, 4]
MINI_BLOCK: Shape = ["#"]
PRICE_OF_ANOTHER_COLOR = 5


def block(color: str, column: int) -> Shape:
    """The picture of a block of the table, top row first; columns count from 1."""
    return BLOCKS[color][column - 1]
