"""What is still to be sent elsewhere; a row goes when what it names has arrived."""

from collections.abc import Iterable
from datetime import datetime
from typing import ClassVar, TypeVar

from django.db import models

W = TypeVar("W", "ResultChange", "UncountedResult")


class CheckpointDelivery(models.Model):
    """A checkpoint that whoever keeps checkpoints has not taken yet."""

    checkpoint = models.OneToOneField("games.Checkpoint", models.PROTECT, primary_key=True, related_name="+")
    due_at = models.DateTimeField()
    """When it is sent, or sent again."""
    tries = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"checkpoint {self.checkpoint_id}"


class ResultChange(models.Model):
    """A tournament's game that has come to a result, or to another one, of which the tournament does not know yet."""

    game = models.OneToOneField("games.Game", models.PROTECT, primary_key=True, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["made_at"], name="result_changes_by_age"),
        ]

    def __str__(self) -> str:
        return self.game_id


class UncountedResult(models.Model):
    """A game that has come to a result, or to another one, which no rating and no table of scores holds yet."""

    game = models.OneToOneField("games.Game", models.PROTECT, primary_key=True, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["made_at"], name="uncounted_results_by_age"),
        ]

    def __str__(self) -> str:
        return self.game_id


class OutgoingMail(models.Model):
    """A mail about an account that is to be sent, or a wish for a link to a new password."""

    address = models.EmailField(max_length=320)
    subject = models.TextField(blank=True)
    text = models.TextField(blank=True)
    """Both empty for a wish, which is looked into when it is sent."""
    site = models.CharField(max_length=300, blank=True)
    """Of a wish: under which address whoever has it reaches the site."""
    language = models.CharField(max_length=10, blank=True)
    made_at = models.DateTimeField()
    due_at = models.DateTimeField()
    """When it is sent, or sent again."""
    tries = models.PositiveIntegerField(default=0)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["due_at"], name="outgoing_mails_by_time"),
        ]

    def __str__(self) -> str:
        return f"mail {self.pk}"


def leave_word(model: type[W], games: Iterable[str], made_at: datetime) -> None:
    """Leave word of some games, once for each however often."""
    # In one order for everybody: two who leave word of the same games lock rows one after the other.
    words = [model(game_id=game, made_at=made_at) for game in sorted(games)]
    rows = model._default_manager
    rows.bulk_create(words, update_conflicts=True, unique_fields=["game"], update_fields=["made_at"])
