"""Who visits a page, as services and selectors know them, and how often they may: somebody who is logged in, perhaps as
a guest, or nobody yet.

Playing needs no account. Whoever begins to play without one becomes a guest of this browser at that moment.
"""

import secrets
from math import ceil
from typing import Final
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.accounts.callers import ANYBODY, Caller, Viewer, caller_of, viewer_of
from games.accounts.devices import holder_of
from games.accounts.guests import make_guest
from games.accounts.models import Account
from games.accounts.sessions import note_presence
from games.api.throttling import count_against_limit, sender_of, stricter_scope
from games.refusals import TooMany

GUESTS: Final = "guests"
"""The kind of request under which new guests are counted."""
COMMANDS: Final = "commands"
"""The kind of request under which whatever changes a game is counted."""
LOOKS: Final = "looks"
"""The kind of request under which going through a log is counted."""
VERIFY: Final = "verify"
"""The kind of request under which replaying a whole game, and what takes as long, is counted."""


def account_of(request: HttpRequest) -> Account | None:
    """Who is logged in, None for nobody; that they are there is noticed once a day."""
    account = request.user
    if not isinstance(account, Account):
        return None
    note_presence(request.session, account)
    return account


def viewer_at(request: HttpRequest, game_id: str | None = None, invite: str | None = None) -> Viewer:
    """Who looks; at a table that is whoever holds the device."""
    account = account_of(request)
    invite = invite or request.GET.get("invite")
    if account is None:
        return ANYBODY._replace(invite=invite)
    return viewer_of(account if game_id is None else holder_of(request.session, account, game_id), invite)


def invite_query(request: HttpRequest) -> str:
    """The link by which somebody has come, for the addresses that go on from a page."""
    invite = request.GET.get("invite", "")
    return "?" + urlencode({"invite": invite}) if invite else ""


def caller_at(request: HttpRequest, game_id: str | None = None) -> Caller:
    """Who asks for something; nobody may do nothing."""
    account = account_of(request)
    if account is None:
        return Caller()
    return caller_of(account if game_id is None else holder_of(request.session, account, game_id))


def account_or_guest(request: HttpRequest, name: str = "") -> Account:
    """Who is logged in, or a new guest under this name who is from now on."""
    account = account_of(request)
    if account is not None:
        return account
    count_guest(request)
    guest = make_guest(name or random_guest_name())
    login(request, guest, settings.AUTHENTICATION_BACKENDS[0])
    return guest


def count_guest(request: HttpRequest) -> None:
    """Refuse whoever makes more guests than a room full of people would; guests who do so count by their address."""
    account = account_of(request)
    if account is not None and not account.is_guest:
        count_request(request, GUESTS)
    elif (wait := count_against_limit(GUESTS, sender_of(request))) is not None:
        raise too_many_requests(wait)


def count_request(request: HttpRequest, kind: str) -> None:
    """Refuse whoever asks for something costly more often than people do."""
    account = account_of(request)
    wait = (
        count_against_limit(stricter_scope(kind), sender_of(request))
        if account is None
        else count_against_limit(kind, account.pk)
    )
    if wait is not None:
        raise too_many_requests(wait)


def too_many_requests(wait: float) -> TooMany:
    """A refusal that says how long to wait."""
    return TooMany("request/too-many", "Too many requests; please wait a moment.").for_seconds(ceil(wait))


def count_command(request: HttpRequest) -> None:
    """Count a form by which games change together with the commands that its sender's programs send."""
    count_request(request, COMMANDS)


def count_look(request: HttpRequest) -> None:
    """Refuse whoever goes through logs more often than people who watch a game."""
    count_request(request, LOOKS)


def random_guest_name() -> str:
    """A name for somebody who has not said any."""
    return _("Player %(number)d") % {"number": 1000 + secrets.randbelow(9000)}


def own_account(request: HttpRequest) -> Account:
    """Whoever is logged in; Django sends everybody else to log in before these pages are reached."""
    account = account_of(request)
    assert account is not None
    return account
