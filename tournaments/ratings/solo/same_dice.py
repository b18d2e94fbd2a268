"""Everybody who has played the same dice: what of their scores was skill, what was luck, and the scores as bars. Pure.

Skill is whom somebody has left behind on the same dice. Luck is how kind those dice were: what the field has made of
them, next to what is made of other dice at the same level.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from statistics import fmean, median
from typing import Final, NamedTuple

KIND: Final = "kind"
HARSH: Final = "harsh"
ORDINARY: Final = "ordinary"
MARGIN: Final = 0.05
"""By which share of the usual mean a field's own must differ for its dice to be called kind or harsh."""


class FieldRun(NamedTuple):
    """A run on the dice of a field."""

    game: str
    score: int
    has_forfeited: bool = False
    is_complete: bool = True
    """Whether it was played to its end."""


class PlacedRun(NamedTuple):
    """A run with its place in the field."""

    run: FieldRun
    place: int
    percentile: float | None
    """The share of the others that it has left behind, in percent, ties by half; None without others."""


class DealField(NamedTuple):
    """Everybody who has played the same dice."""

    runs: tuple[PlacedRun, ...]
    """The best first."""
    mean: float | None
    median: float | None
    """Of the runs that were played to their end: what the dice had in them; None without any."""
    usual: float | None
    """The mean of the latest runs at the same level on shared dice; None if these are the only ones."""

    def find(self, game: str) -> PlacedRun | None:
        """A run with its place, None if it is not in the field."""
        return next((placed for placed in self.runs if placed.run.game == game), None)

    @property
    def kindness(self) -> float | None:
        """How many points more than usual the dice have brought; None if there is nothing to compare with."""
        return None if self.mean is None or self.usual is None else self.mean - self.usual

    @property
    def verdict(self) -> str | None:
        """What the dice were like, in one word."""
        if self.kindness is None or self.usual is None:
            return None
        if abs(self.kindness) < MARGIN * self.usual:
            return ORDINARY
        return KIND if self.kindness > 0 else HARSH


class RunOnDice(NamedTuple):
    """How somebody has done on shared dice, by the numbers of its field."""

    others: int
    below: int
    """How many of them came behind."""
    level: int
    """How many of them had as much."""
    mean: float | None
    """What the dice had in them: the mean of the runs that were played to their end."""
    usual: float | None

    @property
    def percentile(self) -> float | None:
        """The share of the others that was left behind, in percent, ties by half; None without others."""
        return 100 * (self.below + self.level / 2) / self.others if self.others else None

    @property
    def kindness(self) -> float | None:
        """How many points more than usual the dice have brought; None if there is nothing to compare with."""
        return None if self.mean is None or self.usual is None else self.mean - self.usual


class LuckAndSkill(NamedTuple):
    """What somebody's runs on shared dice say of their skill and their luck."""

    runs: int
    skill: float | None
    """The mean of their percentiles."""
    luck: float | None
    """How many points more than usual their dice have brought, on average."""


def deal_field(runs: Sequence[FieldRun], usual: float | None = None) -> DealField:
    """The field of some runs; those that were forfeited come last, together."""
    merits = [_merit(run) for run in runs]
    ladder = sorted(merits)
    order = sorted(range(len(runs)), key=lambda at: (*(-part for part in merits[at]), runs[at].game))
    complete = [run.score for run in runs if run.is_complete]
    return DealField(
        tuple(_placed(runs[at], merits[at], ladder) for at in order),
        fmean(complete) if complete else None,
        median(complete) if complete else None,
        usual,
    )


def place_in_field(runs: Sequence[FieldRun], run: FieldRun) -> PlacedRun:
    """Where somebody who was not in a field would have come in it."""
    ladder = sorted([*map(_merit, runs), _merit(run)])
    return _placed(run, _merit(run), ladder)


def luck_and_skill(runs: Sequence[RunOnDice]) -> LuckAndSkill:
    """What somebody's runs come to."""
    percentiles = [run.percentile for run in runs if run.percentile is not None]
    kindness = [run.kindness for run in runs if run.kindness is not None]
    return LuckAndSkill(len(runs), fmean(percentiles) if percentiles else None, fmean(kindness) if kindness else None)


def _merit(run: FieldRun) -> tuple[int, int]:
    """What runs are compared by: those that were forfeited share the last place."""
    return (0, 0) if run.has_forfeited else (1, run.score)


def _placed(run: FieldRun, merit: tuple[int, int], ladder: Sequence[tuple[int, int]]) -> PlacedRun:
    below, upto = bisect_left(ladder, merit), bisect_right(ladder, merit)
    counted = RunOnDice(len(ladder) - 1, below, upto - below - 1, mean=None, usual=None)
    return PlacedRun(run, len(ladder) - upto + 1, counted.percentile)


RANGE_OF_BAR: Final = 10
"""How many points one bar stands for."""
MOST_BARS: Final = 24
MOST_LABELS: Final = 7
WIDTH: Final = 360
HEIGHT: Final = 120
GAP: Final = 2


class ScoreBar(NamedTuple):
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


class ScoreChart(NamedTuple):
    """The bars of a field, and where its mean is among them."""

    bars: tuple[ScoreBar, ...]
    mean_x: float | None
    width: int = WIDTH
    height: int = HEIGHT


def chart_of_field(found: DealField, own: Sequence[int] = ()) -> ScoreChart:
    """The scores of a field; `own` are the scores of whoever looks."""
    scores = [placed.run.score for placed in found.runs]
    if not scores:
        return ScoreChart((), None)
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
    return ScoreChart(tuple(bars), mean)


def _range_of(span: int) -> int:
    """How many points a bar stands for, so that there are not too many."""
    each = RANGE_OF_BAR
    while span // each + 2 > MOST_BARS:
        each *= 2
    return each


def _bar(at: int, first: int, each: int, step: float, runs: int, most: int) -> ScoreBar:
    lowest = (first + at) * each
    height = round(HEIGHT * runs / most, 1)
    x, width = round(at * step + GAP / 2, 1), round(step - GAP, 1)
    return ScoreBar(lowest, lowest + each - 1, runs, False, x, round(HEIGHT - height, 1), width, height, False)
