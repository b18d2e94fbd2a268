"""Development tools: run with the Python of `.venv`, away from the user's own data, one with the terminal and another
meanwhile, whose output is shown afterwards; and where the browser is that tests and pictures are made with.

Standard library only.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from typing import BinaryIO

from brikks_site.bootstrap import ROOT

LOOK_SECONDS = 0.2
"""How often it is looked whether a tool in the background has said more."""
GRACE_SECONDS = 5
"""How long a tool that nobody waits for any more may take to end by itself."""


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


class Background:
    """A tool that runs while another one has the terminal."""

    def __init__(self, process: "subprocess.Popen[bytes]", output: BinaryIO) -> None:
        self._process = process
        self._output = output

    def show(self) -> int:
        """Show what it has said and still says, up to its end; its exit status."""
        while True:
            # Asked first, so that nothing is missed that it says in the end.
            has_ended = self._process.poll() is not None
            sys.stdout.write(self._output.read().decode(errors="replace"))
            sys.stdout.flush()
            if has_ended:
                return self._process.returncode
            with contextlib.suppress(subprocess.TimeoutExpired, KeyboardInterrupt):
                # Ctrl-C has reached the tool as well.
                self._process.wait(LOOK_SECONDS)


@contextlib.contextmanager
def run_in_background(command: Sequence[str], environment: Mapping[str, str]) -> Iterator[Background]:
    """Let a tool run during a block, and little longer."""
    # Opened twice: whoever writes and whoever reads are at different places in it.
    with (
        tempfile.NamedTemporaryFile(prefix="brikks-") as said,
        open(said.name, "rb") as output,
        subprocess.Popen(command, cwd=ROOT, env=environment, stdout=said, stderr=subprocess.STDOUT) as process,
    ):
        try:
            yield Background(process, output)
        except BaseException:
            process.terminate()
            raise
        _end(process)


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Have a tool end in order; if somebody has pressed Ctrl-C, it is already doing so."""
    try:
        process.wait(GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)


BROWSERS = ("chromium", "chromium-browser", "google-chrome")
REQUIRED = "REQUIRE_BROWSER"
"""The variable that makes tests fail where there is no browser, instead of leaving those in a browser out."""


def find_browser() -> str | None:
    """The first one on the PATH, None if there is none."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def is_required(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a missing browser is a failure."""
    return environment.get(REQUIRED, "") not in ("", "0")


def missing_browser() -> str:
    """What to tell somebody who has none."""
    return f"there is no browser on the PATH ({', '.join(BROWSERS)}); on Debian: apt-get install chromium"
