"""People: their accounts, and the ids under which logs know them."""

from typing import ClassVar

from django.contrib.auth.models import AbstractBaseUser, PermissionsMixin, UserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone


class Account(AbstractBaseUser, PermissionsMixin):
    """Somebody who can play; a guest has no way to log in again."""

    username = models.CharField(max_length=40, unique=True)
    email = models.EmailField(blank=True)
    display_name = models.CharField(max_length=40)
    is_guest = models.BooleanField(default=False)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=timezone.now)
    language = models.CharField(max_length=10, blank=True)
    """Empty for that of the browser."""
    time_zone = models.CharField(max_length=60, blank=True)
    """Empty for that of the browser."""
    is_minor = models.BooleanField(default=False)
    """Whether they say that they are under 16."""
    is_private = models.BooleanField(default=False)
    """Whether only those who play with them see their profile."""
    confirms_moves = models.BooleanField(default=True)
    """Whether a move is shown once more before it counts; rated games always do."""
    has_sound = models.BooleanField(default=False)
    """Whether a sound tells that it is their turn."""
    motion = models.CharField(max_length=10, blank=True)
    """`reduced` for as little as possible; empty for what the device says."""
    expires_at = models.DateTimeField(null=True, blank=True)
    """When it is erased: a guest who has claimed nothing, or somebody who has asked for it; null for all others."""

    objects = UserManager["Account"]()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["display_name"]

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["expires_at"], name="guests_by_end", condition=models.Q(expires_at__isnull=False)),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(Lower("username"), name="one_account_per_name_whatever_case"),
        ]

    def __str__(self) -> str:
        return self.display_name

    @property
    def is_open(self) -> bool:
        """Whether strangers may learn who it is: neither a private profile nor somebody under 16."""
        return not (self.is_private or self.is_minor)


class Actor(models.Model):
    """The id under which one game's log knows an account; without this row the id is nobody's."""

    game = models.ForeignKey("games.Game", models.PROTECT, related_name="actors")
    account = models.ForeignKey(Account, models.CASCADE, related_name="actors")
    name = models.CharField(max_length=40)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "account"], name="one_actor_per_account_and_game"),
            models.UniqueConstraint(fields=["game", "name"], name="one_account_per_actor"),
        ]

    def __str__(self) -> str:
        return self.name
