"""What time it is. Everything asks here, so that tests can move the time.

The site's time is the machine's, and it is one for all processes: when the machine's clock is set, they go on by the
time of before until a sweep has moved all deadlines along, which the heartbeat in the database tells. So no deadline is
reckoned by a time that the others do not go by yet.
"""

import logging
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, TypeAlias

from django.core.exceptions import SynchronousOnlyOperation
from django.db import Error, transaction

from games.clock.steps import OUTAGE_TOLERANCE, ClockReading, compare_reading, is_step

log = logging.getLogger(__name__)
Clock: TypeAlias = Callable[[], datetime]
Ticks: TypeAlias = Callable[[], float]
CLOSE_READINGS: Final = 0.05
"""Seconds between two looks at one clock within which the other is looked at."""
MOST_READINGS: Final = 20
_TICKS: Final = getattr(time, "CLOCK_BOOTTIME", None)
_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
_EPOCH: Final = datetime(2000, 1, 1, tzinfo=UTC)


def system_clock() -> datetime:
    """The machine's time, in UTC."""
    return datetime.now(UTC)


def system_ticks() -> float:
    """Seconds since the machine was started; also those it slept, where the system counts them."""
    return time.monotonic() if _TICKS is None else time.clock_gettime(_TICKS)


def _boot() -> str:
    """Which start of the machine this is; where the system does not tell, each process stands for itself."""
    try:
        return _BOOT.read_text().strip() if _TICKS is not None else secrets.token_hex(16)
    except OSError:
        return secrets.token_hex(16)


class SiteTime:
    """The site's time, by both clocks of a machine."""

    def __init__(self, clock: Clock, ticks: Ticks | None, boot: str) -> None:
        self._clock = clock
        self._ticks = ticks
        self._boot = boot
        self._booted_at: datetime | None = None
        """When the machine was started, by the time that this process goes by."""
        self._told: datetime | None = None

    def read(self) -> ClockReading:
        """Both clocks at one moment, however long this process is held up in between."""
        if self._ticks is None:
            wall = self._clock()
            return ClockReading(wall, (wall - _EPOCH).total_seconds(), self._boot)
        for _ in range(MOST_READINGS):
            before, wall, ticks = self._ticks(), self._clock(), self._ticks()
            if ticks - before < CLOSE_READINGS:
                break
        return ClockReading(wall, ticks, self._boot)

    def now(self) -> datetime:
        """The time that all processes go by."""
        seen = self.read()
        if self._booted_at is not None and is_step(seen.booted_at - self._booted_at):
            return self._after_step(seen, self._booted_at)
        self._booted_at = seen.booted_at
        return seen.wall

    def go_by_heartbeat(self) -> None:
        """Begin with the time of the others: the clock may have been set while this process did not run."""
        beat = _heartbeat()
        if beat is not None and beat[1] == self._boot:
            self._booted_at = beat[2]

    def _after_step(self, seen: ClockReading, booted_at: datetime) -> datetime:
        """The time of before until the sweep has moved the deadlines; then that to which the clock was set."""
        try:
            beat = _heartbeat()
        except (Error, SynchronousOnlyOperation):
            return booted_at + timedelta(seconds=seen.ticks)
        if beat is not None and beat[1] == seen.boot and beat[2] is not None:
            # The time of before is that of the others: this process may have missed a step that they have noted.
            booted_at = beat[2]
        if beat is None or _is_ahead(beat, seen):
            # Only what is committed is believed for good.
            transaction.on_commit(lambda: self._follow(seen.booted_at), robust=True)
            return seen.wall
        if self._told != booted_at:
            self._told = booted_at
            seconds = (seen.booted_at - booted_at).total_seconds()
            log.warning("The machine's clock was set by %+.0f s; deadlines will be moved along.", seconds)
        return booted_at + timedelta(seconds=seen.ticks)

    def _follow(self, booted_at: datetime) -> None:
        self._booted_at = booted_at


def _heartbeat() -> tuple[datetime, str, datetime | None] | None:
    from games.clock.models import Heartbeat

    return Heartbeat.objects.values_list("at", "boot", "booted_at").first()


def _is_ahead(beat: tuple[datetime, str, datetime | None], seen: ClockReading) -> bool:
    """Whether the sweep goes by the time that the clock was set to."""
    at, boot, booted_at = beat
    if boot == seen.boot and booted_at is not None:
        return not compare_reading(at, boot, booted_at, seen).step
    return abs(seen.wall - at) <= OUTAGE_TOLERANCE


_THIS_BOOT: Final = _boot()
_current = SiteTime(system_clock, system_ticks, _THIS_BOOT)


def now() -> datetime:
    """The time as the clock in use tells it."""
    return _current.now()


def read_clocks() -> ClockReading:
    """Both clocks of this machine, whatever the others go by."""
    return _current.read()


def adopt_heartbeat_time() -> None:
    """Begin with the time that the other processes go by."""
    _current.go_by_heartbeat()


@contextmanager
def use_clock(clock: Clock, ticks: Ticks | None = None) -> Iterator[None]:
    """Let another clock tell the time, in all threads, until the block ends; without ticks, nobody ever sets it."""
    global _current
    before, _current = _current, SiteTime(clock, ticks, _THIS_BOOT)
    try:
        yield
    finally:
        _current = before


def write_time(moment: datetime) -> str:
    """A time as the log writes it: UTC with six digits and a Z."""
    return f"{moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


def read_time(text: str) -> datetime:
    """The time that the log has written."""
    return datetime.fromisoformat(text)
