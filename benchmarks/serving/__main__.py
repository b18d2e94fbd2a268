"""Measures one database: `python -m benchmarks.serving ROUNDS COMMANDS`, with Django's environment set."""

import json
import sys

from benchmarks.databases import set_up

if __name__ == "__main__":
    set_up()
    # Models can only be imported once Django is set up.
    from benchmarks.serving.contenders import measure

    sys.stdout.write(json.dumps(measure(*map(int, sys.argv[1:]))) + "\n")
