"""The titles of those who play alone, as a table: both ends of every line."""

from collections.abc import Sequence
from typing import NamedTuple


class SoloTitle(NamedTuple):
    """A line of the table; without a highest score it is the best one."""

    lowest: int
    highest: int | None
    words: str
    """In English, as the rules know it."""

    def holds(self, rated: int) -> bool:
        """Whether a rated score is in this line."""
        return rated >= self.lowest and (self.highest is None or rated <= self.highest)


def title_table(titles: Sequence[tuple[int, str]]) -> tuple[SoloTitle, ...]:
    """The lines of a game's titles, the best first."""
    lowest = [least for least, _ in titles]
    highest = [None, *(least - 1 for least in lowest[:-1])]
    return tuple(SoloTitle(low, high, words) for low, high, (_, words) in zip(lowest, highest, titles, strict=True))
