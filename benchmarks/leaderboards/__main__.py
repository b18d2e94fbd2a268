"""Answers questions about a leaderboard: `python -m benchmarks.leaderboards PLAYERS`, with Django's environment set.

Each line that comes in names a source and a question; each line that goes out says how long it took, time by time.
"""

import json
import sys

from benchmarks.databases import set_up


def _say(told: object) -> None:
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    set_up()
    # Models can only be imported once Django is set up.
    from benchmarks.leaderboards.asking import answer, clear
    from benchmarks.leaderboards.filling import fill

    players = fill(int(sys.argv[1]))
    try:
        _say("ready")
        for line in sys.stdin:
            source, what = json.loads(line)
            _say(answer(source, what, players))
    finally:
        clear()
