"""People: their accounts, the ids under which logs know them, the ways into an account, whom people keep away or
complain about, the sessions of their browsers and the mails that are to be sent to them.
"""

from typing import ClassVar

from django.contrib.auth.models import AbstractBaseUser, PermissionsMixin, UserManager
from django.contrib.sessions.base_session import AbstractBaseSession
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


class BrowserSession(AbstractBaseSession):
    """What the site remembers of one browser."""

    account = models.BigIntegerField(null=True)
    """The number of the account that is logged in, or is about to be; no reference, as sessions may outlive it."""

    class Meta(AbstractBaseSession.Meta):
        abstract = False
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["account"], name="sessions_by_account", condition=models.Q(account__isnull=False)),
        ]

    @classmethod
    def get_session_store_class(cls) -> type:
        """The store that reads and writes these rows."""
        from games.accounts.sessions import SessionStore

        return SessionStore


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
