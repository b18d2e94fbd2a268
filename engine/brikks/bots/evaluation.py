"""What a sheet promises: the points it may still come to, judged by its shape and by what is left to spend, and one
roll ahead, what the best answer to each of the 24 faces would leave it worth.

The value of a sheet is a weighted sum of things that can be counted with a few bit operations, because a bot values
thousands of sheets per game. The weights are in points, found by playing seeded games with many sets of them; what
matters is how they compare, not what they add up to.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeAlias

from engine.brikks.blocks import FACE_LIST, PIECES, Face, Piece, price
from engine.brikks.board import COLUMN, ROW_CELLS, Bitboard, bit, cells_of, landings
from engine.brikks.figures import ANY_BLOCK_PRICE, BOMBS, COLUMNS, ENERGY_CIRCLES, ROW_MULTIPLIERS, ROW_POINTS, ROWS
from engine.brikks.scoring import extra_points, score
from engine.brikks.sheet import Sheet, draw, has_bomb, use_bomb
from engine.brikks.state import Variant

POINT_IN_REACH: Final = 0.75
"""A point of a row that can still be had if all of its uncovered cells are filled."""
BURIED_CELL: Final = -1.36
"""A covered cell with nothing open beside it: hardly any block gets there."""
OVERHUNG_CELL: Final = -0.21
"""A covered cell that a block may still slide into from the side."""
CAVITY: Final = -0.93
"""A run of covered cells in a column, however deep."""
CLIFF: Final = -0.43
"""Each row but the first by which two neighbouring columns differ in height…"""
ABYSS: Final = -0.32
"""…and more for each but the first two: hardly any block leaves no hole there."""
WELL: Final = -0.24
"""An open cell with something, or the side of the sheet, on both sides…"""
SHAFT: Final = -0.42
"""…more for each below another one."""
GAP: Final = 0.5
"""A row with a single open cell left, times its multiplier: it is better completed together with others."""
TWIN_GAPS: Final = 0.91
"""Two such cells one above the other."""
NEXT_CROSS: Final = -0.63
"""Each point that the next cross would bring, so that the first few are not dearly bought."""
ENERGY: Final = (2.2,) * 5 + (1.7,) * 5 + (0.8,) * (ENERGY_CIRCLES - 10)
"""Each ready energy point, from the first to the last."""
BOMBS_KEPT: Final = (1.07, 1.17, 2.62)
"""Each bomb, besides its points."""
MINI_BLOCK: Final = 4.0
"""A mini block for the opponent's sheet."""

_TOPS: Final = ROW_CELLS[ROWS - 1]
_SHEET: Final = sum(ROW_CELLS)
_NOT_THE_LAST_COLUMN: Final = sum(bit(x, y) for x in range(COLUMNS - 1) for y in range(ROWS))
_ROWS: Final = tuple(zip(ROW_CELLS, ROW_MULTIPLIERS, strict=True))
_SPOILT: Final = tuple(ROW_POINTS[COLUMNS] - ROW_POINTS.get(COLUMNS - covered, 0) for covered in range(COLUMNS + 1))
"""What a row loses by so many covered cells."""
_UNSPOILT: Final = sum(ROW_POINTS[COLUMNS] * multiplier for multiplier in ROW_MULTIPLIERS)


def value(sheet: Sheet, variant: Variant) -> float:
    """What a sheet promises, in points."""
    _, cells, ready, _, crosses, bombs, _, _ = sheet
    bar = CROSSES if not variant.is_duel else MINI_BLOCKS
    return shape_value(cells) + READY[ready] + BOMBS_LEFT[bombs] + bar[crosses]


@lru_cache(maxsize=1 << 13)
def shape_value(cells: Bitboard) -> float:
    """What the shape of the drawn cells promises; remembered, because looking ahead meets every other shape again."""
    free = _SHEET ^ cells
    uncovered = free & ((free + _TOPS) ^ free)
    beside = uncovered << COLUMN | uncovered >> COLUMN
    wells = uncovered & ~beside
    return (
        WELL * wells.bit_count()
        + SHAFT * (wells & wells << 1).bit_count()
        + _surface(uncovered)
        + _gaps(cells, uncovered)
        + _covered(free ^ uncovered, beside)
    )


def _surface(uncovered: Bitboard) -> float:
    """How even the columns are: where one of two neighbours is open, they differ."""
    steps = (uncovered ^ uncovered >> COLUMN) & _NOT_THE_LAST_COLUMN
    cliffs = steps & steps << 1
    return CLIFF * cliffs.bit_count() + ABYSS * (cliffs & steps << 2).bit_count()


def _gaps(cells: Bitboard, uncovered: Bitboard) -> float:
    """How many rows lack one cell, and of these how many one block could complete together."""
    gaps = worth = 0
    for row, multiplier in _ROWS:
        if (cells & row).bit_count() == COLUMNS - 1 and uncovered & row:
            gaps |= uncovered & row
            worth += multiplier
    return GAP * worth + TWIN_GAPS * (gaps & gaps << 1).bit_count() if gaps else 0.0


