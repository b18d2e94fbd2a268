"""Everything that a seat may do now, one by one: what random players draw from and programs are shown."""

from engine.brikks.blocks import MINI_PIECES
from engine.brikks.board import cells_of
from engine.brikks.coding import encode
from engine.brikks.events import Bomb, Drop, Event, Mini, Place, Start, Waive
from engine.brikks.leaving import may_stop
from engine.brikks.minis import mini_landings
from engine.brikks.opening import start_pieces
from engine.brikks.options import is_stuck, placements
from engine.brikks.sheet import STOP, STUCK, has_bomb
from engine.brikks.state import DECIDE, MOVES, ROLL, START, State, awaited
from engine.protocol import Json


def actions(state: State, seat: int) -> list[Json]:
    """Every action open to a seat that must act now; dice that it throws are left out."""
    if seat not in awaited(state):
        return []
    stopping = [encode(Drop(seat, STOP))] if may_stop(state, seat) else []
    if state.phase == ROLL:
        return [{"kind": "roll", "seat": seat}, *stopping]
    if state.phase == DECIDE:
        return [{"kind": "keep", "seat": seat}, {"kind": "reroll", "seat": seat}, *stopping]
    return [*(encode(event) for event in drawings(state, seat)), *stopping]


def drawings(state: State, seat: int) -> list[Event]:
    """Everything a seat may do when it has to draw something."""
    if state.phase == START:
        return [Start(seat, piece) for piece in start_pieces(state)]
    return answers(state, seat) if state.phase == MOVES else minis(state, seat)


def answers(state: State, seat: int) -> list[Event]:
    """Every answer to the roll."""
    found: list[Event] = [Place(seat, placement.piece) for placement in placements(state, seat)]
    if has_bomb(state.sheets[seat]):
        found.append(Bomb(seat))
    if is_stuck(state, seat):
        found.append(Drop(seat, STUCK))
    return found


def minis(state: State, seat: int) -> list[Event]:
    """Every cell for a mini block, and giving the rest of them up."""
    opponent = 1 - seat
    cells = cells_of(mini_landings(state.sheets[opponent].cells, state.fresh[opponent]))
    return [*(Mini(seat, MINI_PIECES[cell]) for cell in cells), Waive(seat)]
