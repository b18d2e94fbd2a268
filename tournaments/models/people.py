"""People of a club beside its members, those without an account and those who ask to come in; and what a club tells."""

from typing import ClassVar

from django.db import models

from games.accounts.models import Account
from tournaments.models.clubs import Club


class ClubPerson(models.Model):
    """Somebody who plays at the club's evenings and has no account; they can make what is theirs their account's."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="persons", db_index=False)
    name = models.CharField(max_length=40)
    name_key = models.TextField()
    """The name as it is compared within the club."""
    claim = models.CharField(max_length=32, unique=True, null=True)
    """The secret part of the link by which the person claims it; null until one is made."""
    account = models.ForeignKey(Account, models.SET_NULL, null=True, related_name="+")
    """Who has claimed it."""
    added_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["club", "name_key"], name="one_person_per_name_and_club"),
        ]

    def __str__(self) -> str:
        return self.name


class JoinRequest(models.Model):
    """Somebody who asks to become a member of a club that admits by approval."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="requests", db_index=False)
    account = models.ForeignKey(Account, models.CASCADE, related_name="+")
    asked_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["club", "account"], name="one_request_per_account_and_club"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} to {self.club_id}"


class Announcement(models.Model):
    """What those who run a club tell its members."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="announcements", db_index=False)
    author = models.ForeignKey(Account, models.SET_NULL, null=True, related_name="+")
    title = models.CharField(max_length=80)
    text = models.TextField()
    is_pinned = models.BooleanField(default=False)
    made_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["club", "-made_at"], name="announcements_by_age"),
        ]

    def __str__(self) -> str:
        return self.title
