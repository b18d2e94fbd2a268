"""Personal tokens: a program that holds one acts for its account, as far as the token's scopes reach."""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from engine.errors import Malformed
from games.accounts.models import Account, Token
from games.accounts.second_factor import lacks_second_factor
from games.refusals import Conflict, Forbidden, NotFound
from games.texts import is_blank

READ: Final = "read"
PLAY: Final = "play"
ORGANISE: Final = "organise"
SCOPES: Final = (READ, PLAY, ORGANISE)
"""To see what the account sees, to act in its games, to run its clubs. Whatever they are, no token changes accounts."""
PREFIX: Final = "brikks_"
MOST: Final = 20
"""How many tokens an account may have."""
LONGEST_NAME: Final = 60
SEEN_EVERY: Final = timedelta(days=1)
OF_ACCOUNTS: Final = ("username", "is_guest", "is_staff", "is_superuser", "is_active", "language", "time_zone")
NEEDED: Final = ("account", "scopes", "last_used_at", "expires_at", *(f"account__{name}" for name in OF_ACCOUNTS))
"""What nearly every request of a program needs; reading a column costs more than it seems, so the rest waits."""


def make_token(account: Account, name: str, scopes: Collection[str], expires_at: datetime | None) -> tuple[Token, str]:
    """A new token, and its secret, which is never shown again."""
    if account.is_guest:
        raise Forbidden("token/guest", "Guests have no tokens; claim your games with an account first.")
    if not isinstance(name, str) or not name.isprintable() or is_blank(name) or len(name.strip()) > LONGEST_NAME:
        raise Malformed(
            "token/name", "A token has a name of 1 to {most} characters that can be seen.", most=LONGEST_NAME
        )
    if not isinstance(scopes, list | tuple | set) or not scopes or any(scope not in SCOPES for scope in scopes):
        raise Malformed("token/scopes", "A token has one or more of the scopes {scopes}.", scopes=", ".join(SCOPES))
    if expires_at is not None and expires_at <= timezone.now():
        raise Malformed("token/expired", "A token cannot have ended before it begins.")
    if account.tokens.count() >= MOST:
        raise Conflict("token/too-many", "An account has at most {most} tokens; delete one first.", most=MOST)
    secret = PREFIX + secrets.token_urlsafe(32)
    words = " ".join(scope for scope in SCOPES if scope in scopes)
    token = Token.objects.create(
        account=account, name=name.strip(), digest=_digest(secret), scopes=words, expires_at=expires_at
    )
    return token, secret


def find_token(secret: str) -> Token | None:
    """The token of a secret, None if there is none, it has ended, or its account lacks a second factor it needs."""
    try:
        token = Token.objects.select_related("account").only(*NEEDED).get(digest=_digest(secret))
    except Token.DoesNotExist:
        return None
    now = timezone.now()
    if not _is_open(token, now) or lacks_second_factor(token.account):
        return None
    if token.last_used_at is None or now - token.last_used_at > SEEN_EVERY:
        Token.objects.filter(pk=token.pk).update(last_used_at=now)
    return token


def _is_open(token: Token, now: datetime) -> bool:
    return token.account.is_active and (token.expires_at is None or token.expires_at > now)


def tokens_of(account: Account) -> QuerySet[Token]:
    """The tokens of an account, the oldest first."""
    return account.tokens.order_by("pk")


def delete_token(account: Account, number: int) -> None:
    """End one of an account's tokens at once."""
    deleted, _ = Token.objects.filter(account=account, pk=number).delete()
    if not deleted:
        raise NotFound("token/not-found", "You have no such token.")


def _digest(secret: str) -> str:
    """A hash suffices without a salt: a secret of 32 random bytes cannot be guessed."""
    return sha256(secret.encode()).hexdigest()
