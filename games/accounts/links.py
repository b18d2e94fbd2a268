"""One-time links: each opens one thing once, within a day. Only the hash of its secret is stored."""

import secrets
from datetime import timedelta
from hashlib import sha256
from typing import Final

from games.clocks.clock import now
from games.models import Account, OneTimeLink
from games.refusals import NotFound

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
