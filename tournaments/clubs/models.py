"""Clubs and memberships, persons without an account, requests to join, and announcements."""

from typing import ClassVar, Final

from django.db import models

from games.accounts.models import Account
from games.extension import ROLES

BY_LINK: Final = "link"
BY_APPROVAL: Final = "approval"
OPEN: Final = "open"
ADMISSIONS: Final = (BY_LINK, BY_APPROVAL, OPEN)


class Club(models.Model):
    """Some people who play together; their games name it by its id, which outlives it."""

    id = models.CharField(primary_key=True, max_length=40)
    name = models.CharField(max_length=60)
    name_key = models.TextField(unique=True)
    """The name as it is compared: no two clubs have the same, however it is written."""
    description = models.TextField(blank=True)
    is_public = models.BooleanField(default=False)
    """Whether strangers may see it."""
    admission = models.CharField(max_length=10, default=BY_LINK)
    """How people become members: by the link only, by asking those who run it, or as they like."""
    time_zone = models.CharField(max_length=60)
    invite = models.CharField(max_length=32, unique=True)
    """The secret part of the link by which people join."""
    created_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["-created_at", "-id"], name="clubs_by_age"),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=models.Q(admission__in=ADMISSIONS), name="admission_is_known"),
        ]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """Somebody who belongs to a club, and as what."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships", db_index=False)
    account = models.ForeignKey(Account, models.CASCADE, related_name="memberships", db_index=False)
    role = models.CharField(max_length=12)
    joined_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["club", "joined_at", "id"], name="members_by_age"),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["account", "club"], name="one_membership_per_account_and_club"),
            models.CheckConstraint(condition=models.Q(role__in=ROLES), name="role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} in {self.club_id}"


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
