"""Run a development tool with the Python of `.venv`, away from the user's own data."""

import contextlib
import os
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence

from brikks_site.bootstrap import ROOT


@contextlib.contextmanager
def scratch_environment() -> Iterator[dict[str, str]]:
    """The environment for a tool: its data folder is new and goes away afterwards."""
    with tempfile.TemporaryDirectory(prefix="brikks-") as folder:
        yield {**os.environ, "BRIKKS_VAR": folder, "DJANGO_SETTINGS_MODULE": "brikks_site.settings"}


def run_in_foreground(command: Sequence[str], environment: Mapping[str, str]) -> int:
    """Let a tool have the terminal and give back its exit status."""
    with subprocess.Popen(command, cwd=ROOT, env=environment) as process:
        try:
            return process.wait()
        except KeyboardInterrupt:
            # Ctrl-C has reached the tool as well; let it finish its own ending.
            return process.wait()
        except SystemExit:
            process.terminate()
            raise
