"""How much of a costly test is run: a sample in `./test`, all of it in `./test --full`."""

import os

FULL = os.environ.get("BRIKKS_FULL") == "1"


def size(sample: int, full: int) -> int:
    """The number of cases for this run."""
    return full if FULL else sample
