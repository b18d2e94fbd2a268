"""Small charts of bars: where each bar lies and which of them are labelled. Whole numbers only, as in all drawings."""

from collections.abc import Sequence
from typing import Final, NamedTuple

WIDTH: Final = 320
HEIGHT: Final = 150
TOP: Final = 22
BOTTOM: Final = 122
MOST_LABELS: Final = 7
LETTER: Final = 8
"""How wide a letter of a label is at most, so that as many are written as have room."""
MOST_VALUES: Final = 12
"""With more bars than this only the highest has its value written above it."""


class Bar(NamedTuple):
    """A value with its label, and the bar that shows it."""

    label: str
    value: int
    x: int
    y: int
    width: int
    height: int
    is_labelled: bool
    has_value: bool
    words: str = ""
    """What is written above it, if that is not the value itself."""

    @property
    def told(self) -> str:
        """What is written above it."""
        return self.words or str(self.value)

    @property
    def middle(self) -> int:
        """Where its label is centred."""
        return self.x + self.width // 2


def bars_of(values: Sequence[tuple[str, int]], every: int | None = None) -> list[Bar]:
    """Bars for labelled values, side by side; the highest fills the chart.

    From the first on every so-manieth label is written, or if that is not said as many as have room.
    """
    highest = max((value for _, value in values), default=0)
    each = -(-len(values) // _room([label for label, _ in values]))
    is_few, top = len(values) <= MOST_VALUES, [value for _, value in values].index(highest) if values else 0
    bars = []
    for at, (label, value) in enumerate(values):
        x, end = WIDTH * at // len(values), WIDTH * (at + 1) // len(values)
        gap = max((end - x) // 5, 1)
        height = _height(value, highest)
        has_value = value > 0 and (is_few or at == top)
        is_labelled = at % every == 0 if every else at % each == each // 2
        bars.append(Bar(label, value, x + gap, BOTTOM - height, end - x - 2 * gap, height, is_labelled, has_value))
    return bars


def _height(value: int, highest: int) -> int:
    """A bar's height; whatever is more than nothing can be seen."""
    return max(round((BOTTOM - TOP) * value / highest), 2) if value else 0


def _room(labels: Sequence[str]) -> int:
    """How many labels have room beside each other."""
    longest = max((len(label) for label in labels), default=0) + 1
    return max(min(WIDTH // (longest * LETTER), MOST_LABELS), 1)
