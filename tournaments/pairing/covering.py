"""Choosing tables so that everybody sits at one, at the lowest cost: branch and bound, with a limit on how long.

Everybody is given a price, such that no table costs less than the prices of those who sit at it. What a table costs
more than that is its surplus. All prices together are a bound below which no division can be, and a search can leave
out whatever has more surplus than the best division so far.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from tournaments.pairing.options import Mask, Option, Seats
from tournaments.pairing.table_costs import TableCost

PARTS: Final = 12
"""Costs are reckoned in twelfths, which can be shared by two, three or four."""

Tables: TypeAlias = tuple[Seats, ...]


class Covering(NamedTuple):
    """What a search has found."""

    tables: Tables | None
    """None if nothing is cheaper than what was known before."""
    is_whole: bool
    """Whether the search came to its end, so that nothing is cheaper than this."""


class Priced(NamedTuple):
    """An option for one of those who would sit there."""

    surplus: int
    mask: Mask
    seats: Seats


class Covered(NamedTuple):
    """Tables for everybody."""

    surplus: int
    tables: Tables


class Cover:
    """A field and its options, ready to be searched."""

    def __init__(self, options: Sequence[Option], players: int, sizes: Sequence[int]) -> None:
        """Options, the preferred first, from which a field of so many takes tables of these sizes."""
        self.players = players
        self.sizes = {size: sizes.count(size) for size in set(sizes)}
        self.bound, surpluses = _priced(options, players)
        priced = [
            Priced(surplus, option.mask, option.seats) for surplus, option in zip(surpluses, options, strict=True)
        ]
        priced.sort(key=lambda option: option.surplus)
        self.of_player: list[list[Priced]] = [[] for _ in range(players)]
        for option in priced:
            for at in option.seats:
                self.of_player[at].append(option)
        self.near = [0] * players
        for at, mine in enumerate(self.of_player):
            for option in mine:
                self.near[at] |= option.mask

    @property
    def least(self) -> TableCost:
        """What all tables together cost at least."""
        return self.bound // PARTS

    def cheapest(self, below: TableCost, steps: int) -> Covering:
        """The cheapest tables that cost less than something; after so many steps the cheapest so far."""
        found = self._found(below, steps, most=1)
        return Covering(found[-1].tables if found else None, self.steps > 0)

    def several(self, below: TableCost, steps: int, most: int) -> list[Tables]:
        """So many ways to take tables that cost less than something, the cheapest first, of all that steps allow."""
        return [covered.tables for covered in sorted(self._found(below, steps, most))]

    def _found(self, below: TableCost, steps: int, most: int) -> list[Covered]:
        self.steps = steps
        self.room = below * PARTS - self.bound
        self.most = most
        self.found: list[Covered] = []
        self._search((1 << self.players) - 1, 0, ())
        return self.found

    def _search(self, left: Mask, surplus: int, chosen: Tables) -> None:
        if not left:
            self._keep(Covered(surplus, chosen))
            return
        for option in self.of_player[self._next(left)]:
            after = surplus + option.surplus
            if after >= self.room or self.steps <= 0:
                return
            self.steps -= 1
            size = len(option.seats)
            if option.mask & left == option.mask and self.sizes[size]:
                self.sizes[size] -= 1
                self._search(left ^ option.mask, after, (*chosen, option.seats))
                self.sizes[size] += 1

    def _keep(self, covered: Covered) -> None:
        """Keep what was found; with one to be kept, all that follow have to be cheaper."""
        self.found.append(covered)
        if self.most == 1:
            self.room = covered.surplus
        elif len(self.found) == self.most:
            self.steps = 0

    def _next(self, left: Mask) -> int:
        """Who is to be seated next: whoever can sit with the fewest of those who are left."""
        fewest, found, rest = self.players + 1, 0, left
        while rest:
            at = (rest & -rest).bit_length() - 1
            rest &= rest - 1
            others = (self.near[at] & left).bit_count()
            if others < fewest:
                fewest, found = others, at
        return found


def _priced(options: Sequence[Option], players: int) -> tuple[int, list[int]]:
    """The sum of prices, as high as one sweep makes them, and the surplus of every option."""
    of_player: list[list[int]] = [[] for _ in range(players)]
    for number, option in enumerate(options):
        for at in option.seats:
            of_player[at].append(number)
    shares = [option.cost * PARTS // len(option.seats) for option in options]
    prices = [min((shares[number] for number in mine), default=0) for mine in of_player]
    left = [option.cost * PARTS - sum(prices[at] for at in option.seats) for option in options]
    for at, mine in enumerate(of_player):
        room = min((left[number] for number in mine), default=0)
        prices[at] += room
        for number in mine:
            left[number] -= room
    return sum(prices), left
