"""The truth: the hash-chained events of every game, and the signed checkpoints over the heads of logs.

The database refuses to change or delete these rows (see `games.guards`); the columns beside `body` are for querying.
"""

from typing import ClassVar

from django.db import models


class Event(models.Model):
    """One event of a game's log."""

    game = models.ForeignKey("games.Game", models.PROTECT, related_name="events", db_index=False)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    seat = models.PositiveSmallIntegerField(null=True)
    body = models.TextField()
    """The stored text, exactly as it is hashed."""
    actor = models.CharField(max_length=40)
    at = models.CharField(max_length=27)
    command_id = models.CharField(max_length=64, null=True)
    """What the client called the command that this event answers; events that only follow from it have none."""
    command_hash = models.CharField(max_length=64, null=True)
    """A hash of what the command said and who gave it, to tell a repetition from another command of the same name."""
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "seq"], name="one_event_per_seq"),
            models.UniqueConstraint(fields=["game", "command_id"], name="one_event_per_command"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.seq}"


class Checkpoint(models.Model):
    """A signed note over the heads of the logs of one sort that changed, those of games or those of another app."""

    number = models.PositiveIntegerField(primary_key=True)
    at = models.CharField(max_length=27)
    note = models.TextField()
    size = models.PositiveIntegerField()
    """How many logs it covers."""

    def __str__(self) -> str:
        return f"checkpoint {self.number}"


class CheckpointLeaf(models.Model):
    """The head of one game under a checkpoint."""

    checkpoint = models.ForeignKey(Checkpoint, models.PROTECT, related_name="leaves", db_index=False)
    position = models.PositiveIntegerField()
    game = models.ForeignKey("games.Game", models.PROTECT, related_name="leaves")
    seq = models.PositiveIntegerField()
    hash = models.CharField(max_length=64)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["checkpoint", "position"], name="one_leaf_per_position"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}|{self.seq}|{self.hash}"
