"""Sessions in the database, each with the account it belongs to. Django's settings name this module as their engine.

Once a day it is noted that somebody is there: their session goes on, and a guest is kept.
"""

from typing import Any, Final

from allauth.account.internal.flows.login import _AUTHENTICATION_METHODS_USER_SESSION_KEY as BEGUN
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore

from games.accounts.guests import keep_guest
from games.accounts.models import Account, BrowserSession
from games.clock.site_time import now

OWNERS: Final = (SESSION_KEY, BEGUN)
"""Where a session says whose it is: logged in, or with the password given and the second factor still to come."""


class SessionStore(DatabaseStore):
    """Django's own store, with one column more."""

    @classmethod
    def get_model_class(cls) -> type[BrowserSession]:
        """The table."""
        return BrowserSession

    def create_model_instance(self, data: dict[str, Any]) -> BrowserSession:
        """The row of a session."""
        row = super().create_model_instance(data)
        assert isinstance(row, BrowserSession)
        owner = next((data[key] for key in OWNERS if data.get(key)), None)
        row.account = None if owner is None else int(owner)
        return row


def end_sessions(account: Account, but: str | None = None) -> int:
    """Log an account out everywhere, or everywhere else; how many sessions that were."""
    ended, _ = BrowserSession.objects.filter(account=account.pk).exclude(session_key=but or "").delete()
    return ended


SEEN: Final = "seen-on"
"""Where the session remembers the day."""


def note_presence(session: SessionBase, account: Account) -> None:
    """Let a session begin its time anew, as a guest who loses it could never come back."""
    today = now().date().isoformat()
    if session.get(SEEN) == today:
        return
    session[SEEN] = today
    if account.is_guest:
        keep_guest(account)
