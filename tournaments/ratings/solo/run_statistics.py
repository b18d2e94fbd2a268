"""How somebody has done in their runs: from all of them to one value. Pure."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from statistics import fmean
from typing import Final, NamedTuple

from games.presenters.solo_titles import SoloTitle

LATEST: Final = 20
"""Over how many of the latest runs the mean is taken."""


class CountedRun(NamedTuple):
    """A run as it is counted."""

    game: str
    level: int
    rated: int
    is_complete: bool
    """Whether it was played to its end; others count as they stand, and have no title."""
    ended_at: datetime


class Streak(NamedTuple):
    """How many runs in a row were good enough: up to now, and at most."""

    current: int
    longest: int


class TitleLine(NamedTuple):
    """A title, and how often somebody has had it."""

    title: SoloTitle
    runs: int
    share: int
    """Of all runs that were played to their end, in percent."""
    in_a_row: Streak
    """Runs one after the other with this title or a better one."""


class LevelLine(NamedTuple):
    """How somebody has done at one level."""

    level: int
    runs: int
    complete: int
    best: int | None
    mean: float
    """Of the latest runs at this level."""


class RunStatistics(NamedTuple):
    """What the solo table says of somebody."""

    runs: int
    complete: int
    best: CountedRun | None
    """None as long as nothing was played to its end."""
    best_title: SoloTitle | None
    mean: float | None
    """Of the latest runs, those that were given up as they stood; None without any."""
    latest: int
    """How many runs that mean is taken over."""
    in_a_row: Streak
    """Runs one after the other that were played to their end."""
    titles: tuple[TitleLine, ...]
    levels: tuple[LevelLine, ...]

    @property
    def completion(self) -> int | None:
        """How many runs were played to their end, in percent; None without any."""
        return round(100 * self.complete / self.runs) if self.runs else None


def statistics_of(runs: Sequence[CountedRun], titles: Sequence[SoloTitle]) -> RunStatistics:
    """The figures of somebody's runs, given with the latest first, under the titles of the game, the best first."""
    complete = [run for run in runs if run.is_complete]
    # Of equal ones the first: it is the one to beat.
    best = max(reversed(complete), key=lambda run: run.rated, default=None)
    return RunStatistics(
        runs=len(runs),
        complete=len(complete),
        best=best,
        best_title=title_of(best.rated, titles) if best else None,
        mean=mean_of(runs),
        latest=len(runs[:LATEST]),
        in_a_row=streak(run.is_complete for run in runs),
        titles=tuple(_title_line(title, runs, len(complete)) for title in titles),
        levels=tuple(_level_line(level, runs) for level in sorted({run.level for run in runs})),
    )


def mean_of(runs: Sequence[CountedRun]) -> float | None:
    """The mean of the latest of some runs, given with the latest first; giving up a bad one does not help it."""
    return fmean(run.rated for run in runs[:LATEST]) if runs else None


def title_of(rated: int, titles: Sequence[SoloTitle]) -> SoloTitle | None:
    """The line of a table of titles in which a rated score is."""
    return next((title for title in titles if title.holds(rated)), None)


def streak(are_good: Iterable[bool]) -> Streak:
    """How many in a row, given with the latest first."""
    lengths = [0]
    for is_good in are_good:
        if is_good:
            lengths[-1] += 1
        else:
            lengths.append(0)
    return Streak(lengths[0], max(lengths))


def _title_line(title: SoloTitle, runs: Sequence[CountedRun], complete: int) -> TitleLine:
    had = sum(run.is_complete and title.holds(run.rated) for run in runs)
    in_a_row = streak(run.is_complete and run.rated >= title.lowest for run in runs)
    return TitleLine(title, had, round(100 * had / complete) if complete else 0, in_a_row)


def _level_line(level: int, runs: Sequence[CountedRun]) -> LevelLine:
    own = [run for run in runs if run.level == level]
    rated = [run.rated for run in own if run.is_complete]
    return LevelLine(level, len(own), len(rated), max(rated, default=None), mean_of(own) or 0.0)
