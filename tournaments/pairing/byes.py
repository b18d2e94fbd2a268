"""Whose bye it is: nobody's again before everybody has had one, and the lowest score group first."""

from collections.abc import Sequence

from tournaments.pairing.past import Player
from tournaments.pairing.weights import Cost


def costs_of_byes(field: Sequence[Player]) -> list[Cost]:
    """What speaks against giving the bye to each of a field, in its order."""
    fewest = min(player.byes for player in field)
    groups = {points: at for at, points in enumerate(sorted({player.points for player in field}))}
    return [Cost(turn=player.byes - fewest, bye=groups[player.points], draw=player.draw) for player in field]


def first_for_bye(field: Sequence[Player]) -> int:
    """Where in a field the one stands whose bye it is, whomever the others can play."""
    costs = costs_of_byes(field)
    return min(range(len(field)), key=lambda at: costs[at])
