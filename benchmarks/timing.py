"""Interleaved measuring: the contenders take turns, and the fastest run of each counts.

What disturbs a run only ever makes it slower, so the minimum is the best estimate of its true cost; taking turns keeps
a slow minute of the machine from hitting one contender only. A long run cannot dodge disturbances as a short one can:
so that contenders of different length are treated alike, each is timed in stretches of a few milliseconds, and the
fastest times of each stretch are added up. The garbage collector runs between measurements.
"""

import gc
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from statistics import median, quantiles
from time import perf_counter
from typing import Final, NamedTuple, TypeAlias, TypeVar

ROUNDS: Final = 15
"""The fewest measurements of each contender."""

Contender: TypeAlias = Callable[[], Sequence[float]]
"""Does its work once and says how many seconds each stretch of it took."""

T = TypeVar("T")


class Timing(NamedTuple):
    """The runs of one contender."""

    seconds: float
    """The fastest times of its stretches together."""
    spread: float
    """The median run as a multiple of that: how much the machine was disturbed."""
    runs: int

    def per(self, count: int) -> "Timing":
        """The same for each of so many things done in a run."""
        return self._replace(seconds=self.seconds / count)


class Waits(NamedTuple):
    """How long single answers took, in seconds."""

    half: float
    """What half of them took at most."""
    most: float
    """What 99 of 100 took at most."""
    longest: float

    @property
    def note(self) -> str:
        """The same for a line of a report."""
        half, most, longest = (f"{seconds * 1000:.3g}" for seconds in self)
        return f"p50 {half}, p99 {most}, longest {longest} ms"


def summarize_waits(waits: Sequence[float]) -> Waits:
    """The median, the 99th hundredth and the longest of some waits."""
    hundredths = quantiles(waits, n=100)
    return Waits(hundredths[49], hundredths[98], max(waits))


def timed(work: Callable[[Sequence[T]], object], material: Sequence[T], stretch: int) -> Contender:
    """A contender that works through some material under the clock, so much of it in each stretch."""
    portions = [material[at : at + stretch] for at in range(0, len(material), stretch)]

    def measure() -> list[float]:
        moments = [perf_counter()]
        for portion in portions:
            work(portion)
            moments.append(perf_counter())
        return [after - before for before, after in pairwise(moments)]

    return measure


def interleave(contenders: Mapping[str, Contender], rounds: int = ROUNDS) -> dict[str, Timing]:
    """Measure all contenders in turn, so many times each."""
    runs: dict[str, list[Sequence[float]]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, measure in contenders.items():
            runs[name].append(undisturbed(measure))
    return {name: _timing(measured) for name, measured in runs.items()}


def undisturbed(measure: Contender) -> Sequence[float]:
    """One measurement without garbage collection in the middle of it."""
    gc.collect()
    gc.disable()
    try:
        return measure()
    finally:
        gc.enable()


def _timing(runs: list[Sequence[float]]) -> Timing:
    fastest: float = sum(map(min, zip(*runs, strict=True)))
    return Timing(fastest, median(map(sum, runs)) / fastest, len(runs))
