"""Rating updates with everything that is stored of them against calling `openskill` alone, and how re-rating grows.

Both rate the same matches in the same order. Ours reads them from the database, and writes the ledger and how everybody
stands, all of it committed; the library only computes. The leaderboards of five periods follow in a step of their own,
which is timed too: with it there is a second line, which has no goal.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from benchmarks.databases import POSTGRESQL, SQLITE, Unreachable, in_django, scratch
from benchmarks.report import Goal, Line
from benchmarks.sizes import Sizes
from benchmarks.timing import Timing

HALF: Final = Goal("at least", 0.5)
LINEAR: Final = Goal("at most", 11)
"""For ten times as many matches, with a tenth more for noise."""
REFERENCE: Final = "openskill alone"


def measure(sizes: Sizes) -> Iterator[Line]:
    """Both on both databases."""
    for vendor in (SQLITE, POSTGRESQL):
        try:
            with scratch(vendor) as environment:
                rerated = ",".join(map(str, sizes.rerated))
                measured = in_django("benchmarks.rating", environment, sizes.rated, rerated)
        except Unreachable as reason:
            yield Line(vendor, note=str(reason))
            continue
        ours, boards, alone = (Timing(*measured["updates"][name]) for name in ("ours", "boards", "alone"))
        yield _updates(f"{vendor}, {sizes.rated:,} matches", sizes.rated, ours, alone, HALF)
        both = ours._replace(seconds=ours.seconds + boards.seconds, spread=max(ours.spread, boards.spread))
        yield _updates(f"{vendor}, with leaderboards", sizes.rated, both, alone, None)
        again = {int(matches): Timing(*timing) for matches, timing in measured["rerated"].items()}
        for fewer, more in pairwise(sizes.rerated):
            yield _growth(vendor, fewer, more, again)


def _updates(name: str, matches: int, ours: Timing, alone: Timing, goal: Goal | None) -> Line:
    rates = matches / ours.seconds, "per second", matches / alone.seconds
    ratio, spread = alone.seconds / ours.seconds, max(ours.spread, alone.spread)
    return Line(name, *rates, REFERENCE, ratio, "the speed", goal, ours.runs, spread)


def _growth(vendor: str, fewer: int, more: int, again: dict[int, Timing]) -> Line:
    long, short = again[more], again[fewer]
    name, spread = f"{vendor}, re-rating {more:,}", max(long.spread, short.spread)
    ratio = long.seconds / short.seconds
    return Line(name, long.seconds, "s", short.seconds, f"for {fewer:,}", ratio, "the time", LINEAR, long.runs, spread)
