"""What people are told beside their games: in the application, and by mail where they have confirmed an address."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from games.accounts.models import Account


class Notice(models.Model):
    """Something that somebody is told, in words that are made when it is read."""

    account = models.ForeignKey(Account, models.CASCADE, related_name="notices", db_index=False)
    key = models.CharField(max_length=120)
    """What it is about, so that nobody is told the same twice."""
    kind = models.CharField(max_length=40)
    data = models.TextField()
    """What the words are made of, as canonical JSON: names of rows, never names of people."""
    made_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)
    mail_due_at = models.DateTimeField(null=True)
    """When it is mailed, or tried again; null if it is not to be mailed any more."""
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["account", "-made_at"], name="notices_by_age"),
            models.Index(fields=["mail_due_at"], name="notices_to_mail", condition=Q(mail_due_at__isnull=False)),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["account", "key"], name="told_once"),
        ]

    def __str__(self) -> str:
        return self.key


class MailWish(models.Model):
    """Whether somebody wants notices by mail as well; whoever has said nothing does."""

    account = models.OneToOneField(Account, models.CASCADE, primary_key=True, related_name="+")
    wants_mail = models.BooleanField()

    def __str__(self) -> str:
        return f"{self.account_id}: {self.wants_mail}"
