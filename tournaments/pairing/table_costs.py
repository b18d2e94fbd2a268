"""What speaks against a table of two to four, as one whole number; see `weights` for the order in which it counts."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final, TypeAlias

from tournaments.pairing.matching import Forbidden
from tournaments.pairing.past import Player
from tournaments.pairing.seats import Imbalance, imbalance
from tournaments.pairing.weights import lot_of_pair
from tournaments.values import EntrantId

TableCost: TypeAlias = int
DIGIT: Final = 96
"""How many bits each kind of cost has to itself; far more than any tournament can add up."""
GAP: Final = 1 << 2 * DIGIT
"""From here on a cost is one of a flaw or of points that differ."""
FLAW: Final = 1 << 4 * DIGIT
"""From here on a cost is one of forbidden pairs, rematches or starts."""
REMATCH: Final = 1 << 6 * DIGIT
"""From here on a cost is one of forbidden pairs or rematches."""
MISFIT: Final = 1 << 7 * DIGIT
"""From here on a cost is one of forbidden pairs."""


class TableCosts:
    """The costs of tables under some forbidden pairs."""

    def __init__(self, forbidden: Forbidden, is_wary: bool = False) -> None:
        """Costs where these pairs may not sit together; wary ones keep starts from getting pressing in later rounds."""
        self.forbidden = forbidden
        self.is_wary = is_wary
        self.known: dict[tuple[EntrantId, EntrantId], TableCost] = {}

    def of(self, table: Sequence[Player]) -> TableCost:
        """What speaks against putting some players at one table."""
        return _of_starts(imbalance(table), self.is_wary) + sum(self._of_pair(*pair) for pair in combinations(table, 2))

    def of_all(self, tables: Sequence[Sequence[Player]]) -> TableCost:
        """What speaks against a whole division into tables."""
        return sum(map(self.of, tables))

    def is_allowed(self, one: Player, other: Player) -> bool:
        """Whether two may sit together."""
        return one.id != other.id and frozenset((one.id, other.id)) not in self.forbidden

    def _of_pair(self, one: Player, other: Player) -> TableCost:
        """What speaks against two at one table; most pairs are asked for many times."""
        pair = (one.id, other.id) if one.id < other.id else (other.id, one.id)
        if pair not in self.known:
            times, gap = one.met.get(other.id, 0), one.points - other.points
            self.known[pair] = _joined(
                misfits=frozenset(pair) in self.forbidden,
                rematches=times > 0,
                again=times * times,
                gaps=gap * gap,
                lots=lot_of_pair(one, other),
            )
        return self.known[pair]


def least_rematches(cost: TableCost) -> int:
    """How many rematches a division without forbidden pairs has if it costs at least that, in parts of a rematch."""
    return (cost + REMATCH - REMATCH // 24) // REMATCH


@cache
def _of_starts(starts: Imbalance, is_wary: bool) -> TableCost:
    return _joined(beyond=starts.beyond, pressing=starts.pressing * is_wary, squares=starts.squares)


def _joined(
    *,
    misfits: int = 0,
    rematches: int = 0,
    again: int = 0,
    beyond: int = 0,
    pressing: int = 0,
    gaps: int = 0,
    squares: int = 0,
    lots: int = 0,
) -> TableCost:
    """Costs as one number, the first counting most."""
    number = 0
    for digit in (misfits, rematches, again, beyond, pressing, gaps, squares, lots):
        number = (number << DIGIT) + digit
    return number
