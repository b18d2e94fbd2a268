"""A field: everybody who has played the same dice, and what of their scores was skill and what was luck. Pure.

Skill is whom somebody has left behind on the same dice. Luck is how kind those dice were: what the field has made of
them, next to what is made of other dice at the same level.
"""

from bisect import bisect_left, bisect_right
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


class Placed(NamedTuple):
    """A run with its place in the field."""

    run: FieldRun
    place: int
    percentile: float | None
    """The share of the others that it has left behind, in percent, ties by half; None without others."""


class Field(NamedTuple):
    """Everybody who has played the same dice."""

    runs: tuple[Placed, ...]
    """The best first."""
    mean: float | None
    median: float | None
    """Of the runs that were played to their end: what the dice had in them; None without any."""
    usual: float | None
    """The mean of the latest runs at the same level on shared dice; None if these are the only ones."""

    def find(self, game: str) -> Placed | None:
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


class OnDice(NamedTuple):
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


class Summary(NamedTuple):
    """What somebody's runs on shared dice say of their skill and their luck."""

    runs: int
    skill: float | None
    """The mean of their percentiles."""
    luck: float | None
    """How many points more than usual their dice have brought, on average."""


def field(runs: Sequence[FieldRun], usual: float | None = None) -> Field:
    """The field of some runs; those that were forfeited come last, together."""
    merits = [_merit(run) for run in runs]
    ladder = sorted(merits)
    order = sorted(range(len(runs)), key=lambda at: (*(-part for part in merits[at]), runs[at].game))
    complete = [run.score for run in runs if run.is_complete]
    return Field(
        tuple(_placed(runs[at], merits[at], ladder) for at in order),
        fmean(complete) if complete else None,
        median(complete) if complete else None,
        usual,
    )


def place_among(runs: Sequence[FieldRun], run: FieldRun) -> Placed:
    """Where somebody who was not in a field would have come in it."""
    ladder = sorted([*map(_merit, runs), _merit(run)])
    return _placed(run, _merit(run), ladder)


def summary(runs: Sequence[OnDice]) -> Summary:
    """What somebody's runs come to."""
    percentiles = [run.percentile for run in runs if run.percentile is not None]
    kindness = [run.kindness for run in runs if run.kindness is not None]
    return Summary(len(runs), fmean(percentiles) if percentiles else None, fmean(kindness) if kindness else None)


def _merit(run: FieldRun) -> tuple[int, int]:
    """What runs are compared by: those that were forfeited share the last place."""
    return (0, 0) if run.has_forfeited else (1, run.score)


def _placed(run: FieldRun, merit: tuple[int, int], ladder: Sequence[tuple[int, int]]) -> Placed:
    below, upto = bisect_left(ladder, merit), bisect_right(ladder, merit)
    counted = OnDice(len(ladder) - 1, below, upto - below - 1, mean=None, usual=None)
    return Placed(run, len(ladder) - upto + 1, counted.percentile)
