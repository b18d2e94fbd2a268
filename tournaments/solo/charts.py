"""The scores of a field as bars: how many runs came into each range of points. Pure."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from tournaments.solo.fields import Field

RANGE: Final = 10
"""How many points one bar stands for."""
MOST_BARS: Final = 24
MOST_LABELS: Final = 7
WIDTH: Final = 360
HEIGHT: Final = 120
GAP: Final = 2


class Bar(NamedTuple):
    """The runs in one range of points, and where its bar is drawn."""

    lowest: int
    highest: int
    runs: int
    is_own: bool
    """Whether the run of whoever looks is one of these."""
    x: float
    y: float
    width: float
    height: float
    is_labelled: bool
    """Whether its range is written below it."""

    @property
    def middle(self) -> float:
        """Where what is written of it is centred."""
        return round(self.x + self.width / 2, 1)

    @property
    def top(self) -> float:
        """Where the number of its runs stands."""
        return round(self.y - 3, 1)


class Chart(NamedTuple):
    """The bars of a field, and where its mean is among them."""

    bars: tuple[Bar, ...]
    mean_x: float | None
    width: int = WIDTH
    height: int = HEIGHT


def chart_of(found: Field, own: Sequence[int] = ()) -> Chart:
    """The scores of a field; `own` are the scores of whoever looks."""
    scores = [placed.run.score for placed in found.runs]
    if not scores:
        return Chart((), None)
    each = _range_of(max(scores) - min(scores))
    first = min(scores) // each
    number = max(scores) // each - first + 1
    runs = Counter(score // each - first for score in scores)
    owned = {score // each - first for score in own}
    step, most = WIDTH / number, max(runs.values())
    bars = [_bar(at, first, each, step, runs[at], most) for at in range(number)]
    between = -(-number // MOST_LABELS)
    bars = [bar._replace(is_own=at in owned, is_labelled=at % between == between // 2) for at, bar in enumerate(bars)]
    mean = None if found.mean is None else round((found.mean / each - first) * step, 1)
    return Chart(tuple(bars), mean)


def _range_of(span: int) -> int:
    """How many points a bar stands for, so that there are not too many."""
    each = RANGE
    while span // each + 2 > MOST_BARS:
        each *= 2
    return each


def _bar(at: int, first: int, each: int, step: float, runs: int, most: int) -> Bar:
    lowest = (first + at) * each
    height = round(HEIGHT * runs / most, 1)
    x, width = round(at * step + GAP / 2, 1), round(step - GAP, 1)
    return Bar(lowest, lowest + each - 1, runs, False, x, round(HEIGHT - height, 1), width, height, False)
