"""Who begins: whoever has begun too seldom so far.

Somebody's fair share is half a start for every duel, a third for every table of three, a quarter for every table of
four. `imbalance` says how far from it a table would leave its players, so that pairing can avoid such tables.
"""

from collections.abc import Sequence, Set
from functools import cache
from typing import Final, NamedTuple

from tournaments.events.pairing import reasons
from tournaments.events.pairing.players import SHARE, PairingPlayer
from tournaments.events.values import EntrantId, Reason

BOUND: Final = SHARE
"""How far from their fair share somebody may be: one start."""


class Imbalance(NamedTuple):
    """How unfairly a table would leave its starts."""

    beyond: int
    """By how much players would be further than one start from their share, added up."""
    squares: int
    """The squares of all distances from the share, added up."""
    pressing: int = 0
    """How many players would have to begin next time not to be further than one start from their share."""


def imbalance(table: Sequence[PairingPlayer]) -> Imbalance:
    """What a table does to the starts of its players if the right one begins."""
    return _imbalance(tuple(sorted(player.excess for player in table)))


@cache
def imbalance_of_duel(one: int, other: int) -> Imbalance:
    """The same for two, from their excesses alone: a field has many pairs, but few excesses."""
    return _imbalance((min(one, other), max(one, other)))


@cache
def _imbalance(excesses: tuple[int, ...]) -> Imbalance:
    """The same for any table, its excesses sorted: the lowest begins."""
    share = SHARE // len(excesses)
    after = [excess - share for excess in excesses]
    after[0] += SHARE
    return Imbalance(
        beyond=sum(max(0, abs(excess) - BOUND) for excess in after),
        squares=sum(excess * excess for excess in after),
        pressing=sum(excess - share < -BOUND for excess in after),
    )


class Claims:
    """Who has the better claim to begin: by starts so far, by what is foreseen, by the last game, by lot."""

    def __init__(self, foreseen: Set[EntrantId] = frozenset()) -> None:
        """Claims where among equals these should begin."""
        self.foreseen = foreseen

    def in_order(self, table: Sequence[PairingPlayer]) -> tuple[PairingPlayer, ...]:
        """A table in the order of its seats: the beginner first, then those who have sat late before the others."""
        first = min(table, key=self._claim)
        rest = (player for player in table if player is not first)
        return (first, *sorted(rest, key=lambda player: (-player.lateness, _lot(player))))

    def why(self, table: Sequence[PairingPlayer], at: int) -> Reason:
        """Why somebody has a seat of a table that is in order."""
        first, second = sorted(map(self._claim, table))[:2]
        kinds = (reasons.seat_balance, reasons.seat_foreseen, reasons.seat_balance, reasons.seat_balance)
        differing = (kind for kind, one, other in zip(kinds, first, second, strict=False) if one != other)
        player = table[at]
        return next(differing, reasons.seat_drawn)(at + 1, player.firsts, player.games)

    def _claim(self, player: PairingPlayer) -> tuple[int, bool, bool, int, int]:
        return player.excess, player.id not in self.foreseen, player.began_last, -player.lateness, _lot(player)


def _lot(player: PairingPlayer) -> int:
    """A lot of its own, so that the seat does not follow from the opponent that was drawn."""
    return player.draw & 0xFFFF_FFFF
