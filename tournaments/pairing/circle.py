"""The schedule of a round robin, by the circle method.

One player stays, the others go round by one place every round; an odd field has an empty place, and whoever is
scheduled against it has a bye. Everybody meets everybody once in a leg. The second leg repeats the first with the seats
swapped. Within a leg everybody begins as often as not: exactly if they play an even number of games, else within one.
"""

from typing import NamedTuple


class Duel(NamedTuple):
    """Two places of the circle, the beginner first."""

    first: int
    second: int


def rounds_of_leg(players: int) -> int:
    """How many rounds it takes until everybody has met everybody."""
    return max(players - 1 + players % 2, 0)


def duels_of_round(players: int, number: int) -> list[Duel]:
    """Who meets whom in a round of a leg, from 1; a place that is not there means a bye for the other."""
    circle = players + players % 2
    turning = circle - 1
    at = number - 1
    duels = [_fixed(turning, at)]
    for step in range(1, circle // 2):
        one, other = (at + step) % turning, (at - step) % turning
        duels.append(Duel(one, other) if step % 2 else Duel(other, one))
    return duels


def _fixed(turning: int, at: int) -> Duel:
    """The duel of the place that stays, which begins every other round."""
    return Duel(at, turning) if at % 2 == 0 else Duel(turning, at)
