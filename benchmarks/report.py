"""What a run says: one line for each figure, with its reference, their ratio and the goal; as a table or as JSON."""

import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, NamedTuple

import chess

from benchmarks.timing import Timing


class Goal(NamedTuple):
    """What a ratio should be."""

    bound: str
    """`at least` or `at most`."""
    value: float

    def is_met(self, ratio: float) -> bool:
        """Whether a ratio is on the right side of it."""
        return ratio >= self.value if self.bound == "at least" else ratio <= self.value


@dataclass(frozen=True, slots=True)
class Line:
    """One figure, or why there is none."""

    name: str
    measured: float | None = None
    unit: str = ""
    reference: float | None = None
    against: str = ""
    """What the reference is."""
    ratio: float | None = None
    meaning: str = ""
    """What the ratio says: `faster`, `the cost`, `the time`, `the memory`."""
    goal: Goal | None = None
    runs: int = 0
    spread: float = 1.0
    """The median run as a multiple of the fastest, the larger of the two."""
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the goal is met, None without one."""
        return None if self.goal is None or self.ratio is None else self.goal.is_met(self.ratio)


def faster(name: str, ours: Timing, reference: Timing, against: str, goal: Goal | None = None) -> Line:
    """How many times faster one thing is than another."""
    return _compare(name, ours, reference, against, reference.seconds / ours.seconds, "faster", goal)


def costlier(name: str, ours: Timing, reference: Timing, against: str, goal: Goal | None = None) -> Line:
    """How many times the cost of another thing something has."""
    return _compare(name, ours, reference, against, ours.seconds / reference.seconds, "the cost", goal)


def _compare(
    name: str, ours: Timing, reference: Timing, against: str, ratio: float, meaning: str, goal: Goal | None
) -> Line:
    """A line with two timings, in microseconds."""
    runs, spread = min(ours.runs, reference.runs), max(ours.spread, reference.spread)
    return Line(name, ours.seconds * 1e6, "µs", reference.seconds * 1e6, against, ratio, meaning, goal, runs, spread)


def machine() -> dict[str, Any]:
    """What the figures depend on."""
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "chess": chess.__version__,
        "processor": platform.machine(),
        "processors": os.cpu_count(),
    }


WIDTHS: Final = {
    "": 34,
    "measured": 18,
    "reference": 42,
    "ratio": 18,
    "goal": 12,
    "met": 3,
    "runs": 4,
    "spread": 6,
}
"""The columns of the table and how wide they are."""


def head() -> str:
    """The names of the columns."""
    return _row(list(WIDTHS))


def table(lines: Sequence[Line]) -> str:
    """The lines in columns, each with its note below it."""
    return "".join(_row(_cells(line)) + (f"    {line.note}\n" if line.note else "") for line in lines)


def _row(cells: Sequence[str]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, WIDTHS.values(), strict=True)).rstrip() + "\n"


def _cells(line: Line) -> list[str]:
    if line.measured is None:
        return [line.name, "skipped", *[""] * (len(WIDTHS) - 2)]
    return [
        line.name,
        f"{figure(line.measured)} {line.unit}",
        "" if line.reference is None else f"{figure(line.reference)} {line.unit} {line.against}",
        "" if line.ratio is None else f"{figure(line.ratio)} × {line.meaning}",
        "" if line.goal is None else f"{line.goal.bound} {line.goal.value:g}",
        {True: "yes", False: "no", None: ""}[line.met],
        str(line.runs),
        f"{line.spread:.2f}",
    ]


def figure(value: float) -> str:
    """A number with three digits."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def as_json(line: Line) -> dict[str, Any]:
    """A line as a JSON object."""
    return {**asdict(line), "goal": line.goal and line.goal._asdict(), "met": line.met}
