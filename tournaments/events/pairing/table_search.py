"""The division of a field into tables by search: the whole field if it is small, else part by part.

Up to `EXACT` players every division is weighed. Up to `WHOLE` all tables are weighed against each other by
`exact_cover`: first those at which nobody meets again, and only if these do not suffice the others. A larger field
is cut in the order of points and mended by swaps; then some tables at a time are divided anew, neighbours first, and
wherever a flaw stays, tables further and further away.

How long is searched is limited by steps, never by time, so that the same field always comes out the same.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, islice, product
from typing import Final, NamedTuple, TypeAlias

from tournaments.events.pairing.exact_cover import (
    ExactCover,
    Seats,
    allowed_company,
    options_among,
    tables_among,
    unmet_company,
)
from tournaments.events.pairing.players import PairingPlayer
from tournaments.events.pairing.seats import imbalance
from tournaments.events.pairing.table_costs import (
    DIGIT,
    FLAW,
    GAP,
    MISFIT,
    REMATCH,
    BareTableCosts,
    TableCost,
    TableCosts,
    least_rematches,
)
from tournaments.events.values import EntrantId

FieldPlaces: TypeAlias = frozenset[int]
Division: TypeAlias = list[tuple[PairingPlayer, ...]]


def best_of_all_divisions(field: Sequence[PairingPlayer], sizes: Sequence[int], costs: TableCosts) -> Division:
    """A small field at tables of these sizes, with the lowest cost there is."""

    @cache
    def cost_of(table: tuple[int, ...]) -> TableCost:
        return costs.of([field[at] for at in table])

    @cache
    def best(left: FieldPlaces, sizes: tuple[int, ...]) -> tuple[TableCost, tuple[tuple[int, ...], ...]]:
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


REACH: Final = 12
"""How many tables away somebody is swapped to."""
PASSES: Final = 20
TableLists: TypeAlias = list[list[PairingPlayer]]


class Swap(NamedTuple):
    """Two players of different tables, by table and chair."""

    table: int
    chair: int
    other_table: int
    other_chair: int


def cut_and_mend(
    field: Sequence[PairingPlayer], sizes: Sequence[int], costs: TableCosts
) -> list[tuple[PairingPlayer, ...]]:
    """A field cut in the order of points, after the swaps that make tables with a flaw cheaper."""
    return [tuple(table) for table in _mended(_cut(field, sizes), costs)]


def _cut(field: Sequence[PairingPlayer], sizes: Sequence[int]) -> TableLists:
    players = iter(field)
    return [[next(players) for _ in range(size)] for size in sizes]


def _mended(tables: TableLists, costs: TableCosts) -> TableLists:
    """The tables after all swaps that make those with a flaw cheaper, the best first, until none is left."""
    known = [costs.of(table) for table in tables]
    for _ in range(PASSES):
        flawed = [at for at, cost in enumerate(known) if cost >= FLAW]
        if not sum(_mend(tables, known, at, costs) for at in flawed):
            break
    return tables


def _mend(tables: TableLists, known: list[TableCost], at: int, costs: TableCosts) -> bool:
    """Take the best swap for a table with a flaw; whether there is one that gains anything."""
    swap = _best_swap(tables, known, at, costs) if known[at] >= FLAW else None
    if swap is None:
        return False
    _carry_out(tables, swap)
    known[swap.table] = costs.of(tables[swap.table])
    known[swap.other_table] = costs.of(tables[swap.other_table])
    return True


def _best_swap(tables: TableLists, known: list[TableCost], at: int, costs: TableCosts) -> Swap | None:
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


def _swaps(tables: TableLists, at: int) -> Iterator[Swap]:
    """All swaps of a table with others that are not far, the nearest first."""
    for distance in range(1, REACH + 1):
        for other in (at - distance, at + distance):
            if 0 <= other < len(tables):
                chairs = product(range(len(tables[at])), range(len(tables[other])))
                yield from (Swap(at, chair, other, other_chair) for chair, other_chair in chairs)


def _cost_after(tables: TableLists, swap: Swap, costs: TableCosts) -> TableCost:
    """What two tables would cost after a swap."""
    _carry_out(tables, swap)
    cost = costs.of(tables[swap.table]) + costs.of(tables[swap.other_table])
    _carry_out(tables, swap)
    return cost


def _carry_out(tables: TableLists, swap: Swap) -> None:
    one, other = tables[swap.table], tables[swap.other_table]
    one[swap.chair], other[swap.other_chair] = other[swap.other_chair], one[swap.chair]


EXACT: Final = 12
"""Up to how many players every division is weighed."""
WHOLE: Final = 32
STEPS: Final = 300_000
"""How many options are looked at for a whole field."""
MANY: Final = 6_000
"""With more tables than that at which nobody meets again, a field is not searched as a whole: parts will do."""
PART: Final = 12
"""How many players are divided anew at once."""
LARGE_PART: Final = 16
"""How many of them where a flaw has stayed."""
PART_STEPS: Final = 10_000
EVEN: Final = 1_000
"""Up to how many players tables without a flaw are divided anew as well, to bring like points together."""
SWEEPS: Final = 2
FARTHEST: Final = 12
"""How many ways to choose tables further away are tried for a flaw."""


class FoundTables(NamedTuple):
    """A division into tables."""

    tables: Division
    is_proven: bool
    """Whether there is none with fewer rematches."""
    ahead: int = 0
    """At how many later rounds was looked so that the tables are these."""
    beginners: frozenset[EntrantId] = frozenset()
    """Those who should begin among equals, because of the next round."""
    is_for_starts: bool = False
    """Whether the tables are these so that the starts of the next round can be fair."""
    has_more_rematches: bool = False
    """Whether there are more rematches than there could be, because with fewer somebody would begin too often."""


def divide_once(field: Sequence[PairingPlayer], sizes: Sequence[int], costs: TableCosts) -> FoundTables:
    """A field at tables of these sizes: the best there is if it is small, else as good as one search finds it."""
    if len(field) <= EXACT:
        return FoundTables(best_of_all_divisions(field, sizes, costs), is_proven=True)
    return divide_by_search(field, sizes, costs)


def divide_fairly(field: Sequence[PairingPlayer], sizes: Sequence[int], costs: TableCosts) -> FoundTables:
    """The same, but searched for in other ways as well if somebody would get too far from their share of starts.

    Where there are rematches whatever is done, there may be more of them so that everybody begins as often as they
    should.
    """
    found = divide_once(field, sizes, costs)
    for tables in _fairer_divisions(field, sizes, costs):
        if _is_fair(found.tables):
            break
        found = found._replace(tables=min(found.tables, tables, key=costs.of_all))
        if not _is_fair(found.tables) and costs.of_all(found.tables) >= REMATCH and _is_possible(tables, costs):
            found = found._replace(tables=tables, has_more_rematches=True)
    return found


def _fairer_divisions(field: Sequence[PairingPlayer], sizes: Sequence[int], costs: TableCosts) -> Iterator[Division]:
    """Divisions in which nobody gets too far from their share, if there are any."""
    yield divide_once(field, sizes, costs.made_strict()).tables
    if EXACT < len(field) <= WHOLE:
        yield _division_as_foreseen(field, sizes, costs)


def _is_possible(tables: Division, costs: TableCosts) -> bool:
    """Whether nobody is kept apart in vain, and nobody gets too far from their share."""
    return costs.made_strict().of_all(tables) < MISFIT


def _division_as_foreseen(field: Sequence[PairingPlayer], sizes: Sequence[int], costs: TableCosts) -> Division:
    """The tables by which the round before has found that this one can be fair, with like points brought together."""
    people = {player.id: player for player in field}
    tables = divide_by_search(in_canonical_order(field), sizes, BareTableCosts(costs.forbidden, is_strict=True)).tables
    return _redivided_in_parts([tuple(people[player.id] for player in table) for table in tables], costs)


def in_canonical_order(players: Iterable[PairingPlayer]) -> list[PairingPlayer]:
    """A field without points and lots, which are not known before its round, so that it is always searched alike."""
    return sorted((player._replace(points=0, draw=0) for player in players), key=_rank)


def _is_fair(tables: Division) -> bool:
    return not any(imbalance(table).beyond for table in tables)


def divide_by_search(field: Sequence[PairingPlayer], sizes: Sequence[int], costs: TableCosts) -> FoundTables:
    """A field at tables of these sizes, as good as a limited search finds it."""
    anew = _Redivision(cut_and_mend(field, sizes, costs))
    if len(field) <= WHOLE:
        anew = _redivided(anew.tables, costs, STEPS)
    if anew.is_whole:
        return FoundTables(anew.tables, is_proven=True)
    tables = _redivided_in_parts(anew.tables, costs)
    return FoundTables(tables, is_proven=costs.of_all(tables) // REMATCH <= anew.rematches)


class _Redivision(NamedTuple):
    """Some tables that were divided anew."""

    tables: Division
    is_whole: bool = False
    """Whether these are known to be the best."""
    rematches: int = 0
    """How many there are at least, as far as is known."""


def _redivided(tables: Division, costs: TableCosts, steps: int) -> _Redivision:
    """The players of some tables at the best tables of the same sizes that so many steps find."""
    field = sorted((player for table in tables for player in table), key=_rank)
    sizes = [len(table) for table in tables]
    before = costs.of_all(tables)
    fresh = list(islice(tables_among(unmet_company(field, costs), sizes), MANY + 1))
    if len(fresh) > MANY:
        return _Redivision(tables)
    found, least = _cover(field, sizes, costs, fresh).cheapest(before >> DIGIT, steps), 0
    if not found.tables and before >= REMATCH:
        allowed = tables_among(allowed_company(field, costs), sizes)
        cover = _cover(field, sizes, costs, allowed)
        found, least = cover.cheapest(before >> DIGIT, steps), least_rematches(cover.least << DIGIT)
    better = [tuple(field[at] for at in seats) for seats in found.tables] if found.tables else tables
    return _Redivision(better, found.is_whole, least)


def _cover(
    field: Sequence[PairingPlayer], sizes: Sequence[int], costs: TableCosts, tables: Iterable[Seats]
) -> ExactCover:
    return ExactCover(options_among(field, costs, tables), len(field), sizes)


def _redivided_in_parts(tables: Division, costs: TableCosts) -> Division:
    """The tables after each part of neighbours was divided anew, and then parts around whatever still has a flaw."""
    tables = sorted(tables, key=_rank_of_table)
    worst = GAP if sum(map(len, tables)) <= EVEN else FLAW
    for _ in range(SWEEPS):
        changed = [_redivide_part(tables, part, worst, costs) for part in _neighbours(tables)]
        if not any(changed):
            break
    for at in range(len(tables)):
        for part in _around(tables, at):
            if costs.of(tables[at]) < FLAW:
                break
            _redivide_part(tables, part, FLAW, costs)
    return tables


def _redivide_part(tables: Division, part: Sequence[int], worst: TableCost, costs: TableCosts) -> bool:
    """Divide some of the tables anew if they are as bad as that; whether it has helped."""
    chosen = [tables[at] for at in part]
    before = costs.of_all(chosen)
    if before < worst:
        return False
    better = _redivided(chosen, costs, PART_STEPS).tables
    for at, table in zip(part, sorted(better, key=_rank_of_table), strict=True):
        tables[at] = table
    return costs.of_all(better) < before


def _span(tables: Division, players: int) -> int:
    """How many tables so many players fill."""
    return players // max(map(len, tables))


def _neighbours(tables: Division) -> Iterator[range]:
    """Parts of tables that follow each other, each with some of the one before."""
    span = _span(tables, PART)
    for start in range(0, max(len(tables) - span // 2, 1), span // 2):
        yield range(start, min(start + span, len(tables)))


def _around(tables: Division, at: int) -> Iterator[range]:
    """Parts with one table and others that are further and further away."""
    span = _span(tables, LARGE_PART)
    for stride in range(1, FARTHEST + 1):
        yield range(max(at % stride, at - stride * (span // 2)), len(tables), stride)[:span]


def _rank(player: PairingPlayer) -> tuple[int, int, int]:
    return -player.points, player.draw, player.number


def _rank_of_table(table: Sequence[PairingPlayer]) -> list[tuple[int, int, int]]:
    return sorted(map(_rank, table))
