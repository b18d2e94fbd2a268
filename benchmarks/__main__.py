"""`python -m benchmarks [NAME …] [--quick] [--json]`: measure, and print every figure with its reference and goal."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from benchmarks import (
    appending,
    auditing,
    command,
    growth,
    landings,
    leaderboards,
    pairing,
    rating,
    replay,
    rounds,
    serving,
    solo,
    streaming,
)
from benchmarks.report import Line, as_json, head, machine, table
from benchmarks.sizes import FULL, QUICK, Sizes

Benchmark: TypeAlias = Callable[[Sizes], Iterable[Line]]
"""Its lines all at once, or one by one as they are measured."""

BENCHMARKS: Final[dict[str, Benchmark]] = {
    "replay": replay.measure,
    "landings": landings.measure,
    "solo": solo.measure,
    "command": command.measure,
    "growth": growth.measure,
    "appending": appending.measure,
    "auditing": auditing.measure,
    "serving": serving.measure,
    "streaming": streaming.measure,
    "pairing": pairing.measure,
    "rounds": rounds.measure,
    "rating": rating.measure,
    "leaderboards": leaderboards.measure,
}


def main(arguments: Sequence[str]) -> int:
    """Run the chosen benchmarks; a goal that is not met is said, and is no failure."""
    chosen = _parser().parse_args(arguments)
    names = chosen.names or list(BENCHMARKS)
    sizes = QUICK if chosen.quick else FULL
    if chosen.json:
        measured = {name: [as_json(line) for line in BENCHMARKS[name](sizes)] for name in names}
        _say(json.dumps({"machine": machine(), "quick": chosen.quick, "benchmarks": measured}) + "\n")
    else:
        _tell(names, sizes)
    return 0


def _parser() -> argparse.ArgumentParser:
    description = (
        "Measure the engine, storing, the audit, serving, live streams, tournaments, ratings and leaderboards"
        " against named references."
    )
    parser = argparse.ArgumentParser(prog="./bench", description=description)
    known = ", ".join(BENCHMARKS)
    parser.add_argument("names", nargs="*", metavar="NAME", type=_read_name, help=f"{known}; all if none is given")
    parser.add_argument("--quick", action="store_true", help="small sizes, for a first impression")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    return parser


def _read_name(name: str) -> str:
    if name not in BENCHMARKS:
        raise argparse.ArgumentTypeError(f"there is no benchmark {name}; there are {', '.join(BENCHMARKS)}")
    return name


def _tell(names: Sequence[str], sizes: Sizes) -> None:
    """Print the table, each line as soon as it is measured."""
    facts = machine()
    _say(
        f"{facts['python']}, python-chess {facts['chess']}, {facts['processor']}, {facts['processors']} processors.\n"
        "The fastest of interleaved runs, as many as the line says; spread is the median run over the fastest.\n\n"
        f"{head()}"
    )
    for name in names:
        _say(f"{name}\n")
        for line in BENCHMARKS[name](sizes):
            _say(table([line]))


def _say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
