"""`python -m engine replay FILE` as a process of its own: events per second, with reading, checking and answering."""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from itertools import cycle, islice, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from benchmarks.games import games
from benchmarks.report import Line
from benchmarks.sizes import Sizes
from benchmarks.timing import Timing, interleave
from engine.protocol import Json

ROOT: Final = Path(__file__).resolve().parent.parent
REPLAY: Final = ("-m", "engine", "replay")
LOADS: Final = ("-c", "import json, sys\nfor line in open(sys.argv[1], 'rb'): json.loads(line)")
REFERENCE: Final = "json.loads of each line"
CONTENDERS: Final = {"replay": REPLAY, REFERENCE: LOADS}


class Failed(Exception):
    """A command that should have gone well did not."""


class Usage(NamedTuple):
    """What one run of a command took."""

    peak: int
    """The most memory it had in use, in bytes."""
    stretches: list[float]
    """The seconds for each so many records, from starting the process to its end."""


class Command:
    """A contender that runs Python with some arguments, in a process of its own."""

    def __init__(self, arguments: Sequence[str], stretch: int, environment: Mapping[str, str] | None = None) -> None:
        self._arguments = arguments
        self._stretch = stretch
        self._environment = environment
        self._runs: list[Usage] = []

    def __call__(self) -> list[float]:
        """The seconds of one run, by stretches."""
        usage = launch(self._arguments, self._stretch, self._environment)
        self._runs.append(usage)
        return usage.stretches

    @property
    def peak(self) -> int:
        """The most memory that any run had in use."""
        return max(usage.peak for usage in self._runs)


def launch(arguments: Sequence[str], stretch: int, environment: Mapping[str, str] | None = None) -> Usage:
    """Run Python with some arguments, started by a small process."""
    command = [sys.executable, "-S", "-m", "benchmarks.launching", str(stretch), sys.executable, *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)  # noqa: S603
    status, peak, *moments = done.stdout.split()
    if status != "0":
        raise Failed(f"python {' '.join(arguments)} ended with {status}: {done.stderr.strip()}")
    return Usage(int(peak), [after - before for before, after in pairwise([0.0, *map(float, moments)])])


def write(path: Path, records: Sequence[Json], number: int) -> Path:
    """A JSON Lines file with so many records, which repeat."""
    lines = [json.dumps(record) + "\n" for record in records]
    with path.open("w", encoding="utf-8") as out:
        out.writelines(islice(cycle(lines), number))
    return path


def measure(sizes: Sizes) -> list[Line]:
    """How many events of whole games are replayed in a second, from starting the process to its end."""
    whole = [one.record for one in games(sizes.games)]
    events = sum(len(record["events"]) for record in islice(cycle(whole), sizes.records))
    with TemporaryDirectory(prefix="brikks-bench-") as folder:
        path = write(Path(folder) / "games.jsonl", whole, sizes.records)
        times = interleave(
            {name: Command([*arguments, str(path)], sizes.records) for name, arguments in CONTENDERS.items()}
        )
    return [_rate(times["replay"].per(events), times[REFERENCE].per(events), sizes.records)]


def _rate(replay: Timing, reference: Timing, records: int) -> Line:
    cost, spread = replay.seconds / reference.seconds, max(replay.spread, reference.spread)
    rates = 1 / replay.seconds, "per second", 1 / reference.seconds
    name = f"events of {records:,} whole records"
    return Line(name, *rates, REFERENCE, cost, "the cost", None, replay.runs, spread)
