"""The tables that a field could have, each with what speaks against it: what `covering` chooses from.

Players are known by their places in the field, and a set of them is a number with one bit for each.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from tournaments.pairing.past import Player
from tournaments.pairing.table_costs import DIGIT, TableCost, TableCosts

Seats: TypeAlias = tuple[int, ...]
Mask: TypeAlias = int


class Option(NamedTuple):
    """A table that there could be."""

    cost: TableCost
    """What speaks against it; the lot is left out, because it must not make a search longer."""
    seats: Seats
    mask: Mask


def options_among(field: Sequence[Player], costs: TableCosts, tables: Iterable[Seats]) -> list[Option]:
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


def allowed_of(field: Sequence[Player], costs: TableCosts) -> list[Mask]:
    """For everybody in a field those with whom they may sit."""
    return [mask_of([at for at, other in enumerate(field) if costs.is_allowed(one, other)]) for one in field]


def fresh_of(field: Sequence[Player], costs: TableCosts) -> list[Mask]:
    """For everybody in a field those with whom they may sit and have not sat."""
    return [
        mask_of([at for at, other in enumerate(field) if other.id not in one.met and costs.is_allowed(one, other)])
        for one in field
    ]


def mask_of(seats: Sequence[int]) -> Mask:
    """Some places of a field as one number."""
    return sum(1 << at for at in seats)
