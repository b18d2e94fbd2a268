"""The picture of a block that slides under an overhang; its way is the one the engine finds."""

from dataclasses import dataclass

from engine.brikks.blocks import FACES
from engine.brikks.board import bit, path_to
from games.drawings import CELL, Square

SCENE = (
    ".......",
    ".......",
    ".......",
    "GGG....",
    "......K",
    "......K",
)
"""Some columns of the lowest rows, top row first, with what is drawn there."""
BLOCK = ("red", 4)
PLACE = (0, 0)
"""Where the block comes to rest: column and row from 0."""
COLORS = {"G": "green", "K": "black"}
STEPS = {"left": (-1, 0), "right": (1, 0), "down": (0, -1)}


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
    shape = FACES[BLOCK].shape
    rows, columns = len(SCENE), len(SCENE[0])
    drawn = {
        (x, y): SCENE[rows - 1 - y][x] for y in range(rows) for x in range(columns) if SCENE[rows - 1 - y][x] != "."
    }
    places = way_to(sum(bit(x, y) for x, y in drawn))
    middle = [(x * CELL + shape.width * CELL // 2, (rows - y) * CELL - shape.height * CELL // 2) for x, y in places]
    return FallDrawing(
        width=columns * CELL,
        height=rows * CELL,
        cells=tuple(square(x, y) for y in range(rows) for x in range(columns)),
        drawn=tuple(square(x, y, COLORS[mark]) for (x, y), mark in drawn.items()),
        landed=tuple(square(PLACE[0] + x, PLACE[1] + y) for x, y in shape.cells),
        color=BLOCK[0],
        way=" ".join(f"{x},{y}" for x, y in middle if y > -CELL),
    )


def way_to(board: int) -> list[tuple[int, int]]:
    """Every place on the way of the block, from above the sheet to its landing."""
    path = path_to(board, FACES[BLOCK].shape, *PLACE)
    assert path is not None, "the block in the scene can get there"
    place = PLACE
    places = [place]
    for move in reversed(path.moves):
        place = place[0] - STEPS[move][0], place[1] - STEPS[move][1]
        places.append(place)
    return places[::-1]


def square(x: int, y: int, kind: str = "") -> Square:
    """A square of the scene, whose bottom row is at the bottom."""
    return Square(x * CELL, (len(SCENE) - 1 - y) * CELL, kind)
