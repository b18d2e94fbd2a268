"""A look ahead at tables: for how many rounds to come nobody has to meet again, and who begins so that the next is
fair.

A small field comes into a corner early: sixteen at tables of four can have five rounds without a rematch, but only
if the third is one of few. That does not depend on results, so it can be foreseen. Another division than the best is
taken only if it is as good in rematches and starts, and if the best is known to lead into a corner earlier.

Rematches count more than starts, so a small field may have few ways to sit in the next round. Two who both have to
begin would then have to sit together, or four who all have begun too often. That can be foreseen as well. Among
those at a table with the same claim another one begins; where that does not help, others sit together who are as
good in rematches and starts, and leave as many rounds without a rematch.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from typing import Final, TypeAlias

from tournaments.events.pairing.exact_cover import (
    ExactCover,
    Mask,
    Seats,
    Tables,
    allowed_company,
    mask_of,
    options_among,
    tables_among,
    unmet_company,
)
from tournaments.events.pairing.players import SHARE, PairingPlayer
from tournaments.events.pairing.seats import Claims
from tournaments.events.pairing.table_costs import (
    DIGIT,
    FLAW,
    MISFIT,
    REMATCH,
    START,
    BareTableCosts,
    TableCost,
    TableCosts,
)
from tournaments.events.pairing.table_search import Division, FoundTables, divide_once, in_canonical_order
from tournaments.events.values import EntrantId

FEW_FRESH_TABLES: Final = 100
"""How many tables there may still be for this to be looked at; with more there has next to always been a way."""
MANY_FRESH_TABLES: Final = 1_500
"""With so many tables before a round there is no need to look at what is after it."""
ROUNDS_AHEAD: Final = 2
"""At how many rounds is looked."""
OUTLOOK_STEPS: Final = 2_000
FRESH_ALTERNATIVES: Final = 60
"""How many other divisions are looked at, the cheapest of those that `SEARCHED` steps find."""
SEARCHED: Final = 30_000
KEPT: Final = 1_000


class RematchLookahead:
    """A look at the rounds after one."""

    def __init__(self, field: Sequence[PairingPlayer], sizes: Sequence[int], costs: TableCosts, rounds: int) -> None:
        """A field that is to sit at tables of these sizes, with so many rounds to come."""
        self.field, self.sizes, self.costs = field, sizes, costs
        self.rounds = min(rounds, ROUNDS_AHEAD)
        self.tables = list(tables_among(unmet_company(field, costs), sizes)) if self.rounds > 0 else []
        self.masks = [mask_of(table) for table in self.tables]

    def better_than(self, tables: Sequence[tuple[PairingPlayer, ...]]) -> list[tuple[PairingPlayer, ...]] | None:
        """Tables that leave more rounds without a rematch than these, the best there are; None if these will do."""
        cost = self.costs.of_all(tables)
        if not self._is_of_use(cost):
            return None
        seen, is_known = self._seen(self._places(tables))
        if seen == self.rounds or not is_known:
            return None
        better = self._furthest(self._others(cost), seen)
        return [tuple(self.field[at] for at in seats) for seats in better] if better else None

    def seen_after(self, tables: Sequence[tuple[PairingPlayer, ...]]) -> int:
        """How many rounds without a rematch are seen after some tables; none where that is not looked at."""
        return self._seen(self._places(tables))[0] if self._is_of_use(self.costs.of_all(tables)) else 0

    def _is_of_use(self, cost: TableCost) -> bool:
        return self.rounds > 0 and cost < REMATCH and len(self.tables) <= MANY_FRESH_TABLES

    def _places(self, tables: Sequence[tuple[PairingPlayer, ...]]) -> list[Seats]:
        places = {player.id: at for at, player in enumerate(self.field)}
        return [tuple(places[player.id] for player in table) for table in tables]

    def _others(self, cost: int) -> list[Tables]:
        """Divisions that are as good as one in rematches and starts."""
        below = (cost // FLAW + 1) * FLAW >> DIGIT
        options = options_among(self.field, self.costs, self.tables)
        return ExactCover(options, len(self.field), self.sizes).several(below, SEARCHED, KEPT)[:FRESH_ALTERNATIVES]

    def _furthest(self, others: Sequence[Tables], seen: int) -> Tables | None:
        """The first of those that leave most rounds, if these are more than were seen."""
        best = None
        for tables in others:
            rounds, _ = self._seen(tables)
            if rounds > seen:
                best, seen = tables, rounds
            if seen == self.rounds:
                break
        return best

    def _seen(self, tables: Sequence[Seats]) -> tuple[int, bool]:
        """How many rounds without a rematch can follow on some tables, and whether that is known for sure."""
        outlook = RoundsOutlook(len(self.field), self.sizes, OUTLOOK_STEPS)
        rounds = outlook.rounds(fresh_after(self.masks, [mask_of(seats) for seats in tables]), self.rounds)
        return rounds, outlook.steps > 0


class RoundsOutlook:
    """A search for rounds to come, all at tables of the same sizes."""

    def __init__(self, players: int, sizes: Sequence[int], steps: int) -> None:
        """Rounds of so many players at tables of these sizes, looked for in so many steps."""
        self.everybody = (1 << players) - 1
        self.sizes = {size: sizes.count(size) for size in set(sizes)}
        self.steps = steps

    def rounds(self, tables: Sequence[Mask], most: int) -> int:
        """How many rounds are seen, up to some number, if these are the tables at which nobody meets again."""
        if most and len(tables) > FEW_FRESH_TABLES:
            return most
        seen = 0
        if most:
            for division in self._divisions(tables, self.everybody, self.sizes):
                seen = max(seen, 1 + self.rounds(fresh_after(tables, division), most - 1))
                if seen == most:
                    break
        return seen

    def _divisions(self, tables: Sequence[Mask], left: Mask, free: Mapping[int, int]) -> Iterator[tuple[Mask, ...]]:
        """The ways to divide those who are left at so many free tables of each size, as long as there are steps."""
        if not left:
            yield ()
            return
        for table in _of_the_rarest(tables, left):
            self.steps -= 1
            if self.steps <= 0:
                return
            size = table.bit_count()
            if free[size]:
                fitting = [other for other in tables if not other & table]
                for rest in self._divisions(fitting, left ^ table, {**free, size: free[size] - 1}):
                    yield (table, *rest)


def fresh_after(tables: Sequence[Mask], division: Sequence[Mask]) -> list[Mask]:
    """The tables at which nobody meets again after a round."""
    return [table for table in tables if all((table & taken).bit_count() <= 1 for taken in division)]


def _of_the_rarest(tables: Sequence[Mask], left: Mask) -> list[Mask]:
    """The tables of whoever has the fewest."""
    best: list[Mask] | None = None
    while left:
        bit = left & -left
        left ^= bit
        mine = [table for table in tables if table & bit]
        if best is None or len(mine) < len(best):
            best = mine
            if len(mine) < 2:
                break
    return best or []


FAIR_ANYWAY: Final = 1_500
"""With so many tables at which nobody meets again the next round has always been fair."""
BEGINNER_TRIES: Final = 12
"""How many ways to begin at the same tables are looked at."""
FAIR_ALTERNATIVES: Final = 6
"""How many other divisions are looked at, the cheapest of those that `SEARCHED` steps find."""
BEGINNER_TRIES_OF_OTHERS: Final = 3
Beginners: TypeAlias = tuple[PairingPlayer, ...]


def with_fair_starts(
    found: FoundTables, field: Sequence[PairingPlayer], sizes: Sequence[int], costs: TableCosts, ahead: RematchLookahead
) -> FoundTables:
    """What was found, with who should begin among equals, or other tables after which the next round can be fair."""
    beginners = _fair_beginners(found.tables, sizes, costs, BEGINNER_TRIES)
    if beginners is not None:
        return found._replace(beginners=_unusual_beginners(found.tables, beginners))
    for tables in _alternatives(found.tables, field, sizes, costs, ahead):
        beginners = _fair_beginners(tables, sizes, costs, BEGINNER_TRIES_OF_OTHERS)
        if beginners is not None:
            return found._replace(tables=tables, beginners=_unusual_beginners(tables, beginners), is_for_starts=True)
    return found


def _fair_beginners(tables: Division, sizes: Sequence[int], costs: TableCosts, tries: int) -> Beginners | None:
    """Who begins at each of some tables so that the next round can be fair; None if nobody is found who would do."""
    after = _NextRound(tables, sizes, costs)
    ways = islice(_ways_to_begin(tables), tries)
    return next((beginners for beginners in ways if after.can_be_fair(beginners)), None)


def _unusual_beginners(tables: Division, beginners: Beginners) -> frozenset[EntrantId]:
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


def _alternatives(
    tables: Division, field: Sequence[PairingPlayer], sizes: Sequence[int], costs: TableCosts, ahead: RematchLookahead
) -> Iterator[Division]:
    """Divisions that are as good as one in rematches and starts, now and as far as is looked ahead, the best first."""
    below = (costs.of_all(tables) // START + 1) * START
    seen = ahead.seen_after(tables)
    others = _alternatives_by_cover(field, sizes, costs, below) or _alternatives_by_swaps(tables, costs, below)
    return islice((other for other in others if ahead.seen_after(other) >= seen), FAIR_ALTERNATIVES)


def _alternatives_by_cover(
    field: Sequence[PairingPlayer], sizes: Sequence[int], costs: TableCosts, below: TableCost
) -> list[Division]:
    """Divisions that cost less than something, out of all tables; a larger field may have more than can be searched."""
    company = unmet_company(field, costs) if below <= REMATCH else allowed_company(field, costs)
    cover = ExactCover(options_among(field, costs, tables_among(company, sizes)), len(field), sizes)
    found = cover.several(below >> DIGIT, SEARCHED, KEPT)
    return [[tuple(field[at] for at in seats) for seats in chosen] for chosen in found[: 2 * FAIR_ALTERNATIVES]]


def _alternatives_by_swaps(tables: Division, costs: TableCosts, below: TableCost) -> list[Division]:
    """Divisions that cost less than something and differ from one by two who have changed places."""
    found = []
    for at, beside in combinations(range(len(tables)), 2):
        for one, other in product(tables[at], tables[beside]):
            swapped = list(tables)
            swapped[at] = tuple(other if player is one else player for player in tables[at])
            swapped[beside] = tuple(one if player is other else player for player in tables[beside])
            found.append(swapped)
    return sorted((way for way in found if costs.of_all(way) < below), key=costs.of_all)


class _NextRound:
    """The round after one at some tables, for all ways to begin at them."""

    def __init__(self, tables: Division, sizes: Sequence[int], costs: TableCosts) -> None:
        self.sizes = sizes
        self.field = in_canonical_order(_player_after(player, table) for table in tables for player in table)
        self.costs = BareTableCosts(costs.forbidden)
        self.strict = BareTableCosts(costs.forbidden, is_strict=True)
        fresh = tables_among(unmet_company(self.field, costs), sizes)
        self.is_roomy = len(list(islice(fresh, FAIR_ANYWAY + 1))) > FAIR_ANYWAY
        self.rematches: int | None = None

    def can_be_fair(self, beginners: Beginners) -> bool:
        """Whether with these beginners nobody has to get too far from their share in the next round."""
        if self.is_roomy:
            return True
        began = {player.id for player in beginners}
        field = [player._replace(excess=player.excess + SHARE * (player.id in began)) for player in self.field]
        if self.rematches is None:
            cost = self.costs.of_all(divide_once(field, self.sizes, self.costs).tables)
            self.rematches = cost // REMATCH
            if cost % REMATCH < START:
                return True
        cost = self.strict.of_all(divide_once(field, self.sizes, self.strict).tables)
        return cost < MISFIT and cost // REMATCH <= self.rematches


def _player_after(player: PairingPlayer, table: Sequence[PairingPlayer]) -> PairingPlayer:
    """Somebody after a round in which they have not begun."""
    met = player.met.copy()
    met.update(other.id for other in table if other is not player)
    return player._replace(met=met, excess=player.excess - SHARE // len(table))
