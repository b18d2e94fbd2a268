"""The sessions of browsers, by account, so that those of one account can be counted, ended and erased."""

from typing import ClassVar

from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models


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