def _covered(covered: Bitboard, beside: Bitboard) -> float:
    """What can still be had in spite of the cells under others."""
    if not covered:
        return POINT_IN_REACH * _UNSPOILT
    overhung = (covered & beside).bit_count()
    buried = covered.bit_count() - overhung
    cavities = (covered & ~(covered << 1)).bit_count()
    spoilt = BURIED_CELL * buried + OVERHUNG_CELL * overhung + CAVITY * cavities
    return POINT_IN_REACH * _points_in_reach(covered) + spoilt


def _points_in_reach(covered: Bitboard) -> int:
    """The points of all rows once everything but these cells is filled."""
    points = _UNSPOILT
    for row, multiplier in _ROWS:
        if covered & row:
            points -= _SPOILT[(covered & row).bit_count()] * multiplier
    return points


def _cross_value(crosses: int) -> float:
    points = extra_points(crosses)
    return points + NEXT_CROSS * (extra_points(crosses + 1) - points)


MOST_CROSSES: Final = 32
"""More than any game brings: at most eleven from rows and eight from circles."""
CROSSES: Final = tuple(_cross_value(crosses) for crosses in range(MOST_CROSSES))
MINI_BLOCKS: Final = tuple(MINI_BLOCK * crosses for crosses in range(MOST_CROSSES))
READY: Final = tuple(sum(ENERGY[:ready]) for ready in range(ENERGY_CIRCLES + 1))
BOMBS_LEFT: Final = tuple(sum(BOMBS[used:]) + sum(BOMBS_KEPT[used:]) for used in range(len(BOMBS) + 1))
"""By how many crosses, mini blocks, energy points and bombs used there are: what they promise."""

ENERGY_POINT: Final = 2.4
"""What each energy point that an answer costs takes from its value."""
NO_ANSWER: Final = -1000.0
"""Worse than any sheet."""

Valued: TypeAlias = dict[Face, float]
"""For each block, the best that placing it leads to."""


def _first_alike(face: Face) -> Face:
    return next(other for other in FACE_LIST if other.shape.cells == face.shape.cells)


ALIKE: Final = {face: _first_alike(face) for face in FACE_LIST}
"""For each face the first with the same block: some blocks are printed twice, always in one colour."""
BLOCKS: Final = tuple(dict.fromkeys(ALIKE.values()))
IN_COLOR: Final = {
    face: [(ALIKE[other], price(face, other)) for other in FACE_LIST if other.color == face.color] for face in FACE_LIST
}
"""For each face the blocks of its colour and their prices."""
CORNERS: Final = {
    face: {bit(x, y): PIECES[face.color, face.column, x, y] for x, y in cells_of(face.shape.inside)} for face in BLOCKS
}
"""The pieces of each block by their bottom-left corner, as `landings` gives it."""


def outlook(sheet: Sheet, variant: Variant) -> float:
    """The value of a sheet after the best answer to the next roll, averaged over all rolls."""
    values = answer_values(sheet, variant)
    return sum(values.values()) / len(values)


def answer_values(sheet: Sheet, variant: Variant) -> Valued:
    """The value of a sheet after the best answer to each face."""
    placed = {block: _best(sheet, block, lambda after: value(after, variant)) for block in BLOCKS}
    instead = max(_spared(sheet, variant), _any_block(placed, sheet.ready))
    stuck = max(instead, final_points(sheet, variant))
    return {
        face: max(_in_color(placed, face, sheet.ready), stuck if placed[ALIKE[face]] == NO_ANSWER else instead)
        for face in FACE_LIST
    }


def _spared(sheet: Sheet, variant: Variant) -> float:
    """What a bomb leads to."""
    return value(use_bomb(sheet), variant) if has_bomb(sheet) else NO_ANSWER


def _any_block(placed: Valued, ready: int) -> float:
    """The best that paying for any block leads to."""
    return max(placed.values()) - ANY_BLOCK_PRICE * ENERGY_POINT if ready >= ANY_BLOCK_PRICE else NO_ANSWER


def _in_color(placed: Valued, face: Face, ready: int) -> float:
    """The best that the rolled block or another of its colour leads to."""
    return max([placed[block] - cost * ENERGY_POINT for block, cost in IN_COLOR[face] if cost <= ready])


def _best(sheet: Sheet, block: Face, judge: Callable[[Sheet], float]) -> float:
    """The best that placing a block leads to, free of charge."""
    return max([judge(draw(sheet, piece, 0)) for piece in landing_pieces(sheet.cells, block)], default=NO_ANSWER)


def landing_pieces(cells: Bitboard, block: Face) -> list[Piece]:
    """A block at every place where it can land."""
    corners = CORNERS[block]
    spots = landings(cells, block.shape)
    found = []
    while spots:
        corner = spots & -spots
        spots ^= corner
        found.append(corners[corner])
    return found


def final_points(sheet: Sheet, variant: Variant) -> float:
    """What a sheet counts if the game ends for it now; in a duel that is lost."""
    return score(sheet, variant).total if not variant.is_duel else 0.0


def hoped_points(sheet: Sheet, variant: Variant) -> float:
    """The points of a sheet after one more roll, averaged over all rolls: those it has, or more."""
    now = final_points(sheet, variant)
    best = {block: max(now, _best(sheet, block, lambda after: final_points(after, variant))) for block in BLOCKS}
    return sum(best[ALIKE[face]] for face in FACE_LIST) / len(FACE_LIST)
