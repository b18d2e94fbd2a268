"""A look ahead at tables: for how many rounds to come a field could be divided so that nobody meets again.

A small field comes into a corner early: sixteen at tables of four can have five rounds without a rematch, but only if
the third is one of few. That does not depend on results, so it can be foreseen. Another division than the best is
taken only if it is as good in rematches and starts, and if the best is known to lead into a corner earlier.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tournaments.pairing.covering import Cover, Tables
from tournaments.pairing.options import Mask, Seats, fresh_of, mask_of, options_among, tables_among
from tournaments.pairing.past import Player
from tournaments.pairing.table_costs import DIGIT, FLAW, REMATCH, TableCost, TableCosts

CROWDED: Final = 100
"""How many tables there may still be for this to be looked at; with more there has next to always been a way."""
ROOMY: Final = 1_500
"""With so many tables before a round there is no need to look at what is after it."""
AHEAD: Final = 2
"""At how many rounds is looked."""
STEPS: Final = 2_000
OTHERS: Final = 60
"""How many other divisions are looked at, the cheapest of those that `SEARCHED` steps find."""
SEARCHED: Final = 30_000
KEPT: Final = 1_000


class Ahead:
    """A look at the rounds after one."""

    def __init__(self, field: Sequence[Player], sizes: Sequence[int], costs: TableCosts, rounds: int) -> None:
        """A field that is to sit at tables of these sizes, with so many rounds to come."""
        self.field, self.sizes, self.costs = field, sizes, costs
        self.rounds = min(rounds, AHEAD)
        self.tables = list(tables_among(fresh_of(field, costs), sizes)) if self.rounds > 0 else []
        self.masks = [mask_of(table) for table in self.tables]

    def better_than(self, tables: Sequence[tuple[Player, ...]]) -> list[tuple[Player, ...]] | None:
        """Tables that leave more rounds without a rematch than these, the best there are; None if these will do."""
        cost = self.costs.of_all(tables)
        if not self._is_of_use(cost):
            return None
        seen, is_known = self._seen(self._places(tables))
        if seen == self.rounds or not is_known:
            return None
        better = self._furthest(self._others(cost), seen)
        return [tuple(self.field[at] for at in seats) for seats in better] if better else None

    def seen_after(self, tables: Sequence[tuple[Player, ...]]) -> int:
        """How many rounds without a rematch are seen after some tables; none where that is not looked at."""
        return self._seen(self._places(tables))[0] if self._is_of_use(self.costs.of_all(tables)) else 0

    def _is_of_use(self, cost: TableCost) -> bool:
        return self.rounds > 0 and cost < REMATCH and len(self.tables) <= ROOMY

    def _places(self, tables: Sequence[tuple[Player, ...]]) -> list[Seats]:
        places = {player.id: at for at, player in enumerate(self.field)}
        return [tuple(places[player.id] for player in table) for table in tables]

    def _others(self, cost: int) -> list[Tables]:
        """Divisions that are as good as one in rematches and starts."""
        below = (cost // FLAW + 1) * FLAW >> DIGIT
        options = options_among(self.field, self.costs, self.tables)
        return Cover(options, len(self.field), self.sizes).several(below, SEARCHED, KEPT)[:OTHERS]

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
        outlook = Outlook(len(self.field), self.sizes, STEPS)
        rounds = outlook.rounds(fresh_after(self.masks, [mask_of(seats) for seats in tables]), self.rounds)
        return rounds, outlook.steps > 0


class Outlook:
    """A search for rounds to come, all at tables of the same sizes."""

    def __init__(self, players: int, sizes: Sequence[int], steps: int) -> None:
        """Rounds of so many players at tables of these sizes, looked for in so many steps."""
        self.everybody = (1 << players) - 1
        self.sizes = {size: sizes.count(size) for size in set(sizes)}
        self.steps = steps

    def rounds(self, tables: Sequence[Mask], most: int) -> int:
        """How many rounds are seen, up to some number, if these are the tables at which nobody meets again."""
        if most and len(tables) > CROWDED:
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
