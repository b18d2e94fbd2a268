"""The division of a large field into tables: cut in the order of points, then mended by swaps."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from tournaments.pairing.past import Player
from tournaments.pairing.table_costs import FLAW, TableCost, TableCosts

REACH: Final = 12
"""How many tables away somebody is swapped to."""
PASSES: Final = 20

Tables: TypeAlias = list[list[Player]]


class Swap(NamedTuple):
    """Two players of different tables, by table and chair."""

    table: int
    chair: int
    other_table: int
    other_chair: int


def cut_and_mend(field: Sequence[Player], sizes: Sequence[int], costs: TableCosts) -> list[tuple[Player, ...]]:
    """A field cut in the order of points, after the swaps that make tables with a flaw cheaper."""
    return [tuple(table) for table in _mended(_cut(field, sizes), costs)]


def _cut(field: Sequence[Player], sizes: Sequence[int]) -> Tables:
    players = iter(field)
    return [[next(players) for _ in range(size)] for size in sizes]


def _mended(tables: Tables, costs: TableCosts) -> Tables:
    """The tables after all swaps that make those with a flaw cheaper, the best first, until none is left."""
    known = [costs.of(table) for table in tables]
    for _ in range(PASSES):
        flawed = [at for at, cost in enumerate(known) if cost >= FLAW]
        if not sum(_mend(tables, known, at, costs) for at in flawed):
            break
    return tables


def _mend(tables: Tables, known: list[TableCost], at: int, costs: TableCosts) -> bool:
    """Take the best swap for a table with a flaw; whether there is one that gains anything."""
    swap = _best_swap(tables, known, at, costs) if known[at] >= FLAW else None
    if swap is None:
        return False
    _carry_out(tables, swap)
    known[swap.table] = costs.of(tables[swap.table])
    known[swap.other_table] = costs.of(tables[swap.other_table])
    return True


def _best_swap(tables: Tables, known: list[TableCost], at: int, costs: TableCosts) -> Swap | None:
    """The swap after which two tables are cheapest; the first that takes away a flaw and makes nothing else worse."""
    best, most = None, 0
    for swap in _swaps(tables, at):
        before = known[at] + known[swap.other_table]
        after = _cost_after(tables, swap, costs)
        if after <= before % FLAW:
            return swap
        if before - after > most:
            best, most = swap, before - after
    return best


def _swaps(tables: Tables, at: int) -> Iterator[Swap]:
    """All swaps of a table with others that are not far, the nearest first."""
    for distance in range(1, REACH + 1):
        for other in (at - distance, at + distance):
            if 0 <= other < len(tables):
                chairs = product(range(len(tables[at])), range(len(tables[other])))
                yield from (Swap(at, chair, other, other_chair) for chair, other_chair in chairs)


def _cost_after(tables: Tables, swap: Swap, costs: TableCosts) -> TableCost:
    """What two tables would cost after a swap."""
    _carry_out(tables, swap)
    cost = costs.of(tables[swap.table]) + costs.of(tables[swap.other_table])
    _carry_out(tables, swap)
    return cost


def _carry_out(tables: Tables, swap: Swap) -> None:
    one, other = tables[swap.table], tables[swap.other_table]
    one[swap.chair], other[swap.other_chair] = other[swap.other_chair], one[swap.chair]
