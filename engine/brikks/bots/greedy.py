"""The bot `greedy`: of everything it may do now, what leaves the best sheet.

It values every sheet it could have after its action, and looks one roll ahead from the few best of them (both in
`evaluation`). It knows nothing but its view and uses no chance.
"""

from collections.abc import Callable, Iterable
from heapq import nlargest, nsmallest
from typing import Final, NamedTuple

from engine.brikks.blocks import MINI_PIECES, Piece
from engine.brikks.board import cells_of
from engine.brikks.bots.evaluation import answer_values, final_points, hoped_points, outlook, value
from engine.brikks.events import Bomb, Drop, Event, Mini, Place, Start, encode
from engine.brikks.options import is_stuck, placements
from engine.brikks.rounds import mini_landings
from engine.brikks.rules import start_pieces
from engine.brikks.sheet import STUCK, Sheet, draw, draw_mini, has_bomb, use_bomb
from engine.brikks.state import DECIDE, MOVES, START, State, Variant
from engine.protocol import Json

SHORTLIST: Final = 3
"""From how many of the best sheets it looks ahead."""
MINI_SHORTLIST: Final = 5
"""From how many of the opponent's worst."""
DOT: Final = 1.5
"""What a dot is worth that a mini block takes away."""


class Choice(NamedTuple):
    """An action, the sheet it leaves, and what that sheet is worth to the bot."""

    worth: float
    action: Event
    sheet: Sheet


def greedy(view: State, seat: int, seed: str) -> Json:
    """What leaves the best sheet."""
    if view.phase == DECIDE:
        return {"kind": _decision(view, seat), "seat": seat}
    if view.phase == START:
        return encode(_foremost(_starts(view, seat), view.variant).action)
    return encode(_answer(view, seat) if view.phase == MOVES else _mini(view, seat))


def _decision(view: State, seat: int) -> str:
    """Keep a roll that is at least as good as the average one."""
    values = answer_values(view.sheets[seat], view.variant)
    return "keep" if values[view.roll] * len(values) >= sum(values.values()) else "reroll"


def _answer(view: State, seat: int) -> Event:
    """The best answer to the roll, or dropping out when going on promises no points."""
    choices = _answers(view, seat)
    if is_stuck(view, seat) and not _goes_on(choices, view, seat):
        return Drop(seat, STUCK)
    return _foremost(choices, view.variant).action


def _goes_on(choices: list[Choice], view: State, seat: int) -> bool:
    """Whether a seat that may drop out has more to expect from an answer; a duel is always fought to the end."""
    if view.variant.is_duel:
        return bool(choices)
    points = final_points(view.sheets[seat], view.variant)
    return any(hoped_points(choice.sheet, view.variant) > points for choice in choices)


def _foremost(choices: list[Choice], variant: Variant) -> Choice:
    """The choice with the best outlook of those that leave the best sheets."""
    shortlist = nlargest(SHORTLIST, choices, key=lambda choice: choice.worth)
    return max(shortlist, key=lambda choice: outlook(choice.sheet, variant))


def _valued(results: Iterable[tuple[Event, Sheet]], variant: Variant) -> list[Choice]:
    return [Choice(value(sheet, variant), action, sheet) for action, sheet in results]


def _starts(view: State, seat: int) -> list[Choice]:
    sheet = view.sheets[seat]
    return _valued(((Start(seat, piece), draw(sheet, piece, 0)) for piece in start_pieces(view)), view.variant)


def _answers(view: State, seat: int) -> list[Choice]:
    sheet = view.sheets[seat]
    results: list[tuple[Event, Sheet]] = [
        (Place(seat, piece), draw(sheet, piece, cost)) for piece, cost in placements(view, seat)
    ]
    if has_bomb(sheet):
        results.append((Bomb(seat), use_bomb(sheet)))
    return _valued(results, view.variant)


def _mini(view: State, seat: int) -> Event:
    """The mini block that leaves the opponent the worst outlook of those that leave the worst sheets."""
    sheet, variant = view.sheets[1 - seat], view.variant
    pieces = [MINI_PIECES[cell] for cell in cells_of(mini_landings(sheet.cells, view.fresh[1 - seat]))]
    shortlist = nsmallest(MINI_SHORTLIST, pieces, key=lambda piece: _left_over(value, sheet, piece, variant))
    return Mini(seat, min(shortlist, key=lambda piece: _left_over(outlook, sheet, piece, variant)))


def _left_over(judge: Callable[[Sheet, Variant], float], sheet: Sheet, mini: Piece, variant: Variant) -> float:
    """What a mini block leaves of a sheet."""
    return judge(draw_mini(sheet, mini), variant) - (DOT if mini.energy else 0.0)
