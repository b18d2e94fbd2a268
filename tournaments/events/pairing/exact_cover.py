"""The tables that a field could have, and choosing among them so that everybody sits at one, at the lowest cost:
branch and bound, with a limit on how long.

Everybody is given a price, such that no table costs less than the prices of those who sit at it. What a table costs
more than that is its surplus. All prices together are a bound below which no division can be, and a search can leave
out whatever has more surplus than the best division so far. Players are known by their places in the field, and a
set of them is a number with one bit for each.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from tournaments.events.pairing.players import PairingPlayer
from tournaments.events.pairing.table_costs import DIGIT, TableCost, TableCosts

Seats: TypeAlias = tuple[int, ...]
Mask: TypeAlias = int


class Option(NamedTuple):
    """A table that there could be."""

    cost: TableCost
    """What speaks against it; the lot is left out, because it must not make a search longer."""
    seats: Seats
    mask: Mask


def options_among(field: Sequence[PairingPlayer], costs: TableCosts, tables: Iterable[Seats]) -> list[Option]:
    """Some tables of a field as options, the cheapest first, equals by lot."""
    weighed = sorted((costs.of([field[at] for at in seats]), seats) for seats in tables)
    return [Option(cost >> DIGIT, seats, mask_of(seats)) for cost, seats in weighed]


def tables_among(company: Sequence[Mask], sizes: Sequence[int]) -> Iterator[Seats]:
    """Every table of these sizes for a field, given for everybody in it with whom they can sit."""
    for size in sorted(set(sizes)):
        for first, others in enumerate(company):
            yield from ((first, *rest) for rest in _circles(company, others >> first + 1 << first + 1, size - 1))


def _circles(company: Sequence[Mask], among: Mask, size: int) -> Iterator[Seats]:
    """So many of some who can all sit together."""
    if size == 0:
        yield ()
        return
    while among:
        at = (among & -among).bit_length() - 1
        among &= among - 1
        yield from ((at, *rest) for rest in _circles(company, among & company[at], size - 1))


def allowed_company(field: Sequence[PairingPlayer], costs: TableCosts) -> list[Mask]:
    """For everybody in a field those with whom they may sit."""
    return [mask_of([at for at, other in enumerate(field) if costs.is_allowed(one, other)]) for one in field]


def unmet_company(field: Sequence[PairingPlayer], costs: TableCosts) -> list[Mask]:
    """For everybody in a field those with whom they may sit and have not sat."""
    return [
        mask_of([at for at, other in enumerate(field) if other.id not in one.met and costs.is_allowed(one, other)])
        for one in field
    ]


def mask_of(seats: Sequence[int]) -> Mask:
    """Some places of a field as one number."""
    return sum(1 << at for at in seats)


PARTS: Final = 12
"""Costs are reckoned in twelfths, which can be shared by two, three or four."""
Tables: TypeAlias = tuple[Seats, ...]


class CoverSearch(NamedTuple):
    """What a search has found."""

    tables: Tables | None
    """None if nothing is cheaper than what was known before."""
    is_whole: bool
    """Whether the search came to its end, so that nothing is cheaper than this."""


class PricedOption(NamedTuple):
    """An option for one of those who would sit there."""

    surplus: int
    mask: Mask
    seats: Seats


class CoverFound(NamedTuple):
    """Tables for everybody."""

    surplus: int
    tables: Tables


class ExactCover:
    """A field and its options, ready to be searched."""

    def __init__(self, options: Sequence[Option], players: int, sizes: Sequence[int]) -> None:
        """Options, the preferred first, from which a field of so many takes tables of these sizes."""
        self.players = players
        self.sizes = {size: sizes.count(size) for size in set(sizes)}
        self.bound, surpluses = _priced(options, players)
        priced = [
            PricedOption(surplus, option.mask, option.seats) for surplus, option in zip(surpluses, options, strict=True)
        ]
        priced.sort(key=lambda option: option.surplus)
        self.of_player: list[list[PricedOption]] = [[] for _ in range(players)]
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

    def cheapest(self, below: TableCost, steps: int) -> CoverSearch:
        """The cheapest tables that cost less than something; after so many steps the cheapest so far."""
        found = self._found(below, steps, most=1)
        return CoverSearch(found[-1].tables if found else None, self.steps > 0)

    def several(self, below: TableCost, steps: int, most: int) -> list[Tables]:
        """So many ways to take tables that cost less than something, the cheapest first, of all that steps allow."""
        return [covered.tables for covered in sorted(self._found(below, steps, most))]

    def _found(self, below: TableCost, steps: int, most: int) -> list[CoverFound]:
        self.steps = steps
        self.room = below * PARTS - self.bound
        self.most = most
        self.found: list[CoverFound] = []
        self._search((1 << self.players) - 1, 0, ())
        return self.found

    def _search(self, left: Mask, surplus: int, chosen: Tables) -> None:
        if not left:
            self._keep(CoverFound(surplus, chosen))
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

    def _keep(self, covered: CoverFound) -> None:
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
