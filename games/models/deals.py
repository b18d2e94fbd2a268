"""Deals: the secret seeds of provable dice, what players added to a shared one, and who has played it."""

from typing import ClassVar

from django.db import models


class Deal(models.Model):
    """One secret seed, encrypted with a key that is not in the database."""

    id = models.CharField(primary_key=True, max_length=32)
    sealed_seed = models.TextField()
    commitment = models.CharField(max_length=64)
    is_shared = models.BooleanField(default=False)
    tournament = models.CharField(max_length=32, null=True)
    """Of a shared deal: the id of the tournament that alone plays it."""
    contributions = models.TextField(null=True)
    """Of a shared deal, once frozen: the canonical list of what players added."""
    closed_at = models.DateTimeField(null=True)
    """Of a shared deal: since when its games are shown."""
    revealed_at = models.DateTimeField(null=True)
    """Since when the logs of all its games hold its seed."""
    reveal_due_at = models.DateTimeField(null=True)
    """When revealing it is tried again, if it has failed."""

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["closed_at"],
                name="deals_to_reveal",
                condition=models.Q(closed_at__isnull=False, revealed_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return self.id


class Contribution(models.Model):
    """What one player added to a shared deal before it was frozen."""

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="collected")
    account = models.ForeignKey("games.Account", models.CASCADE, related_name="+")
    value = models.CharField(max_length=32)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["deal", "account"], name="one_contribution_per_account"),
        ]

    def __str__(self) -> str:
        return self.value


class Attempt(models.Model):
    """That somebody has taken a seat on a shared deal: one attempt each."""

    deal = models.ForeignKey(Deal, models.PROTECT, related_name="attempts")
    account = models.ForeignKey("games.Account", models.CASCADE, related_name="attempts")
    game = models.ForeignKey("games.Game", models.PROTECT, related_name="attempts")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["deal", "account"], name="one_attempt_per_account"),
        ]

    def __str__(self) -> str:
        return f"{self.deal_id} {self.account_id}"
