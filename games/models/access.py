"""Ways into an account beside its password, and whom people keep away or complain about."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from games.models.accounts import Account


class Token(models.Model):
    """A secret by which a program acts for an account, as far as its scopes allow; only its hash is stored."""

    account = models.ForeignKey(Account, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.CharField(max_length=100)
    """Words with a space between them."""
    created_at = models.DateTimeField(default=timezone.now)
    last_used_at = models.DateTimeField(null=True)
    """To the day, so that not every request writes."""
    expires_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name


class OneTimeLink(models.Model):
    """A link that opens something once: the first owner's account, or a new password where there is no mail."""

    digest = models.CharField(max_length=64, unique=True)
    purpose = models.CharField(max_length=20)
    account = models.ForeignKey(Account, models.CASCADE, null=True, related_name="links")
    """Whose password it sets; null if it makes an account."""
    made_by = models.ForeignKey(Account, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.purpose


class Block(models.Model):
    """Somebody who does not want to play with somebody else."""

    account = models.ForeignKey(Account, models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(Account, models.CASCADE, related_name="blocked_by")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["account", "blocked"], name="blocked_once"),
            models.CheckConstraint(condition=~models.Q(account=models.F("blocked")), name="nobody_blocks_themselves"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} blocks {self.blocked_id}"


class Report(models.Model):
    """A complaint about somebody, for whoever looks after the site."""

    reporter = models.ForeignKey(Account, models.CASCADE, related_name="reports")
    reported = models.ForeignKey(Account, models.CASCADE, related_name="reported_in")
    game = models.ForeignKey("games.Game", models.PROTECT, null=True, related_name="+")
    text = models.TextField()
    made_at = models.DateTimeField(default=timezone.now)
    handled_at = models.DateTimeField(null=True)
    handled_by = models.ForeignKey(Account, models.SET_NULL, null=True, related_name="+")

    def __str__(self) -> str:
        return f"{self.reporter_id} about {self.reported_id}"
