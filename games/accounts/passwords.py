"""New passwords and what they end, and the one-time links by which somebody sets one, or becomes the first owner.

Where there is no mail, somebody who knows whom they give it to makes such a link. Each opens one thing once, within a
day; only the hash of its secret is stored.
"""

import logging
import secrets
from datetime import timedelta
from hashlib import sha256
from typing import Final

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from engine.errors import Malformed
from games.accounts.models import Account, OneTimeLink
from games.accounts.sessions import end_sessions
from games.clock.site_time import now
from games.extension import CLUB_MANAGERS, role_in, runs_a_club
from games.log.sql import write_transaction
from games.refusals import Forbidden, NotFound

PASSWORD: Final = "password"  # noqa: S105 - what a link is for
OWNER: Final = "owner"
LIFETIME: Final = timedelta(hours=24)


def make_link(purpose: str, account: Account | None = None, made_by: Account | None = None) -> str:
    """A new link in the place of earlier ones for the same; its secret, which is never shown again."""
    OneTimeLink.objects.filter(purpose=purpose, account=account).delete()
    secret = secrets.token_urlsafe(32)
    OneTimeLink.objects.create(
        digest=_digest(secret), purpose=purpose, account=account, made_by=made_by, expires_at=now() + LIFETIME
    )
    return secret


def find_link(secret: str) -> OneTimeLink:
    """The link of a secret, refused if it was used, has ended or never was."""
    link = OneTimeLink.objects.select_related("account").filter(digest=_digest(secret), used_at=None).first()
    if link is None or link.expires_at <= now() or not (link.account is None or link.account.is_active):
        raise NotFound("link/ended", "This link has been used or has ended; ask for a new one.")
    return link


def spend_link(link: OneTimeLink) -> None:
    """Use a link up, inside the caller's transaction; of several at the same moment one succeeds."""
    unused = OneTimeLink.objects.filter(pk=link.pk, used_at=None, expires_at__gt=now())
    if unused.update(used_at=now()) != 1:
        raise NotFound("link/ended", "This link has been used or has ended; ask for a new one.")


def delete_ended_links() -> int:
    """Delete the links that lead nowhere any more."""
    deleted, _ = OneTimeLink.objects.filter(expires_at__lte=now()).delete()
    return deleted


def _digest(secret: str) -> str:
    """A hash suffices without a salt: a secret of 32 random bytes cannot be guessed."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()


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
    with write_transaction():
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
    return by.is_active and is_ordinary and not account.email and role_in(by.pk, club) in CLUB_MANAGERS


def set_password(secret: str, password: str) -> Account:
    """Set the password of whoever a link was made for; their other ways in end, and the link is used up."""
    with write_transaction():
        link = find_password_link(secret)
        account = link.account
        assert account is not None
        require_strong_password(password, account)
        spend_link(link)
        change_password(account, password)
    return account


def change_password(account: Account, password: str, but: str | None = None) -> None:
    """Give an account another password and end every other way in with it: tokens, links, and all sessions but one that
    may be named. Neither happens without the other."""
    with write_transaction():
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


def require_strong_password(password: str, account: Account) -> None:
    """Refuse a password that is too easily guessed."""
    try:
        validate_password(password, account)
    except ValidationError as error:
        raise Malformed("password/weak", "{why}", why=error.messages[0]) from None
