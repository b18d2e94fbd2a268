"""The graph of a rating: how far back it looks, where its line, its band of uncertainty and its few labels lie. Pure.

Whole numbers only, so that no language writes them in another way than drawings do.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

WIDTH: Final = 480
HEIGHT: Final = 260
LEFT: Final = 54
RIGHT: Final = WIDTH - 10
TOP: Final = 14
BOTTOM: Final = HEIGHT - 34
MOST_MARKS: Final = 60
"""With more points than this the line alone is drawn: marks would hide it."""
MOST_STEPS: Final = 6
STEPS: Final = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
SHORT: Final = timedelta(days=3)
"""In a range shorter than this points stand at equal distances: by time they would lie on top of each other."""
_NO_TIME: Final = timedelta(0)


class Point(NamedTuple):
    """A rating at a moment."""

    at: datetime
    rating: int
    deviation: int


class Mark(NamedTuple):
    """A point where it is drawn."""

    x: int
    y: int
    point: Point


class Level(NamedTuple):
    """A rating that is written beside the graph."""

    y: int
    rating: int


class Moment(NamedTuple):
    """A time that is written below the graph, and which end of the text stands there."""

    x: int
    at: datetime
    anchor: str


class Graph(NamedTuple):
    """Everything that is drawn, and what is said of it in words."""

    line: str
    """The path of the rating."""
    band: str
    """The outline of what the rating may well be."""
    marks: list[Mark]
    levels: list[Level]
    moments: list[Moment]
    first: Point
    last: Point
    lowest: Point
    highest: Point


def graph_of(points: Sequence[Point], since: datetime | None, until: datetime) -> Graph | None:
    """The graph of points in their order, from the beginning of a range until now; None if there are none."""
    if not points:
        return None
    frame = _Frame.around(points, since or points[0].at, until)
    is_even = frame.until - frame.since < SHORT and len(points) > 1
    is_extended = points[-1].at < until and not is_even
    drawn = [*points, points[-1]._replace(at=until)] if is_extended else list(points)
    across = _evenly(len(points)) if is_even else [frame.x(point.at) for point in drawn]
    marks = [Mark(x, frame.y(point.rating), point) for x, point in zip(across, points, strict=False)]
    return Graph(
        line=_path([(x, frame.y(point.rating)) for x, point in zip(across, drawn, strict=True)]),
        band=_band(frame, across, drawn),
        marks=marks if len(marks) <= MOST_MARKS else [],
        levels=[Level(frame.y(rating), rating) for rating in range(frame.low, frame.high + 1, frame.step)],
        moments=_ends(points) if is_even else _moments(frame),
        first=points[0],
        last=points[-1],
        lowest=min(points, key=lambda point: point.rating),
        highest=max(points, key=lambda point: point.rating),
    )


class _Frame(NamedTuple):
    """Which ratings and times the graph shows."""

    low: int
    high: int
    step: int
    since: datetime
    until: datetime

    @classmethod
    def around(cls, points: Sequence[Point], since: datetime, until: datetime) -> "_Frame":
        """A frame with room for all points and their uncertainty, between round ratings."""
        lowest = min(point.rating - point.deviation for point in points)
        highest = max(point.rating + point.deviation for point in points)
        step = next((step for step in STEPS if _steps(lowest, highest, step) <= MOST_STEPS), STEPS[-1])
        low = lowest // step * step
        return cls(low, low + step * max(_steps(lowest, highest, step), 1), step, since, max(since, until))

    def x(self, at: datetime) -> int:
        """Where a moment lies; if there is only one, at the right edge."""
        length = self.until - self.since
        if length <= _NO_TIME:
            return RIGHT
        return LEFT + round((RIGHT - LEFT) * max(at - self.since, _NO_TIME) / length)

    def y(self, rating: int) -> int:
        """Where a rating lies."""
        return BOTTOM - round((BOTTOM - TOP) * (rating - self.low) / (self.high - self.low))


def _steps(lowest: int, highest: int, step: int) -> int:
    """How many steps reach from below the lowest to above the highest."""
    return -(-highest // step) - lowest // step


def _path(corners: Sequence[tuple[int, int]]) -> str:
    return "M" + " L".join(f"{x} {y}" for x, y in corners)


def _evenly(number: int) -> list[int]:
    """So many places at equal distances from edge to edge."""
    return [LEFT + (RIGHT - LEFT) * at // (number - 1) for at in range(number)]


def _band(frame: _Frame, across: Sequence[int], points: Sequence[Point]) -> str:
    placed = list(zip(across, points, strict=True))
    upper = [(x, frame.y(point.rating + point.deviation)) for x, point in placed]
    lower = [(x, frame.y(point.rating - point.deviation)) for x, point in reversed(placed)]
    return f"{_path([*upper, *lower])} Z"


def _ends(points: Sequence[Point]) -> list[Moment]:
    """The first and the last of points that stand at equal distances."""
    return [Moment(LEFT, points[0].at, "start"), Moment(RIGHT, points[-1].at, "end")]


def _moments(frame: _Frame) -> list[Moment]:
    """The beginning, the middle and the end; of less than three days only the end, as all would be the same."""
    end = Moment(RIGHT, frame.until, "end")
    if frame.until - frame.since < SHORT:
        return [end]
    middle = frame.since + (frame.until - frame.since) / 2
    return [Moment(LEFT, frame.since, "start"), Moment((LEFT + RIGHT) // 2, middle, "middle"), end]


MONTH: Final = "month"
QUARTER: Final = "quarter"
YEAR: Final = "year"
ALL: Final = "all"
RANGES: Final[dict[str, timedelta | None]] = {
    MONTH: timedelta(days=30),
    QUARTER: timedelta(days=91),
    YEAR: timedelta(days=365),
    ALL: None,
}
"""The ranges in the order in which they are offered; None has no beginning."""


def range_named(name: str) -> str:
    """The range that an address asks for; everything if it asks for none that there is."""
    return name if name in RANGES else ALL


def beginning_of(name: str, until: datetime) -> datetime | None:
    """When a range begins that ends now; None if it has no beginning."""
    length = RANGES[name]
    return None if length is None else until - length
