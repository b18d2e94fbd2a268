"""Measures one database: `python -m benchmarks.streaming MOVES`, with Django's environment set."""

import json
import sys

from benchmarks.databases import set_up

if __name__ == "__main__":
    set_up()
    # Models can only be imported once Django is set up.
    from benchmarks.streaming.moving import measure

    sys.stdout.write(json.dumps(measure(int(sys.argv[1]))) + "\n")
