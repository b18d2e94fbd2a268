"""Sheets as pictures: every piece, circle, field and bomb with its place and its mark."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.brikks.blocks import FACE_LIST, MINI, Face, Piece
from engine.brikks.board import Shape
from engine.brikks.drawing import LETTERS
from engine.brikks.figures import BOMBS, COLUMNS, ROWS
from engine.brikks.scoring import extra_points, score
from engine.brikks.sheet import Sheet, pieces
from engine.brikks.state import State
from engine.protocol import Json
from games.boards.brikks.naming import face_id, name_of
from games.drawings import (
    CELL,
    MARGIN,
    OUTLINE,
    BarDrawing,
    Square,
    draw_energy_bar,
    draw_extra_points,
    draw_sheet,
)

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


def setting() -> Json:
    """The geometry that scripts draw by."""
    shapes: dict[str, list[list[list[int]]]] = {}
    for face in (*FACE_LIST, MINI):
        shapes.setdefault(face.color, []).append([list(cell) for cell in face.shape.cells])
    return {"columns": COLUMNS, "rows": ROWS, "cell": CELL, "margin": MARGIN, "shapes": shapes, "letters": LETTERS}


def draw_piece(piece: Piece) -> PieceDrawing:
    """A block where it lies on a sheet."""
    squares = tuple(_squares(piece))
    place = f"{piece.face.color}:{piece.face.column}:{piece.x}:{piece.y}"
    return PieceDrawing(place, piece.face.color, name_of(piece.face), squares, 0, 0)


def _squares(piece: Piece) -> Iterator[Square]:
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


def place(state: State, seat: int) -> Json:
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
        "circles": list(_circles(sheet)),
        "extra_bar": extra_bar(),
        "fields": list(_fields(sheet)),
        "bombs": [_bomb(sheet, index) for index in range(len(BOMBS))],
        "cell": CELL,
    }


def _circles(sheet: Sheet) -> Iterator[Mark]:
    spent = sheet.circled - sheet.ready
    for number, field in enumerate(energy_bar().fields, 1):
        yield Mark(
            number, field, f"{CIRCLED} {SPENT}" if number <= spent else CIRCLED if number <= sheet.circled else ""
        )


def _fields(sheet: Sheet) -> Iterator[Mark]:
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
