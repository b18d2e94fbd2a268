"""What `./test` does: pytest on all cores, with its own data folder."""

import os
from collections.abc import Sequence

from brikks_site.bootstrap import DEVELOPMENT_LOCK, ensure, say
from brikks_site.foreground import run_in_foreground, scratch_environment

FULL = "--full"


def announce(full: bool) -> None:
    """Say what this run leaves out."""
    if full:
        say("Running every test at its large size; this takes a while.")
    else:
        say("Left out: the large sizes of the fuzz and property tests (./test --full runs them).")
    say("Left out: browser tests, because there are none yet.")


def main(arguments: Sequence[str]) -> int:
    """Run the tests; every argument but --full goes to pytest, whose exit status is handed on."""
    python = ensure(DEVELOPMENT_LOCK)
    full = FULL in arguments
    announce(full)
    workers = str(os.cpu_count() or 2)
    passed_on = [argument for argument in arguments if argument != FULL]
    with scratch_environment() as environment:
        if full:
            environment["BRIKKS_FULL"] = "1"
        # Some tests are far longer than others: a worker that has run out of its own takes over another's.
        pytest = [str(python), "-m", "pytest", "-n", workers, "--dist", "worksteal"]
        return run_in_foreground([*pytest, *passed_on], environment)
