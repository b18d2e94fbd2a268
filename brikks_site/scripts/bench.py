"""What `./bench` does: the measurements in `benchmarks/`, with its own data folder."""

from collections.abc import Sequence

from brikks_site.bootstrap import DEVELOPMENT_LOCK, ensure
from brikks_site.scripts.tools import run_in_foreground, scratch_environment


def main(arguments: Sequence[str]) -> int:
    """Run the benchmarks with the given arguments."""
    python = ensure(DEVELOPMENT_LOCK)
    with scratch_environment() as environment:
        return run_in_foreground([str(python), "-m", "benchmarks", *arguments], environment)
