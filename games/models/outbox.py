"""What is still to be sent elsewhere; a row goes when what it names has arrived."""

from django.db import models


class CheckpointDelivery(models.Model):
    """A checkpoint that whoever keeps checkpoints has not taken yet."""

    checkpoint = models.OneToOneField("games.Checkpoint", models.PROTECT, primary_key=True, related_name="+")
    due_at = models.DateTimeField()
    """When it is sent, or sent again."""
    tries = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"checkpoint {self.checkpoint_id}"
