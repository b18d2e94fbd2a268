"""Erasing one's own account, by whoever can show that it is theirs."""

import logging

from allauth.account.adapter import get_adapter
from django.contrib.auth import logout
from django.http import HttpRequest

from engine.errors import Refused
from games.accounts.erasing import close, finish_erasing
from games.models import Account
from games.refusals import Forbidden

log = logging.getLogger(__name__)


def erase_own(request: HttpRequest, account: Account, password: object) -> None:
    """Erase the account of whoever asks, and log them out; what cannot be finished now is left to the next sweep."""
    require_password(request, account, password)
    close(account)
    logout(request)
    try:
        finish_erasing(account)
    except Refused as refusal:
        log.warning("The erasing of account %s is left to the next sweep: %s", account.pk, refusal)


def require_password(request: HttpRequest, account: Account, password: object) -> None:
    """Refuse whoever only happens to sit at the device; guests have no password."""
    if account.is_guest:
        return
    if not isinstance(password, str) or not get_adapter(request).reauthenticate(account, password):
        raise Forbidden("password/wrong", "This is not your password.")
