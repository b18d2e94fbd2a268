"""The best division of a small field into tables: every one is weighed."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import TypeAlias

from tournaments.pairing.past import Player
from tournaments.pairing.table_costs import TableCost, TableCosts

Places: TypeAlias = frozenset[int]
Division: TypeAlias = list[tuple[Player, ...]]


def best_division(field: Sequence[Player], sizes: Sequence[int], costs: TableCosts) -> Division:
    """A small field at tables of these sizes, with the lowest cost there is."""

    @cache
    def cost_of(table: tuple[int, ...]) -> TableCost:
        return costs.of([field[at] for at in table])

    @cache
    def best(left: Places, sizes: tuple[int, ...]) -> tuple[TableCost, tuple[tuple[int, ...], ...]]:
        """The cheapest tables for those who are left: the first of them sits with somebody, at a table of some size."""
        if not left:
            return 0, ()
        first, *others = sorted(left)
        found = []
        for size in sorted(set(sizes)):
            fewer = _without(sizes, size)
            for company in combinations(others, size - 1):
                table = (first, *company)
                cost, rest = best(left - set(table), fewer)
                found.append((cost_of(table) + cost, (table, *rest)))
        return min(found)

    _, tables = best(frozenset(range(len(field))), tuple(sizes))
    return [tuple(field[at] for at in table) for table in tables]


def _without(sizes: tuple[int, ...], size: int) -> tuple[int, ...]:
    at = sizes.index(size)
    return sizes[:at] + sizes[at + 1 :]
