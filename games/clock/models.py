"""When the clocks were last seen to, from which outages and steps of the machine's clock are measured; and when what
is done now and then is due.
"""

from datetime import timedelta
from typing import Final

from django.db import models

STEP_TOLD: Final = timedelta(hours=1)
"""For how long a step of the clock is told to whoever watches the site."""


class Heartbeat(models.Model):
    """The only row says when the last sweep began, and by which clock."""

    at = models.DateTimeField()
    boot = models.CharField(max_length=36, default="")
    """Which start of which machine the sweep ran after."""
    booted_at = models.DateTimeField(null=True)
    """When that was, by the machine's clock; another time for the same start means that the clock was set."""
    stepped_at = models.DateTimeField(null=True)
    """When a clock was last found to have been set; null if never."""
    step_seconds = models.FloatField(default=0.0)
    """By how much it was set then."""

    def __str__(self) -> str:
        return self.at.isoformat()


class Chore(models.Model):
    """Something that is done now and then, and when the next time is."""

    name = models.CharField(primary_key=True, max_length=20)
    due_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
