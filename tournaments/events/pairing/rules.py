"""The rules of pairing: what speaks against a pair or a bye, in the order in which it counts, and as one whole
number.

Forbidden pairs are no pairs at all. Among the others a pairing is the better one if it is better in the first of
these that differs, added up over the round:

1. rematches: as few as can be;
2. turn: nobody has a bye again before everybody has had one;
3. again: those that cannot be avoided between those who have met least often;
4. starts: nobody gets further than one start from their fair share;
5. bye: it goes to the lowest score group;
6. distance: the squares of the differences in points;
7. balance: starts as even as they can be;
8. draw: the lot.

The lot of a pair is a number below 2**61 that follows from those of both; so there is next to never more than one
best pairing, and it does not matter how it is found.
"""

from collections.abc import Sequence
from math import gcd
from typing import Final, NamedTuple

from tournaments.events.pairing.players import PRIME, PairingPlayer
from tournaments.events.pairing.seats import imbalance_of_duel


class PairingCost(NamedTuple):
    """What speaks against something, the weightiest first."""

    rematches: int = 0
    turn: int = 0
    again: int = 0
    starts: int = 0
    bye: int = 0
    distance: int = 0
    balance: int = 0
    draw: int = 0


ONCE: Final = frozenset(("turn", "bye"))
"""What counts at most once in a round, because there is one bye at most."""
LIMIT: Final = 124
"""How many bits a weight may have: the matching reckons with signed whole numbers of 128 bits."""
LEAST_DRAW: Final = 16
"""How many bits are left to the draw at least."""


def pair_cost(one: PairingPlayer, other: PairingPlayer) -> PairingCost:
    """What speaks against a duel."""
    times = one.met.get(other.id, 0)
    beyond, squares, _ = imbalance_of_duel(one.excess, other.excess)
    gap = one.points - other.points
    return PairingCost(int(times > 0), 0, times * times, beyond, 0, gap * gap, squares, pair_lot(one, other))


def pair_lot(one: PairingPlayer, other: PairingPlayer) -> int:
    """The lot of two, the same whoever is named first."""
    return one.draw * other.draw % PRIME


def costs_as_numbers(costs: Sequence[PairingCost], pairs: int) -> list[int]:
    """Each cost as one number, so that sums over so many pairs compare as the sums of the costs do."""
    if not costs:
        return []
    *columns, draws = zip(*costs, strict=True)
    units = [max(gcd(*column), 1) for column in columns]
    times = [1 if name in ONCE else pairs for name in PairingCost._fields]
    radices = [max(column) // unit * most + 1 for column, unit, most in zip(columns, units, times, strict=False)]
    spent = sum(radix.bit_length() for radix in radices if radix > 1)
    if spent + LEAST_DRAW > LIMIT:
        raise OverflowError(f"costs of {spent} bits are too much for the matching")
    numbers = [0] * len(costs)
    for column, unit, radix in zip(columns, units, radices, strict=True):
        if radix > 1:
            numbers = [number * radix + part // unit for number, part in zip(numbers, column, strict=True)]
    most_drawn = max(draws) * pairs
    cut = max(0, spent + most_drawn.bit_length() - LIMIT)
    return [number * ((most_drawn >> cut) + 1) + (draw >> cut) for number, draw in zip(numbers, draws, strict=True)]


def bye_costs(field: Sequence[PairingPlayer]) -> list[PairingCost]:
    """What speaks against giving the bye to each of a field, in its order."""
    fewest = min(player.byes for player in field)
    groups = {points: at for at, points in enumerate(sorted({player.points for player in field}))}
    return [PairingCost(turn=player.byes - fewest, bye=groups[player.points], draw=player.draw) for player in field]


def best_for_bye(field: Sequence[PairingPlayer]) -> int:
    """Where in a field the one stands whose bye it is, whomever the others can play."""
    costs = bye_costs(field)
    return min(range(len(field)), key=lambda at: costs[at])
