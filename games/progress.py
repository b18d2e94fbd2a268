"""A line on the terminal that says how far a long piece of work is."""

import sys
import time
from types import TracebackType
from typing import Final, TextIO

WIDTH: Final = 30
EVERY: Final = 0.2
"""Seconds between two looks of the line."""


class Progress:
    """Counts what is done; shows it only to somebody who is looking."""

    def __init__(self, noun: str, total: int, is_shown: bool, terminal: TextIO | None = None) -> None:
        self._noun, self._total = noun, total
        self._terminal = terminal or sys.stderr
        self._is_shown = is_shown and self._terminal.isatty()
        self._began = time.monotonic()
        self._shown_at = 0.0
        self.done = 0

    def __enter__(self) -> "Progress":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._write("")

    def advance(self, number: int) -> None:
        """So many more are done."""
        self.done += number
        moment = time.monotonic()
        if moment - self._shown_at >= EVERY:
            self._shown_at = moment
            self._write(self.line(moment - self._began))

    def line(self, seconds: float) -> str:
        """How it looks after so many seconds."""
        total = max(self._total, self.done, 1)
        full = WIDTH * self.done // total
        rate = self.done / seconds if seconds > 0 else 0.0
        left = f", {_clock((total - self.done) / rate)} left" if rate else ""
        bar = "█" * full + "░" * (WIDTH - full)
        return f"{bar} {self.done:,} of {total:,} {self._noun}, {rate:,.0f} a second{left}"

    def _write(self, line: str) -> None:
        """Put this in the place of the line before."""
        if self._is_shown:
            self._terminal.write(f"\r\x1b[2K{line}")
            self._terminal.flush()


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"
