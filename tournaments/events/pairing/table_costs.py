"""What speaks against a table of two to four, as one whole number; see `rules` for the order in which it counts."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final, Self, TypeAlias

from tournaments.events.pairing.players import Forbidden, PairingPlayer
from tournaments.events.pairing.rules import pair_lot
from tournaments.events.pairing.seats import Imbalance, imbalance
from tournaments.events.values import EntrantId

TableCost: TypeAlias = int
ORDER: Final = ("misfits", "rematches", "beyond", "again", "pressing", "gaps", "squares", "lots")
"""The kinds of costs, the first counting most."""
DIGIT: Final = 96
"""How many bits each kind of cost has to itself; far more than any tournament can add up."""
GAP: Final = 1 << 2 * DIGIT
"""From here on a cost is one of a flaw or of points that differ."""
FLAW: Final = 1 << 4 * DIGIT
"""From here on a cost is one of forbidden pairs, rematches or starts."""
START: Final = 1 << 5 * DIGIT
"""From here on a cost is one of forbidden pairs, rematches or starts."""
REMATCH: Final = 1 << 6 * DIGIT
"""From here on a cost is one of forbidden pairs or rematches."""
MISFIT: Final = 1 << 7 * DIGIT
"""From here on a cost is one of forbidden pairs."""


class TableCosts:
    """The costs of tables under some forbidden pairs."""

    order: Sequence[str] = ORDER

    def __init__(self, forbidden: Forbidden, is_wary: bool = False, is_strict: bool = False) -> None:
        """Costs where these pairs may not sit together.

        Wary ones keep starts from getting pressing in later rounds, strict ones hold a table that takes somebody too
        far from their share for as bad as a forbidden pair.
        """
        self.forbidden = forbidden
        self.is_wary = is_wary
        self.is_strict = is_strict
        self.known: dict[tuple[EntrantId, EntrantId], TableCost] = {}
        self.known_starts: dict[Imbalance, TableCost] = {}

    def made_strict(self) -> Self:
        """The same costs, but strict."""
        return type(self)(self.forbidden, self.is_wary, is_strict=True)

    def of(self, table: Sequence[PairingPlayer]) -> TableCost:
        """What speaks against putting some players at one table."""
        return self._of_starts(imbalance(table)) + sum(self._of_pair(*pair) for pair in combinations(table, 2))

    def of_all(self, tables: Sequence[Sequence[PairingPlayer]]) -> TableCost:
        """What speaks against a whole division into tables."""
        return sum(map(self.of, tables))

    def is_allowed(self, one: PairingPlayer, other: PairingPlayer) -> bool:
        """Whether two may sit together."""
        return one.id != other.id and frozenset((one.id, other.id)) not in self.forbidden

    def _of_pair(self, one: PairingPlayer, other: PairingPlayer) -> TableCost:
        """What speaks against two at one table; most pairs are asked for many times."""
        pair = (one.id, other.id) if one.id < other.id else (other.id, one.id)
        if pair not in self.known:
            times, gap = one.met.get(other.id, 0), one.points - other.points
            self.known[pair] = self._joined(
                misfits=frozenset(pair) in self.forbidden,
                rematches=times > 0,
                again=times * times,
                gaps=gap * gap,
                lots=pair_lot(one, other),
            )
        return self.known[pair]

    def _of_starts(self, starts: Imbalance) -> TableCost:
        if starts not in self.known_starts:
            self.known_starts[starts] = self._joined(
                misfits=starts.beyond * self.is_strict,
                beyond=starts.beyond,
                pressing=starts.pressing * self.is_wary,
                squares=starts.squares,
            )
        return self.known_starts[starts]

    def _joined(self, **costs: int) -> TableCost:
        """Costs as one number, the first of the order counting most."""
        number = 0
        for name in self.order:
            number = (number << DIGIT) + costs.get(name, 0)
        return number


class BareTableCosts(TableCosts):
    """Only rematches and starts, for a round of which nothing else is known yet."""

    order = ("misfits", "rematches", "beyond", *["nothing"] * 5)


def least_rematches(cost: TableCost) -> int:
    """How many rematches a division without forbidden pairs has if it costs at least that, in parts of a rematch."""
    return (cost + REMATCH - REMATCH // 24) // REMATCH
