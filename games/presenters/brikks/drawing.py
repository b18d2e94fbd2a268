"""Blocks, the empty sheet and its bars as pictures, and a block that slides under an overhang: where every square,
circle and letter goes, in the units of an SVG.

Pure geometry over the engine's figures; the way of the falling block is the one that the engine finds. Colours and
patterns are the stylesheet's business; the words that describe a picture are made here, because they follow from its
geometry.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.brikks.blocks import FACES
from engine.brikks.board import bit, path_to
from engine.brikks.drawing import LETTERS
from engine.brikks.figures import (
    BLOCKS,
    COLORS,
    COLUMNS,
    DOTS,
    ENERGY_CIRCLES,
    EXTRA_POINTS,
    NUMBERS,
    PINK_CIRCLES,
    ROW_MULTIPLIERS,
    ROWS,
)
from games.presenters.brikks.texts import COLOR_NAMES

CELL = 40
MARGIN = 26
OUTLINE = 2
"""Room around a block, so that the line around its squares is not cut."""
ENERGY_PER_LINE = 7
EXTRA_POINTS_PER_LINE = 8


@dataclass(frozen=True, slots=True)
class Square:
    """A cell of a picture, by its upper left corner and its centre."""

    x: int
    y: int
    kind: str = ""
    text: str = ""

    @property
    def center_x(self) -> int:
        return self.x + CELL // 2

    @property
    def center_y(self) -> int:
        return self.y + CELL // 2


@dataclass(frozen=True, slots=True)
class BlockDrawing:
    """One block of the table."""

    color: str
    number: int
    columns: int
    rows: int
    squares: tuple[Square, ...]
    words: str

    @property
    def id(self) -> str:
        return f"block-{self.color}-{self.number}"

    @property
    def view_width(self) -> int:
        return self.columns * CELL + 2 * OUTLINE

    @property
    def view_height(self) -> int:
        return self.rows * CELL + 2 * OUTLINE

    @property
    def letter(self) -> str:
        return LETTERS[self.color]

    @property
    def color_name(self) -> str:
        return str(COLOR_NAMES[self.color])

    @property
    def name(self) -> str:
        return f"{self.color_name} {self.number}"


@dataclass(frozen=True, slots=True)
class SheetDrawing:
    """The empty sheet: cells, dots, and labels around them."""

    width: int
    height: int
    cells: tuple[Square, ...]
    dots: tuple[Square, ...]
    row_labels: tuple[Square, ...]
    column_labels: tuple[Square, ...]
    multipliers: tuple[Square, ...]
    words: str


@dataclass(frozen=True, slots=True)
class BarDrawing:
    """A bar of circles or fields that wraps into lines of equal length."""

    width: int
    height: int
    fields: tuple[Square, ...]


def draw_block(color: str, number: int) -> BlockDrawing:
    """A block of the table; its lowest leftmost square carries the letter instead of the pattern."""
    picture = BLOCKS[color][number - 1]
    filled = [(x, y) for y, line in enumerate(picture) for x, mark in enumerate(line) if mark == "#"]
    lettered = min(filled, key=lambda place: (-place[1], place[0]))
    squares = tuple(Square(x * CELL, y * CELL, text=LETTERS[color] if (x, y) == lettered else "") for x, y in filled)
    return BlockDrawing(color, number, len(picture[0]), len(picture), squares, block_in_words(picture))


def block_in_words(picture: tuple[str, ...]) -> str:
    """A block's picture for those who cannot see it, line by line from the top."""
    lines = [", ".join(str(column) for column, mark in enumerate(line, 1) if mark == "#") for line in picture]
    size = ngettext("%(count)d row.", "%(count)d rows, from the top.", len(lines)) % {"count": len(lines)}
    return " ".join([size, *(_("Columns %(columns)s.") % {"columns": line} for line in lines)])


def draw_table() -> tuple[tuple[BlockDrawing, ...], ...]:
    """The block table: for every colour its four blocks."""
    return tuple(tuple(draw_block(color, number) for number in NUMBERS) for color in COLORS)


def draw_sheet() -> SheetDrawing:
    """The empty sheet, with its bottom row at the bottom."""
    top = {y: (ROWS - 1 - y) * CELL for y in range(ROWS)}
    left = {x: MARGIN + x * CELL for x in range(COLUMNS)}
    return SheetDrawing(
        width=MARGIN + COLUMNS * CELL + CELL,
        height=ROWS * CELL + MARGIN,
        cells=tuple(Square(left[x], top[y], f"x{ROW_MULTIPLIERS[y]}") for y in top for x in left),
        dots=tuple(Square(left[x], top[y], color, LETTERS[color]) for x, y, color in DOTS),
        row_labels=tuple(Square(0, top[y], text=str(y + 1)) for y in top),
        column_labels=tuple(Square(left[x], ROWS * CELL, text=str(x + 1)) for x in left),
        multipliers=tuple(Square(MARGIN + COLUMNS * CELL, top[y], text=f"×{ROW_MULTIPLIERS[y]}") for y in top),
        words=sheet_in_words(),
    )


