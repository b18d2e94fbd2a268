"""When the clocks were last seen to, from which outages are measured."""

from django.db import models


class Heartbeat(models.Model):
    """The only row says when the last sweep began."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.at.isoformat()
