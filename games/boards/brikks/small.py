"""Sheets of Brikks as thumbnails: nothing but coloured squares, one path for each colour."""

from typing import Final, NamedTuple

from engine.brikks.blocks import FACES, MINI
from engine.brikks.figures import COLUMNS, ROW_MULTIPLIERS, ROWS
from engine.protocol import Json


class Patch(NamedTuple):
    """Squares of one colour as the data of an SVG path, one unit each."""

    kind: str
    data: str


class SmallSheet(NamedTuple):
    """A sheet in the units of its squares."""

    width: int
    height: int
    bands: tuple[Patch, ...]
    """The rows by what they are worth."""
    blocks: tuple[Patch, ...]


def small_sheets(state: Json) -> list[SmallSheet]:
    """The sheet of each seat, from a frozen state that its viewer may see."""
    return [SmallSheet(COLUMNS, ROWS, _BANDS, _blocks(sheet["drawn"])) for sheet in state["sheets"]]


def _blocks(drawn: list[list[int | str]]) -> tuple[Patch, ...]:
    squares: dict[str, list[str]] = {}
    for color, column, x, y in drawn:
        squares.setdefault(str(color), []).extend(_squares(str(color), int(column), int(x), int(y)))
    return tuple(Patch(color, "".join(places)) for color, places in squares.items())


def _squares(color: str, column: int, x: int, y: int) -> list[str]:
    shape = (MINI if color == MINI.color else FACES[color, column]).shape
    return [_rectangle(x + right, ROWS - 1 - (y + up), 1) for right, up in shape.cells]


def _rectangle(left: int, top: int, width: int) -> str:
    return f"M{left} {top}h{width}v1h-{width}z"


def _band(multiplier: int) -> Patch:
    rows = (ROWS - 1 - y for y, worth in enumerate(ROW_MULTIPLIERS) if worth == multiplier)
    return Patch(f"x{multiplier}", "".join(_rectangle(0, top, COLUMNS) for top in rows))


_BANDS: Final = tuple(_band(multiplier) for multiplier in sorted(set(ROW_MULTIPLIERS)))
