"""The sheets of a game in play: as templates draw them, with every piece, circle, field and bomb and its mark; as data
for scripts, with what has fallen between two states; and as thumbnails for lists, one path for each colour.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from engine.brikks.blocks import FACE_LIST, FACES, MINI, Face, Piece
from engine.brikks.board import Shape
from engine.brikks.drawing import LETTERS
from engine.brikks.figures import BOMBS, COLUMNS, ROW_MULTIPLIERS, ROWS
from engine.brikks.options import path
from engine.brikks.scoring import extra_points, score
from engine.brikks.sheet import Sheet, pieces
from engine.brikks.state import State, Variant
from engine.protocol import Json
from games.presenters.brikks.drawing import (
    CELL,
    MARGIN,
    OUTLINE,
    BarDrawing,
    Square,
    draw_energy_bar,
    draw_extra_points,
    draw_sheet,
)
from games.presenters.brikks.texts import face_id, name_of

SPENT: Final = "is-spent"
CIRCLED: Final = "is-circled"
CROSSED: Final = "is-crossed"
CURRENT: Final = "is-current"
USED: Final = "is-used"
BOMB_WIDTH: Final = 48


@dataclass(frozen=True, slots=True)
class PieceDrawing:
    """A block on a sheet, or by itself."""

    id: str
    color: str
    name: str
    squares: tuple[Square, ...]
    """The lettered one has a text."""
    width: int
    height: int

    @property
    def columns(self) -> int:
        return (self.width - 2 * OUTLINE) // CELL


@dataclass(frozen=True, slots=True)
class Mark:
    """A circle or field of a bar and what has become of it."""

    index: int
    square: Square
    mark: str
    """As classes."""


def sheet_geometry() -> Json:
    """The geometry that scripts draw by."""
    shapes: dict[str, list[list[list[int]]]] = {}
    for face in (*FACE_LIST, MINI):
        shapes.setdefault(face.color, []).append([list(cell) for cell in face.shape.cells])
    return {"columns": COLUMNS, "rows": ROWS, "cell": CELL, "margin": MARGIN, "shapes": shapes, "letters": LETTERS}


def draw_piece(piece: Piece) -> PieceDrawing:
    """A block where it lies on a sheet."""
    squares = tuple(_piece_squares(piece))
    place = f"{piece.face.color}:{piece.face.column}:{piece.x}:{piece.y}"
    return PieceDrawing(place, piece.face.color, name_of(piece.face), squares, 0, 0)


def _piece_squares(piece: Piece) -> Iterator[Square]:
    """Its cells, where they are on the sheet."""
    lettered = _lettered(piece.face.shape)
    for cell in piece.face.shape.cells:
        left, top = MARGIN + (piece.x + cell[0]) * CELL, (ROWS - 1 - piece.y - cell[1]) * CELL
        yield Square(left, top, piece.face.color, LETTERS[piece.face.color] if cell == lettered else "")


def draw_faces() -> dict[str, PieceDrawing]:
    """Every block by itself, by its id."""
    return {face_id(face): _draw_face(face) for face in (*FACE_LIST, MINI)}


def _draw_face(face: Face) -> PieceDrawing:
    shape = face.shape
    lettered = _lettered(shape)
    squares = tuple(
        Square(x * CELL, (shape.height - 1 - y) * CELL, face.color, LETTERS[face.color] if (x, y) == lettered else "")
        for x, y in shape.cells
    )
    width, height = shape.width * CELL + 2 * OUTLINE, shape.height * CELL + 2 * OUTLINE
    return PieceDrawing(face_id(face), face.color, name_of(face), squares, width, height)


def _lettered(shape: Shape) -> tuple[int, int]:
    """The cell that has the letter: the lowest, and of these the leftmost."""
    return min(shape.cells, key=lambda cell: (cell[1], cell[0]))


def draw_sheet_of_seat(state: State, seat: int) -> Json:
    """One seat's sheet with everything on it and around it."""
    sheet, variant = state.sheets[seat], state.variant
    return {
        "seat": seat,
        "level": sheet.level,
        "left": sheet.left,
        "ready": sheet.ready,
        "crosses": sheet.crosses,
        "is_duel": variant.is_duel,
        "bonus": extra_points(sheet.crosses),
        "score": score(sheet, variant)._asdict(),
        "sheet": draw_sheet(),
        "pieces": [draw_piece(piece) for piece in pieces(sheet)],
        "energy_bar": energy_bar(),
        "circles": list(_energy_circles(sheet)),
        "extra_bar": extra_bar(),
        "fields": list(_extra_fields(sheet)),
        "bombs": [_bomb(sheet, index) for index in range(len(BOMBS))],
        "cell": CELL,
    }