def sheet_in_words() -> str:
    """Where the dots are, bottom row first."""
    place = _("%(color)s at column %(column)d, row %(row)d")
    dots = [place % {"color": COLOR_NAMES[color], "column": x + 1, "row": y + 1} for x, y, color in DOTS]
    return _("Dots: %(dots)s.") % {"dots": "; ".join(dots)}


def draw_energy_bar() -> BarDrawing:
    """The circles of the energy bar; `pink` ones hold an X below their number."""
    kinds = ["pink" if circle in PINK_CIRCLES else "plain" for circle in range(1, ENERGY_CIRCLES + 1)]
    return draw_bar([(kind, str(circle)) for circle, kind in enumerate(kinds, 1)], ENERGY_PER_LINE)


def draw_extra_points() -> BarDrawing:
    """The fields of the extra points bar."""
    return draw_bar([("plain", str(points)) for points in EXTRA_POINTS], EXTRA_POINTS_PER_LINE)


def draw_bar(fields: list[tuple[str, str]], per_line: int) -> BarDrawing:
    """Fields side by side, line under line."""
    squares = tuple(
        Square(index % per_line * CELL, index // per_line * CELL, kind, text)
        for index, (kind, text) in enumerate(fields)
    )
    lines = -(-len(fields) // per_line)
    return BarDrawing(per_line * CELL, lines * CELL, squares)


FALL_SCENE = (
    ".......",
    ".......",
    ".......",
    "GGG....",
    "......K",
    "......K",
)
"""Some columns of the lowest rows, top row first, with what is drawn there."""
FALLING_BLOCK = ("red", 4)
LANDING = (0, 0)
"""Where the block comes to rest: column and row from 0."""
SCENE_COLORS = {"G": "green", "K": "black"}
MOVE_STEPS = {"left": (-1, 0), "right": (1, 0), "down": (0, -1)}


@dataclass(frozen=True, slots=True)
class FallDrawing:
    """A part of a sheet, what is drawn on it, a block at its landing, and the way it took."""

    width: int
    height: int
    cells: tuple[Square, ...]
    drawn: tuple[Square, ...]
    landed: tuple[Square, ...]
    color: str
    way: str
    """Points of the line that the middle of the block follows."""


def draw_fall() -> FallDrawing:
    """The scene with the engine's way to the landing."""
    shape = FACES[FALLING_BLOCK].shape
    rows, columns = len(FALL_SCENE), len(FALL_SCENE[0])
    drawn = {
        (x, y): FALL_SCENE[rows - 1 - y][x]
        for y in range(rows)
        for x in range(columns)
        if FALL_SCENE[rows - 1 - y][x] != "."
    }
    places = fall_positions(sum(bit(x, y) for x, y in drawn))
    middle = [(x * CELL + shape.width * CELL // 2, (rows - y) * CELL - shape.height * CELL // 2) for x, y in places]
    return FallDrawing(
        width=columns * CELL,
        height=rows * CELL,
        cells=tuple(scene_square(x, y) for y in range(rows) for x in range(columns)),
        drawn=tuple(scene_square(x, y, SCENE_COLORS[mark]) for (x, y), mark in drawn.items()),
        landed=tuple(scene_square(LANDING[0] + x, LANDING[1] + y) for x, y in shape.cells),
        color=FALLING_BLOCK[0],
        way=" ".join(f"{x},{y}" for x, y in middle if y > -CELL),
    )


def fall_positions(board: int) -> list[tuple[int, int]]:
    """Every place on the way of the block, from above the sheet to its landing."""
    path = path_to(board, FACES[FALLING_BLOCK].shape, *LANDING)
    assert path is not None, "the block in the scene can get there"
    place = LANDING
    places = [place]
    for move in reversed(path.moves):
        place = place[0] - MOVE_STEPS[move][0], place[1] - MOVE_STEPS[move][1]
        places.append(place)
    return places[::-1]


def scene_square(x: int, y: int, kind: str = "") -> Square:
    """A square of the scene, whose bottom row is at the bottom."""
    return Square(x * CELL, (len(FALL_SCENE) - 1 - y) * CELL, kind)
