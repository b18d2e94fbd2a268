"""Noticing, once a day, that somebody is there: their session goes on, and a guest is kept."""

from typing import Final

from django.contrib.sessions.backends.base import SessionBase

from games.accounts.guests import keep_guest
from games.clocks.clock import now
from games.models import Account

SEEN: Final = "seen-on"
"""Where the session remembers the day."""


def notice(session: SessionBase, account: Account) -> None:
    """Let a session begin its time anew, as a guest who loses it could never come back."""
    today = now().date().isoformat()
    if session.get(SEEN) == today:
        return
    session[SEEN] = today
    if account.is_guest:
        keep_guest(account)
