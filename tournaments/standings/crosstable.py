"""The crosstable: everybody by standing, and what each round was for them."""

from collections.abc import Collection
from typing import NamedTuple

from tournaments.settings import Settings
from tournaments.standings.cells import Cell
from tournaments.standings.field import read_field
from tournaments.standings.ranking import rank
from tournaments.standings.standing import Standing
from tournaments.values import EntrantId, History


class CrossRow(NamedTuple):
    """One entrant's row."""

    standing: Standing
    cells: tuple[Cell, ...]
    """One for every round, in order."""

    @property
    def overridden(self) -> int:
        """In how many rounds an organiser has put another result in the place of what was played."""
        return sum(cell.is_overridden for cell in self.cells)


def crosstable(settings: Settings, history: History, explained: Collection[EntrantId] | None = None) -> list[CrossRow]:
    """The rows of everybody after the rounds of a history, best first; whom to explain is said as for `standings`."""
    field = read_field(settings, history)
    ranked = rank(settings, field, explained)
    return [CrossRow(standing, field.lines[standing.entrant].cells) for standing in ranked]
