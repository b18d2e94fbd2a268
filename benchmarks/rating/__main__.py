"""Measures one database: `python -m benchmarks.rating MATCHES RERATED`, with Django's environment set."""

import json
import sys

from benchmarks.databases import set_up

if __name__ == "__main__":
    set_up()
    # Models can only be imported once Django is set up.
    from benchmarks.rating.contenders import measure

    rerated = [int(number) for number in sys.argv[2].split(",")]
    sys.stdout.write(json.dumps(measure(int(sys.argv[1]), rerated)) + "\n")
