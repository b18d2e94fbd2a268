"""A look ahead at who begins: whether in the next round everybody can stay within one start of their share.

Rematches count more than starts, so a small field may have few ways to sit in the next round. Two who both have to
begin would then have to sit together, or four who all have begun too often. That does not depend on results, so it can
be foreseen. Among those at a table with the same claim another one begins; where that does not help, others sit
together who are as good in rematches and starts, and leave as many rounds without a rematch.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product
from typing import Final, TypeAlias

from tournaments.pairing.covering import Cover
from tournaments.pairing.dividing import Division
from tournaments.pairing.options import allowed_of, fresh_of, options_among, tables_among
from tournaments.pairing.past import SHARE, Player
from tournaments.pairing.searching import Found, found_once, in_canonical_order
from tournaments.pairing.seats import Claims
from tournaments.pairing.staying_fresh import Ahead
from tournaments.pairing.table_costs import DIGIT, MISFIT, REMATCH, START, BareTableCosts, TableCost, TableCosts
from tournaments.values import EntrantId

ROOMY: Final = 1_500
"""With so many tables at which nobody meets again the next round has always been fair."""
TRIES: Final = 12
"""How many ways to begin at the same tables are looked at."""
OTHERS: Final = 6
"""How many other divisions are looked at, the cheapest of those that `SEARCHED` steps find."""
TRIES_OF_OTHERS: Final = 3
SEARCHED: Final = 30_000
KEPT: Final = 1_000

Beginners: TypeAlias = tuple[Player, ...]


def begun_fairly(found: Found, field: Sequence[Player], sizes: Sequence[int], costs: TableCosts, ahead: Ahead) -> Found:
    """What was found, with who should begin among equals, or other tables after which the next round can be fair."""
    beginners = _beginners(found.tables, sizes, costs, TRIES)
    if beginners is not None:
        return found._replace(beginners=_preferred(found.tables, beginners))
    for tables in _others(found.tables, field, sizes, costs, ahead):
        beginners = _beginners(tables, sizes, costs, TRIES_OF_OTHERS)
        if beginners is not None:
            return found._replace(tables=tables, beginners=_preferred(tables, beginners), is_for_starts=True)
    return found


def _beginners(tables: Division, sizes: Sequence[int], costs: TableCosts, tries: int) -> Beginners | None:
    """Who begins at each of some tables so that the next round can be fair; None if nobody is found who would do."""
    after = _After(tables, sizes, costs)
    ways = islice(_ways_to_begin(tables), tries)
    return next((beginners for beginners in ways if after.can_be_fair(beginners)), None)


def _preferred(tables: Division, beginners: Beginners) -> frozenset[EntrantId]:
    """Those who begin only because of what is to come."""
    usual = (Claims().in_order(table)[0] for table in tables)
    return frozenset(player.id for player, other in zip(beginners, usual, strict=True) if player is not other)


def _ways_to_begin(tables: Division) -> Iterator[Beginners]:
    """Who may begin at each table: first those with the best claims, then others who are equal in starts, few first."""
    usual = [Claims().in_order(table)[0] for table in tables]
    equal = [
        [player for player in table if player.excess == first.excess and player is not first]
        for table, first in zip(tables, usual, strict=True)
    ]
    for changes in range(len(tables) + 1):
        for places in combinations(range(len(tables)), changes):
            for others in product(*(equal[at] for at in places)):
                changed = dict(zip(places, others, strict=True))
                yield tuple(changed.get(at, first) for at, first in enumerate(usual))


def _others(
    tables: Division, field: Sequence[Player], sizes: Sequence[int], costs: TableCosts, ahead: Ahead
) -> Iterator[Division]:
    """Divisions that are as good as one in rematches and starts, now and as far as is looked ahead, the best first."""
    below = (costs.of_all(tables) // START + 1) * START
    seen = ahead.seen_after(tables)
    others = _covered(field, sizes, costs, below) or _swapped(tables, costs, below)
    return islice((other for other in others if ahead.seen_after(other) >= seen), OTHERS)


def _covered(field: Sequence[Player], sizes: Sequence[int], costs: TableCosts, below: TableCost) -> list[Division]:
    """Divisions that cost less than something, out of all tables; a larger field may have more than can be searched."""
    company = fresh_of(field, costs) if below <= REMATCH else allowed_of(field, costs)
    cover = Cover(options_among(field, costs, tables_among(company, sizes)), len(field), sizes)
    found = cover.several(below >> DIGIT, SEARCHED, KEPT)
    return [[tuple(field[at] for at in seats) for seats in chosen] for chosen in found[: 2 * OTHERS]]


def _swapped(tables: Division, costs: TableCosts, below: TableCost) -> list[Division]:
    """Divisions that cost less than something and differ from one by two who have changed places."""
    found = []
    for at, beside in combinations(range(len(tables)), 2):
        for one, other in product(tables[at], tables[beside]):
            swapped = list(tables)
            swapped[at] = tuple(other if player is one else player for player in tables[at])
            swapped[beside] = tuple(one if player is other else player for player in tables[beside])
            found.append(swapped)
    return sorted((way for way in found if costs.of_all(way) < below), key=costs.of_all)


class _After:
    """The round after one at some tables, for all ways to begin at them."""

    def __init__(self, tables: Division, sizes: Sequence[int], costs: TableCosts) -> None:
        self.sizes = sizes
        self.field = in_canonical_order(_after(player, table) for table in tables for player in table)
        self.costs = BareTableCosts(costs.forbidden)
        self.strict = BareTableCosts(costs.forbidden, is_strict=True)
        fresh = tables_among(fresh_of(self.field, costs), sizes)
        self.is_roomy = len(list(islice(fresh, ROOMY + 1))) > ROOMY
        self.rematches: int | None = None

    def can_be_fair(self, beginners: Beginners) -> bool:
        """Whether with these beginners nobody has to get too far from their share in the next round."""
        if self.is_roomy:
            return True
        began = {player.id for player in beginners}
        field = [player._replace(excess=player.excess + SHARE * (player.id in began)) for player in self.field]
        if self.rematches is None:
            cost = self.costs.of_all(found_once(field, self.sizes, self.costs).tables)
            self.rematches = cost // REMATCH
            if cost % REMATCH < START:
                return True
        cost = self.strict.of_all(found_once(field, self.sizes, self.strict).tables)
        return cost < MISFIT and cost // REMATCH <= self.rematches


def _after(player: Player, table: Sequence[Player]) -> Player:
    """Somebody after a round in which they have not begun."""
    met = player.met.copy()
    met.update(other.id for other in table if other is not player)
    return player._replace(met=met, excess=player.excess - SHARE // len(table))
