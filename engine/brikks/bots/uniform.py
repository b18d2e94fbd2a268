"""The bot `random`: any legal action, all equally likely."""

from engine.brikks.blocks import MINI_PIECES
from engine.brikks.board import cells_of
from engine.brikks.bots.choosing import choose
from engine.brikks.coding import encode
from engine.brikks.events import Bomb, Drop, Event, Mini, Place, Start, Waive
from engine.brikks.minis import mini_landings
from engine.brikks.opening import start_pieces
from engine.brikks.options import is_stuck, placements
from engine.brikks.sheet import STUCK, has_bomb
from engine.brikks.state import DECIDE, MOVES, START, State
from engine.protocol import Json


def uniform(view: State, seat: int, seed: str) -> Json:
    """One of the actions open to a seat."""
    if view.phase == DECIDE:
        return {"kind": choose(("keep", "reroll"), view, seat, seed), "seat": seat}
    return encode(choose(actions(view, seat), view, seat, seed))


def actions(view: State, seat: int) -> list[Event]:
    """Everything a seat may do when it has to draw something."""
    if view.phase == START:
        return [Start(seat, piece) for piece in start_pieces(view)]
    return answers(view, seat) if view.phase == MOVES else minis(view, seat)


def answers(view: State, seat: int) -> list[Event]:
    """Every answer to the roll."""
    found: list[Event] = [Place(seat, placement.piece) for placement in placements(view, seat)]
    if has_bomb(view.sheets[seat]):
        found.append(Bomb(seat))
    if is_stuck(view, seat):
        found.append(Drop(seat, STUCK))
    return found


def minis(view: State, seat: int) -> list[Event]:
    """Every cell for a mini block, and giving the rest of them up."""
    opponent = 1 - seat
    cells = cells_of(mini_landings(view.sheets[opponent].cells, view.fresh[opponent]))
    return [*(Mini(seat, MINI_PIECES[cell]) for cell in cells), Waive(seat)]
