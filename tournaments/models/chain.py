"""The truth about tournaments: the hash-chained events of each, their heads under signed checkpoints, and the words
that belong to them.

The database refuses to change or delete events and heads (see `games.log.guards`); the columns beside `body` are for
querying.
"""

from typing import ClassVar

from django.db import models

from games.log.models import Checkpoint
from tournaments.models.tournaments import Tournament


class TournamentEvent(models.Model):
    """One event of a tournament's log."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="events", db_index=False)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    body = models.TextField()
    """The stored text, exactly as it is hashed."""
    actor = models.CharField(max_length=40)
    at = models.CharField(max_length=27)
    command_id = models.CharField(max_length=64, null=True)
    """What the sender called the command that this event answers; events that only follow from it have none."""
    command_hash = models.CharField(max_length=64, null=True)
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["tournament", "seq"], name="one_tournament_event_per_seq"),
            models.UniqueConstraint(fields=["tournament", "command_id"], name="one_tournament_event_per_command"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.seq}"


class TournamentLeaf(models.Model):
    """The head of one tournament's log under a checkpoint."""

    checkpoint = models.ForeignKey(Checkpoint, models.PROTECT, related_name="+", db_index=False)
    position = models.PositiveIntegerField()
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="leaves")
    seq = models.PositiveIntegerField()
    hash = models.CharField(max_length=64)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["checkpoint", "position"], name="one_tournament_leaf_per_position"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}|{self.seq}|{self.hash}"


class TournamentActor(models.Model):
    """The id under which one tournament's log knows an account; without this row the id is nobody's."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="actors", db_index=False)
    account = models.ForeignKey("games.Account", models.CASCADE, related_name="tournament_actors")
    name = models.CharField(max_length=40)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["tournament", "account"], name="one_actor_per_account_and_tournament"),
            models.UniqueConstraint(fields=["tournament", "name"], name="one_account_per_tournament_actor"),
        ]

    def __str__(self) -> str:
        return self.name


class TournamentText(models.Model):
    """A reason that somebody gave; the log holds `sha256` of salt and text, so that the words can be erased."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="texts")
    sha256 = models.CharField(max_length=64, unique=True)
    salt = models.CharField(max_length=32)
    text = models.TextField()
    author = models.ForeignKey("games.Account", models.SET_NULL, null=True, related_name="+")

    def __str__(self) -> str:
        return self.sha256
