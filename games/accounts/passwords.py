"""New passwords, and what they end; where there is no mail, by a one-time link from somebody who knows whom they give
it to."""

import logging
from typing import Final

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from engine.errors import Malformed
from games.accounts.links import PASSWORD, find_link, make_link, spend_link
from games.accounts.sessions import end_sessions
from games.clubs import RUNNING_IT, role_in, runs_a_club
from games.log.transactions import writing
from games.models import Account, OneTimeLink
from games.refusals import Forbidden

log = logging.getLogger(__name__)

_NOT_FOR_THEM: Final = "You cannot make a link to a new password for this account."


def make_password_link(by: Account, account: Account, club: str | None = None) -> str:
    """The secret of a link by which somebody sets a new password; refused unless `by` may make one.

    Staff may for everybody but staff, the owner of the site for staff too. Who runs a club may for its ordinary
    members who have no mail address, naming the club.
    """
    is_allowed = staff_may(by, account) or organiser_may(by, account, club)
    if not is_allowed or account.is_guest or not account.is_active:
        raise Forbidden("link/not-for-them", _NOT_FOR_THEM)
    log.info("Account %s has made a link to a new password for account %s.", by.pk, account.pk)
    with writing():
        return make_link(PASSWORD, account, made_by=by)


def staff_may(by: Account, account: Account) -> bool:
    """Whether somebody may by being staff or the owner of the site."""
    if account.is_superuser:
        return False
    return by.is_active and (by.is_superuser or (by.is_staff and not account.is_staff))


def organiser_may(by: Account, account: Account, club: str | None) -> bool:
    """Whether somebody may by running a club of which the other is an ordinary member without a mail address.

    Whoever holds the link can be the other, so it is never made for somebody who runs a club, be it another one.
    """
    has_power = account.is_staff or account.is_superuser or runs_a_club(account.pk)
    is_ordinary = role_in(account.pk, club) is not None and not has_power
    return by.is_active and is_ordinary and not account.email and role_in(by.pk, club) in RUNNING_IT


def set_password(secret: str, password: str) -> Account:
    """Set the password of whoever a link was made for; their other ways in end, and the link is used up."""
    with writing():
        link = find_password_link(secret)
        account = link.account
        assert account is not None
        require_good(password, account)
        spend_link(link)
        change_password(account, password)
    return account


def change_password(account: Account, password: str, but: str | None = None) -> None:
    """Give an account another password and end every other way in with it: tokens, links, and all sessions but one that
    may be named. Neither happens without the other."""
    with writing():
        account.set_password(password)
        account.save(update_fields=["password"])
        account.tokens.all().delete()
        account.links.filter(used_at=None).delete()
        end_sessions(account, but)


def find_password_link(secret: str) -> OneTimeLink:
    """The link of a secret, refused if it sets no password."""
    link = find_link(secret)
    if link.purpose != PASSWORD:
        raise Forbidden("link/not-for-this", "This link is not for a password.")
    return link


def require_good(password: str, account: Account) -> None:
    """Refuse a password that is too easily guessed."""
    try:
        validate_password(password, account)
    except ValidationError as error:
        raise Malformed("password/weak", "{why}", why=error.messages[0]) from None
