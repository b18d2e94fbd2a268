"""A clock that a test sets, for the programs of a site and for the test itself; real time goes on for both."""

import os
import shutil
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from games.clock.site_time import system_clock, system_ticks, use_clock
from tests.machines import leave_out

SOURCE: Final = Path(__file__).with_suffix(".c")


class SetClock:
    """The machine's clock as it shows in some programs, and by how much it was set."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "clock"
        self._library = folder / "set_clock.so"
        self.ahead = 0
        self._write()
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", self._library, SOURCE], check=True)

    def __call__(self) -> datetime:
        return system_clock() + timedelta(seconds=self.ahead)

    def step(self, seconds: int) -> None:
        """Set it forward or back, everywhere at the same moment."""
        self.ahead += seconds
        self._write()

    @property
    def environment(self) -> dict[str, str]:
        """What has programs go by it."""
        return {"LD_PRELOAD": str(self._library), "CHAOS_CLOCK": str(self._file)}

    def _write(self) -> None:
        """Into the very file that the programs look at."""
        file = os.open(self._file, os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            os.pwrite(file, struct.pack("=q", self.ahead), 0)
        finally:
            os.close(file)


@contextmanager
def clock_to_set(folder: Path) -> Iterator[SetClock]:
    """Such a clock, by which the test goes as well; without a compiler the test is left out, unless it is required."""
    if shutil.which("cc") is None:
        leave_out("there is no C compiler (cc) to make a clock with that can be set")
    clock = SetClock(folder)
    with use_clock(clock, system_ticks):
        yield clock
