"""Steps of a machine's clock, told from time that has passed. Pure.

A machine has two clocks: one that people set, and one that counts from when the machine was started and that nobody can
set. Their difference is the time of the start by the first of them. It stays the same, but for the little by which a
time server corrects it as time goes on, until somebody sets the clock: then it moves by as much.
"""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

SMALLEST_STEP: Final = timedelta(seconds=2)
"""What counts as a step."""
LARGEST_SLEW: Final = timedelta(milliseconds=100)
"""What a time server that corrects a clock bit by bit moves it by from one beat to the next, at the most."""
OUTAGE_TOLERANCE: Final = timedelta(seconds=5)
"""A sweep comes every second; only a gap longer than this is an outage."""


class ClockReading(NamedTuple):
    """Both clocks of a machine at one moment."""

    wall: datetime
    """The time that people set."""
    ticks: float
    """Seconds since the machine was started, also while it slept."""
    boot: str
    """Which start that was; only readings with the same can be compared."""

    @property
    def booted_at(self) -> datetime:
        """When the machine was started, by the time that is set now."""
        return self.wall - timedelta(seconds=self.ticks)


class ClockChange(NamedTuple):
    """What has happened between two readings."""

    elapsed: timedelta
    """The time that has really passed."""
    step: timedelta
    """By how much the clock was set; nothing if it was not."""

    @property
    def is_outage(self) -> bool:
        """Whether nobody has seen to the clocks for too long."""
        return self.elapsed > OUTAGE_TOLERANCE


def compare_reading(at: datetime, boot: str, booted_at: datetime | None, seen: ClockReading) -> ClockChange:
    """What has happened since a time that was noted with when the machine was started.

    After another start, or on another machine, nothing tells a clock that was set forward from an outage, which both
    give players their time back. Only a time that is still to come must have been noted by a clock that was set back.
    """
    gap = seen.wall - at
    if booted_at is not None and boot == seen.boot:
        step = seen.booted_at - booted_at
    else:
        step = gap if gap < -OUTAGE_TOLERANCE else timedelta(0)
    step = step if is_step(step) else timedelta(0)
    return ClockChange(gap - step, step)


def is_step(difference: timedelta) -> bool:
    """Whether a clock was set, by what a comparison has found."""
    return abs(difference) >= SMALLEST_STEP


def is_slew(booted_at: datetime | None, seen: ClockReading) -> bool:
    """Whether a clock was corrected so little, if at all, that it is followed; what is more adds up to a step."""
    return booted_at is None or abs(seen.booted_at - booted_at) <= LARGEST_SLEW
