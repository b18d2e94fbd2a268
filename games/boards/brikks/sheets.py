"""Sheets as scripts get them, and what has fallen between two of them."""

from typing import Final

from engine.brikks.blocks import Piece
from engine.brikks.options import path
from engine.brikks.scoring import score
from engine.brikks.sheet import Sheet, pieces
from engine.brikks.state import State
from engine.brikks.variants import Variant
from engine.protocol import Json

MOVES: Final = {"down": "d", "left": "l", "right": "r"}


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
    return [fall for seat, (old, new) in enumerate(both) for fall in _falls(seat, old, new)]


def _falls(seat: int, before: Sheet, after: Sheet) -> list[Json]:
    if before.drawn is after.drawn:
        return []
    fresh = pieces(after)[len(pieces(before)) :]
    falls = []
    for piece in fresh:
        falls.append({"seat": seat, "piece": piece_data(piece), **way_of(before, piece)})
        before = before._replace(cells=before.cells | piece.cells)
    return falls


def way_of(sheet: Sheet, piece: Piece) -> Json:
    """The column in which a piece enters, and its moves."""
    found = path(sheet, piece)
    if found is None:
        return {"from": piece.x, "moves": ""}
    return {"from": found.x, "moves": "".join(MOVES[move] for move in found.moves)}
