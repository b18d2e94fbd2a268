"""Everything on the table: the sheets, whose turn it is, who is out, and how one phase leads to the next.

What each kind of event may do is in `moves.py`.
"""

from dataclasses import dataclass, field

from .figures import BOMBS, MINI_BLOCK, Cell, block
from .search import landings
from .sheet import Rolled, Sheet, new_sheet, row_points, score

FORFEITS = ["resign", "timeout"]


@dataclass
class Table:
    """One game under way. Phases: start, roll, decide, moves, minis, over."""

    variant: str
    sheets: list[Sheet]
    phase: str = "start"
    started: set[int] = field(default_factory=set)
    colors_taken: set[str] = field(default_factory=set)
    out: dict[int, str] = field(default_factory=dict)
    active: int = 0
    rolled: Rolled = ("white", 1)
    answered: set[int] = field(default_factory=set)
    owed: dict[int, int] = field(default_factory=dict)
    minis_drawn: dict[int, set[Cell]] = field(default_factory=dict)


def new_table(variant: str, levels: list[int]) -> Table:
    """A game before its first start block."""
    return Table(variant, [new_sheet(level, len(levels)) for level in levels])


def all_seats(table: Table) -> list[int]:
    """Every seat, in or out, clockwise."""
    return list(range(len(table.sheets)))


def still_in(table: Table) -> list[int]:
    """The seats that have not dropped out."""
    return [seat for seat in all_seats(table) if seat not in table.out]


def has_forfeited(table: Table, seat: int) -> bool:
    """Whether a seat resigned or ran out of time."""
    return table.out.get(seat) in FORFEITS


def next_to_start(table: Table) -> int | None:
    """The seat that draws its start block now: from the last seat down, passing over who left."""
    for seat in reversed(all_seats(table)):
        if seat not in table.started and seat not in table.out:
            return seat
    return None


def must_answer(table: Table) -> list[int]:
    """The seats still in that have not answered the roll."""
    if table.phase != "moves":
        return []
    return [seat for seat in still_in(table) if seat not in table.answered]


def rolled_block_fits(table: Table, seat: int) -> bool:
    """Whether the block as rolled has a legal landing on this seat's sheet."""
    return bool(landings(table.sheets[seat].drawn, block(*table.rolled)))


def has_bomb(table: Table, seat: int) -> bool:
    """Whether a bomb is left."""
    return table.sheets[seat].bombs_used < len(BOMBS)


def may_stop(table: Table, seat: int) -> bool:
    """Whether this is the last seat of a standard game in which all others have forfeited."""
    others = [other for other in all_seats(table) if other != seat]
    return (
        table.variant == "standard"
        and table.phase != "over"
        and seat not in table.out
        and all(has_forfeited(table, other) for other in others)
    )


def opponent(seat: int) -> int:
    """The other seat of a duel."""
    return 1 - seat


def mini_cells(table: Table, seat: int) -> set[Cell]:
    """Where this seat may draw a mini block now: a landing beside none it has drawn this round."""
    return {
        cell
        for cell in landings(table.sheets[opponent(seat)].drawn, MINI_BLOCK)
        if not neighbours(cell) & table.minis_drawn.get(seat, set())
    }


def neighbours(cell: Cell) -> set[Cell]:
    """The four cells that share a side with this one."""
    x, y = cell
    return {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}


def next_clockwise(table: Table) -> int:
    """The next seat still in after the active one, which may be the active one itself."""
    players = len(table.sheets)
    clockwise = [(table.active + step) % players for step in range(1, players + 1)]
    return next(seat for seat in clockwise if seat not in table.out)


def end_set_up_if_done(table: Table) -> None:
    """Once every seat still in has its start block, the first of them rolls."""
    if next_to_start(table) is None:
        table.active = still_in(table)[0]
        table.phase = "roll"


def end_answers_if_done(table: Table) -> None:
    """Once everybody still in has answered, the round ends, or in a duel mini blocks are drawn."""
    if must_answer(table):
        return
    if not still_in(table) or (table.variant == "duel" and len(still_in(table)) == 1):
        table.phase = "over"
        return
    table.phase = "minis"
    end_round_if_done(table)


def end_round_if_done(table: Table) -> None:
    """Let mini blocks without a legal cell lapse; once none is owed, the next player becomes active."""
    for seat in table.owed:
        if table.owed[seat] > 0 and not mini_cells(table, seat):
            table.owed[seat] = 0
    if any(table.owed.values()):
        return
    table.active = next_clockwise(table)
    table.phase = "roll"
    table.answered = set()
    table.owed = {}
    table.minis_drawn = {}


def scores(table: Table) -> list[dict[str, int]]:
    """Every seat's score as the sheets are now."""
    return [score(sheet, with_bonus=table.variant != "duel") for sheet in table.sheets]


def winners(table: Table) -> list[int] | None:
    """The winning seats of a game that is over: nobody who forfeited, equal totals together."""
    if table.phase != "over":
        return None
    honest = [seat for seat in all_seats(table) if not has_forfeited(table, seat)]
    if table.variant == "duel":
        if len(still_in(table)) == 1 and len(honest) == len(table.sheets):
            return still_in(table)
        points = [row_points(sheet) for sheet in table.sheets]
    else:
        points = [total["total"] for total in scores(table)]
    return [seat for seat in honest if points[seat] == max(points[other] for other in honest)]
