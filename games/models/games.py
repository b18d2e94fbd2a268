"""The row of a game: what is locked while its log grows, where the log ends, and what is waited for."""

from typing import ClassVar

from django.db import models

from games.statuses import STATUSES


class Game(models.Model):
    """One game; everything but its secrets follows from its log and is checked against it by the audit."""

    id = models.CharField(primary_key=True, max_length=32)
    key = models.CharField(max_length=20)
    rules_version = models.PositiveSmallIntegerField()
    deal = models.ForeignKey("games.Deal", models.PROTECT, null=True, related_name="games")
    invite = models.CharField(max_length=32, unique=True)
    """The secret part of the link by which people join and watch."""

    seq = models.PositiveIntegerField()
    """How many events the log holds."""
    head_hash = models.CharField(max_length=64)
    last_at = models.CharField(max_length=27)
    """The time of the last event, as the log writes it."""
    checkpointed_seq = models.PositiveIntegerField(default=0)
    """How much of the log a checkpoint vouches for."""

    status = models.CharField(max_length=12)
    awaited = models.PositiveSmallIntegerField(default=0)
    """The seats that must act now, one bit each."""
    asked_at = models.DateTimeField(null=True)
    """Since when they must."""
    due_at = models.DateTimeField(null=True)
    """When the time of the people among them runs out."""
    bots_due_at = models.DateTimeField(null=True)
    """From when a worker takes the bots among them: at once, or when one that has taken them should be done."""

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["due_at"], name="games_due", condition=models.Q(due_at__isnull=False)),
            models.Index(fields=["bots_due_at"], name="games_bots_due", condition=models.Q(bots_due_at__isnull=False)),
            models.Index(
                fields=["id"],
                name="games_to_checkpoint",
                condition=models.Q(seq__gt=models.F("checkpointed_seq")),
            ),
            models.Index(fields=["last_at"], name="games_last_at"),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=models.Q(status__in=STATUSES), name="game_status_is_known"),
        ]

    def __str__(self) -> str:
        return self.id