def _energy_circles(sheet: Sheet) -> Iterator[Mark]:
    spent = sheet.circled - sheet.ready
    for number, field in enumerate(energy_bar().fields, 1):
        yield Mark(
            number, field, f"{CIRCLED} {SPENT}" if number <= spent else CIRCLED if number <= sheet.circled else ""
        )


def _extra_fields(sheet: Sheet) -> Iterator[Mark]:
    for index, field in enumerate(extra_bar().fields):
        yield Mark(index, field, CROSSED if index < sheet.crosses else CURRENT if index == sheet.crosses else "")


def _bomb(sheet: Sheet, index: int) -> Json:
    mark = USED if index < sheet.bombs else ""
    return {"index": index, "points": BOMBS[index], "mark": mark, "left": index * BOMB_WIDTH}


@cache
def energy_bar() -> BarDrawing:
    """The energy bar."""
    return draw_energy_bar()


@cache
def extra_bar() -> BarDrawing:
    """The extra points bar."""
    return draw_extra_points()


MOVE_LETTERS: Final = {"down": "d", "left": "l", "right": "r"}


def sheet_data(sheet: Sheet, variant: Variant) -> Json:
    """Everything about a sheet."""
    return {
        "level": sheet.level,
        "ready": sheet.ready,
        "circled": sheet.circled,
        "crosses": sheet.crosses,
        "bombs": sheet.bombs,
        "left": sheet.left,
        "drawn": [piece_data(piece) for piece in pieces(sheet)],
        "score": score(sheet, variant)._asdict(),
    }


def piece_data(piece: Piece) -> list[str | int]:
    """A drawn block: colour, number, and the place of its lower left corner."""
    return [piece.face.color, piece.face.column, piece.x, piece.y]


def all_falls(before: State, after: State) -> list[Json]:
    """How everything has fallen that was drawn in between."""
    both = zip(before.sheets, after.sheets, strict=True)
    return [fall for seat, (old, new) in enumerate(both) for fall in _falls_of_seat(seat, old, new)]


def _falls_of_seat(seat: int, before: Sheet, after: Sheet) -> list[Json]:
    if before.drawn is after.drawn:
        return []
    fresh = pieces(after)[len(pieces(before)) :]
    falls = []
    for piece in fresh:
        falls.append({"seat": seat, "piece": piece_data(piece), **fall_of(before, piece)})
        before = before._replace(cells=before.cells | piece.cells)
    return falls


def fall_of(sheet: Sheet, piece: Piece) -> Json:
    """The column in which a piece enters, and its moves."""
    found = path(sheet, piece)
    if found is None:
        return {"from": piece.x, "moves": ""}
    return {"from": found.x, "moves": "".join(MOVE_LETTERS[move] for move in found.moves)}


class Patch(NamedTuple):
    """Squares of one colour as the data of an SVG path, one unit each."""

    kind: str
    data: str


class Thumbnail(NamedTuple):
    """A sheet in the units of its squares."""

    width: int
    height: int
    bands: tuple[Patch, ...]
    """The rows by what they are worth."""
    blocks: tuple[Patch, ...]


def thumbnails(state: Json) -> list[Thumbnail]:
    """The sheet of each seat, from a frozen state that its viewer may see."""
    return [Thumbnail(COLUMNS, ROWS, _ROW_BANDS, _thumbnail_blocks(sheet["drawn"])) for sheet in state["sheets"]]


def _thumbnail_blocks(drawn: list[list[int | str]]) -> tuple[Patch, ...]:
    squares: dict[str, list[str]] = {}
    for color, column, x, y in drawn:
        squares.setdefault(str(color), []).extend(_block_outlines(str(color), int(column), int(x), int(y)))
    return tuple(Patch(color, "".join(places)) for color, places in squares.items())


def _block_outlines(color: str, column: int, x: int, y: int) -> list[str]:
    shape = (MINI if color == MINI.color else FACES[color, column]).shape
    return [_rectangle(x + right, ROWS - 1 - (y + up), 1) for right, up in shape.cells]


def _rectangle(left: int, top: int, width: int) -> str:
    return f"M{left} {top}h{width}v1h-{width}z"


def _row_band(multiplier: int) -> Patch:
    rows = (ROWS - 1 - y for y, worth in enumerate(ROW_MULTIPLIERS) if worth == multiplier)
    return Patch(f"x{multiplier}", "".join(_rectangle(0, top, COLUMNS) for top in rows))


_ROW_BANDS: Final = tuple(_row_band(multiplier) for multiplier in sorted(set(ROW_MULTIPLIERS)))
