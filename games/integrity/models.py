"""Signed checkpoints that whoever keeps them has not taken yet. The checkpoints themselves are with the logs they
vouch for (`games.log.models`), because a record is exported with the proof that one holds it.
"""

from django.db import models


class CheckpointDelivery(models.Model):
    """A checkpoint that whoever keeps checkpoints has not taken yet."""

    checkpoint = models.OneToOneField("games.Checkpoint", models.PROTECT, primary_key=True, related_name="+")
    due_at = models.DateTimeField()
    """When it is sent, or sent again."""
    tries = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"checkpoint {self.checkpoint_id}"
