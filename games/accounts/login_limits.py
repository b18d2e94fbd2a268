"""How often passwords may be tried: by network address and account together, and by network address.

Never by an account alone, so that nobody who knows a name keeps its owner out. Failures of an account from everywhere
only make every single address slower. A device on which an account has logged in before has limits of its own, which
nobody else uses up, be it in the same network. docs/operations.md says how many guesses all of this leaves.

What is tried under a mail address is counted under that address, whoever has it: if it were counted for the account,
whoever has used up the guesses at a name would read from the next refusal which address belongs to it.
"""

import secrets
from typing import Any, Final

from allauth.account.internal.userkit import get_user_by_username
from allauth.core.internal.ratelimit import RateLimitUsage, consume
from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from games.accounts.models import Account
from games.api.throttling import sender_of

COOKIE: Final = "known-device"
LIFETIME: Final = 400 * 24 * 3600
"""Seconds; browsers keep nothing for longer."""
MOST: Final = 5
"""How many accounts a device is known for; the oldest is forgotten first."""

# The limits of all of these are in brikks_site/config/accounts.py.
ATTEMPTS: Final = {"stranger": "login_attempt", "device": "login_attempt_on_device"}
"""What every attempt is counted under, so that nobody has the site hash passwords without end."""
FAILURES: Final = {"stranger": "login_failed", "slowed": "login_failed_slowed", "device": "login_failed_on_device"}
EVERYWHERE: Final = "login_failed_everywhere"
"""Under which the failures of an account are counted wherever they come from."""
PAUSE: Final = 300
"""Seconds after which whoever was wrong too often may try again, whichever limit it was."""


def try_login(request: HttpRequest, credentials: dict[str, Any]) -> RateLimitUsage | None:
    """Count an attempt as if it had failed, to be taken back if it has not; None if there were too many."""
    account = _account(credentials)
    if (device := _device(request, account)) is not None:
        sort, key = "device", device
    else:
        name = _counted(account, credentials)
        is_slowed = _consume(request, EVERYWHERE, name, dry_run=True) is None
        sort, key = "slowed" if is_slowed else "stranger", f"{sender_of(request)} {name}"
    attempts = ATTEMPTS["device" if sort == "device" else "stranger"]
    return _consume(request, FAILURES[sort], key) if _consume(request, attempts, key) is not None else None


def note_failure(request: HttpRequest, credentials: dict[str, Any]) -> None:
    """Count a failure for what was typed, wherever it comes from."""
    _consume(request, EVERYWHERE, _counted(_account(credentials), credentials))


def remember_device(request: HttpRequest, response: HttpResponse, account: Account) -> None:
    """Let the browser show later that the account has logged in there."""
    known = _known(request)
    known.pop(str(account.pk), None)  # it takes its place anew, as the last one
    known[str(account.pk)] = secrets.token_hex(8)
    value = signing.dumps(dict(list(known.items())[-MOST:]), salt=COOKIE)
    is_https = settings.SESSION_COOKIE_SECURE
    response.set_cookie(COOKIE, value, max_age=LIFETIME, secure=is_https, httponly=True, samesite="Lax")


def _consume(request: HttpRequest, action: str, key: str, dry_run: bool = False) -> RateLimitUsage | None:
    return consume(request, app="allauth.account", action=action, key=key, dry_run=dry_run)


def _account(credentials: dict[str, Any]) -> Account | None:
    """Whose password is tried; whoever has typed an address is named by now."""
    found = get_user_by_username(credentials["username"])
    return found if isinstance(found, Account) else None


def _counted(account: Account | None, credentials: dict[str, Any]) -> str:
    """Under what an attempt is counted: an account if its name was typed, however that is written, else what was."""
    address = credentials.get("address")
    if account is not None and address is None:
        return f"account {account.pk}"
    return str(credentials["username"] if address is None else address).lower()


def _device(request: HttpRequest, account: Account | None) -> str | None:
    """What the device is known by for the account whose password is tried; None for a stranger's."""
    known = _known(request)
    return None if account is None or str(account.pk) not in known else f"{account.pk} {known[str(account.pk)]}"


def _known(request: HttpRequest) -> dict[str, str]:
    try:
        said = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE, max_age=LIFETIME)
    except signing.BadSignature:
        return {}
    return said if isinstance(said, dict) else {}
