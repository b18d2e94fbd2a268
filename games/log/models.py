"""The truth about games: the row that is locked while a log grows, the hash-chained events, and the signed
checkpoints over the heads of logs; with them the snapshots that save replaying a log, and the words of which it
holds only a salted hash, so that they can be erased.

The database refuses to change or delete events and checkpoints (see `games.log.guards`); the columns beside `body` are
for querying.
"""

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


class ErasableText(models.Model):
    """A reason or statement; `sha256` of salt and text is what the log holds."""

    game = models.ForeignKey("games.Game", models.PROTECT, related_name="texts")
    sha256 = models.CharField(max_length=64, unique=True)
    salt = models.CharField(max_length=32)
    text = models.TextField()

    def __str__(self) -> str:
        return self.sha256


class Snapshot(models.Model):
    """The folded log of a game up to one event, to save replaying it from the beginning."""

    game = models.OneToOneField("games.Game", models.CASCADE, primary_key=True, related_name="snapshot")
    seq = models.PositiveIntegerField()
    hash = models.CharField(max_length=64)
    state = models.TextField()
    seal = models.CharField(max_length=64)
    """By which a snapshot that was changed is known: nothing of it is used then."""

    def __str__(self) -> str:
        return f"{self.game_id} at {self.seq}"
