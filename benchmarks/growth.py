"""How time and memory of `python -m engine replay FILE` grow with the number of records in the file.

The records are openings of solo games, so that even the longest file can be read as often as the others. The time in
which the process starts is measured with a single record and taken off, because it would hide growth.
"""

from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.command import REPLAY, Command, write
from benchmarks.report import Goal, Line
from benchmarks.sizes import Sizes
from benchmarks.solo import play
from benchmarks.timing import Timing, interleave
from engine.protocol import Json

DISTINCT: Final = 200
"""Records that are not the same; the files repeat them."""
OPENING: Final = 2
"""Events of a short record: the start block and the first roll."""
LINEAR: Final = Goal("at most", 11)
"""For ten times as many records, with a tenth more for noise."""
CONSTANT: Final = Goal("at most", 1.05)
MEGABYTE: Final = 1_000_000


def measure(sizes: Sizes) -> list[Line]:
    """Time and memory for files of growing length."""
    short = [opening(one.record) for one in play(range(DISTINCT))]
    with TemporaryDirectory(prefix="brikks-bench-") as name:
        files = {count: write(Path(name) / f"{count}.jsonl", short, count) for count in (1, *sizes.growth)}
        commands = {str(count): Command([*REPLAY, str(path)], sizes.growth[0]) for count, path in files.items()}
        times = interleave(commands)
    steps = list(pairwise(sizes.growth))
    start = times["1"].seconds
    net = {count: times[str(count)].seconds - start for count in sizes.growth}
    peaks = {count: commands[str(count)].peak / MEGABYTE for count in sizes.growth}
    return [
        *(_time(fewer, more, net, times[str(more)]) for fewer, more in steps),
        *(_memory(fewer, more, peaks, times[str(more)]) for fewer, more in steps),
    ]


def opening(record: Json) -> Json:
    """The record of a game that has only just begun."""
    return {**record, "events": record["events"][:OPENING]}


def _time(fewer: int, more: int, net: dict[int, float], timing: Timing) -> Line:
    name, against, factor = f"time for {more:,} short records", f"for {fewer:,}", net[more] / net[fewer]
    return Line(name, net[more], "s", net[fewer], against, factor, "the time", LINEAR, timing.runs, timing.spread)


def _memory(fewer: int, more: int, peaks: dict[int, float], timing: Timing) -> Line:
    name, against, factor = f"memory for {more:,} short records", f"for {fewer:,}", peaks[more] / peaks[fewer]
    return Line(name, peaks[more], "MB", peaks[fewer], against, factor, "the memory", CONSTANT, timing.runs)
