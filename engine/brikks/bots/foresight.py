"""One roll ahead: what the best answer to each of the 24 faces would leave a sheet worth."""

from collections.abc import Callable
from typing import Final, TypeAlias

from engine.brikks.blocks import FACE_LIST, PIECES, Face, Piece, price
from engine.brikks.board import Bitboard, bit, cells_of, landings
from engine.brikks.bots.valuing import value
from engine.brikks.figures import ANY_BLOCK_PRICE
from engine.brikks.scoring import score
from engine.brikks.sheet import Sheet, draw, has_bomb, use_bomb
from engine.brikks.variants import Variant

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
