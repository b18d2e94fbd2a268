"""A second factor to log in with: required of staff where the site says so, and never stored in the clear."""

from base64 import urlsafe_b64encode
from functools import cache
from typing import Final

import segno
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.db.models import Q, QuerySet

from games.accounts.models import Account
from games.refusals import Conflict

PURPOSE: Final = b"brikks second factors"
_LOST: Final = "Your second factor cannot be read any more; whoever runs the site can remove it for you."


def lacks_second_factor(account: Account) -> bool:
    """Whether somebody must not do anything before adding a second factor."""
    if not settings.REQUIRE_MFA_FOR_STAFF or not (account.is_staff or account.is_superuser):
        return False
    return not Authenticator.objects.filter(user=account, type=Authenticator.Type.TOTP).exists()


def accounts_lacking_one() -> QuerySet[Account]:
    """Everybody who must not do anything before adding a second factor, for asking about many at once."""
    if not settings.REQUIRE_MFA_FOR_STAFF:
        return Account.objects.none()
    have_one = Authenticator.objects.filter(type=Authenticator.Type.TOTP).values("user")
    return Account.objects.filter(Q(is_staff=True) | Q(is_superuser=True)).exclude(pk__in=have_one)


def remove_second_factors(account: Account) -> None:
    """Let somebody in by the password alone who has lost app and recovery codes."""
    Authenticator.objects.filter(user=account).delete()


class SecondFactorAdapter(DefaultMFAAdapter):
    """Seals what the codes are made from with a key that follows from the site's secret key, and draws it ourselves."""

    def build_totp_svg(self, url: str) -> str:
        """The address for an authenticator app as a picture that can stand in a page."""
        return segno.make(url, micro=False).svg_inline(scale=4, border=3, light="#fff", omitsize=True)

    def encrypt(self, text: str) -> str:
        """A secret as it is stored."""
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """A secret from what was stored; refused if it was sealed with a key that is gone."""
        try:
            return _cipher().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            raise Conflict("account/second-factor-lost", _LOST) from None


def _cipher() -> MultiFernet:
    """The cipher of the secret key; what was sealed with earlier ones can still be opened."""
    return MultiFernet([_fernet(key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


@cache
def _fernet(secret: str) -> Fernet:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=PURPOSE).derive(secret.encode())
    return Fernet(urlsafe_b64encode(derived))
