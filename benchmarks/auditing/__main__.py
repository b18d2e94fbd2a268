"""Fills a database: `python -m benchmarks.auditing EVENTS`, with Django's environment set."""

import json
import sys

from benchmarks.databases import set_up

if __name__ == "__main__":
    set_up()
    # Models can only be imported once Django is set up.
    from benchmarks.auditing.filling import fill_up

    sys.stdout.write(json.dumps(fill_up(int(sys.argv[1]))) + "\n")
