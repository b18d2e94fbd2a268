"""What a seat may do now, and what each of it would bring.

`options` lists what the command line and programs get, `actions` the same one by one; `placements` and `gains` give it
as values for bots, previews and audits.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.brikks.blocks import FACE_LIST, MINI_PIECES, PIECES, Piece, price
from engine.brikks.board import Path, Shape, cells_of, landings, path_to
from engine.brikks.events import Bomb, Drop, Event, Mini, Place, Start, Waive, encode
from engine.brikks.figures import ROWS
from engine.brikks.rounds import mini_landings
from engine.brikks.rules import may_stop, start_pieces
from engine.brikks.scoring import score
from engine.brikks.sheet import STOP, STUCK, Sheet, completed_rows, draw, has_bomb, use_bomb
from engine.brikks.state import DECIDE, MINIS, MOVES, ROLL, START, State, Variant, awaited
from engine.protocol import Json


class Placement(NamedTuple):
    """A block that a seat may draw now, and its price."""

    piece: Piece
    price: int


class Gains(NamedTuple):
    """What an answer changes on the sheet."""

    energy: int
    """Energy ready afterwards, less energy ready before."""
    crosses: int
    rows: int
    """Rows completed."""
    score: int


def placements(state: State, seat: int) -> Iterator[Placement]:
    """Every block that a seat can afford, at every place where it can land."""
    sheet = state.sheets[seat]
    found: dict[Shape, list[tuple[int, int]]] = {}
    for face in FACE_LIST:
        cost = price(state.roll, face)
        if cost > sheet.ready:
            continue
        shape = face.shape
        if shape not in found:
            found[shape] = list(cells_of(landings(sheet.cells, shape)))
        for x, y in found[shape]:
            yield Placement(PIECES[face.color, face.column, x, y], cost)


def is_stuck(state: State, seat: int) -> bool:
    """Whether the block as rolled has no landing, so that the seat may drop out."""
    return not landings(state.sheets[seat].cells, state.roll.shape)


def gains(sheet: Sheet, variant: Variant, placement: Placement) -> Gains:
    """What drawing a block brings: energy, crosses, rows completed, points."""
    piece, cost = placement
    after = draw(sheet, piece, cost)
    return _compare(sheet, after, variant, completed_rows(after.cells, piece))


def bomb_gains(sheet: Sheet, variant: Variant) -> Gains:
    """What using a bomb costs."""
    return _compare(sheet, use_bomb(sheet), variant, 0)


def _compare(before: Sheet, after: Sheet, variant: Variant, rows: int) -> Gains:
    return Gains(
        after.ready - before.ready,
        after.crosses - before.crosses,
        rows,
        score(after, variant).total - score(before, variant).total,
    )


def path(sheet: Sheet, piece: Piece) -> Path | None:
    """How a piece falls to its place on a sheet, None if it cannot; most drop straight down, which is the shortest."""
    if not sheet.cells & piece.sweep:
        return Path(piece.x, ("down",) * (ROWS - piece.y))
    return path_to(sheet.cells, piece.face.shape, piece.x, piece.y)


def preview(state: State, event: Event) -> Json:
    """What an event would bring to its seat, and how its block falls; nothing for events that draw nothing."""
    sheet = state.sheets[event.seat] if event.seat < len(state.sheets) else None
    if sheet is None or not isinstance(event, Start | Place | Bomb | Mini):
        return {}
    if isinstance(event, Bomb):
        return bomb_gains(sheet, state.variant)._asdict()
    if isinstance(event, Mini):
        return _way(path(state.sheets[1 - event.seat], event.piece))
    cost = price(state.roll, event.piece.face) if isinstance(event, Place) else 0
    brought = gains(sheet, state.variant, Placement(event.piece, cost))
    return {"price": cost, **brought._asdict(), **_way(path(sheet, event.piece))}


def _way(found: Path | None) -> Json:
    return {"path": {"x": found.x, "moves": list(found.moves)}} if found else {}


def options(state: State, seat: int) -> Json:
    """What a seat that must act now may do, as the record's contract lists it."""
    if seat not in awaited(state):
        return {}
    if state.phase == START:
        return {"start": [[piece.face.color, piece.x] for piece in start_pieces(state)]}
    if state.phase == ROLL:
        return {"roll": True}
    if state.phase == DECIDE:
        return {"decide": ["keep", "reroll"]}
    return _answers(state, seat) if state.phase == MOVES else _minis(state, seat)


def _answers(state: State, seat: int) -> Json:
    return {
        "place": [
            [piece.face.color, piece.face.column, piece.x, piece.y, cost] for piece, cost in placements(state, seat)
        ],
        "bomb": has_bomb(state.sheets[seat]),
        "drop": is_stuck(state, seat),
    }


def _minis(state: State, seat: int) -> Json:
    assert state.phase == MINIS
    opponent = 1 - seat
    cells = mini_landings(state.sheets[opponent].cells, state.fresh[opponent])
    return {"mini": [list(cell) for cell in cells_of(cells)], "owed": state.sheets[seat].crosses}


def actions(state: State, seat: int) -> list[Json]:
    """Every action open to a seat that must act now; dice that it throws are left out."""
    if seat not in awaited(state):
        return []
    stopping = [encode(Drop(seat, STOP))] if may_stop(state, seat) else []
    if state.phase == ROLL:
        return [{"kind": "roll", "seat": seat}, *stopping]
    if state.phase == DECIDE:
        return [{"kind": "keep", "seat": seat}, {"kind": "reroll", "seat": seat}, *stopping]
    return [*(encode(event) for event in drawing_events(state, seat)), *stopping]


def drawing_events(state: State, seat: int) -> list[Event]:
    """Everything a seat may do when it has to draw something."""
    if state.phase == START:
        return [Start(seat, piece) for piece in start_pieces(state)]
    return answer_events(state, seat) if state.phase == MOVES else mini_events(state, seat)


def answer_events(state: State, seat: int) -> list[Event]:
    """Every answer to the roll."""
    found: list[Event] = [Place(seat, placement.piece) for placement in placements(state, seat)]
    if has_bomb(state.sheets[seat]):
        found.append(Bomb(seat))
    if is_stuck(state, seat):
        found.append(Drop(seat, STUCK))
    return found


def mini_events(state: State, seat: int) -> list[Event]:
    """Every cell for a mini block, and giving the rest of them up."""
    opponent = 1 - seat
    cells = cells_of(mini_landings(state.sheets[opponent].cells, state.fresh[opponent]))
    return [*(Mini(seat, MINI_PIECES[cell]) for cell in cells), Waive(seat)]
