"""Measures one database: `python -m benchmarks.rounds FIELDS IDLE`, with Django's environment set."""

import json
import sys

from benchmarks.databases import set_up


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


if __name__ == "__main__":
    set_up()
    # Models can only be imported once Django is set up.
    from benchmarks.rounds.contenders import measure

    sys.stdout.write(json.dumps(measure(_numbers(sys.argv[1]), _numbers(sys.argv[2]))) + "\n")
