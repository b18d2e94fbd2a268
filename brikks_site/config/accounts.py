"""Settings of accounts: how people sign up and log in, what mail is for, and when a second factor is required.

All names in capitals are Django's and allauth's; `settings` takes them over. docs/operations.md lists the variables.
"""

import os
from collections.abc import Mapping
from datetime import timedelta
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

VERIFICATIONS: Final = ("none", "optional", "mandatory")
MAIL_PORTS: Final = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
"""Ways to send mail: in the clear (to a server on the same machine), with STARTTLS, with TLS from the beginning."""


def verification(environment: Mapping[str, str]) -> str:
    """Whether a mail address must be verified."""
    chosen = environment.get("BRIKKS_EMAIL_VERIFICATION") or VERIFICATIONS[0]
    if chosen not in VERIFICATIONS:
        raise ImproperlyConfigured(f"BRIKKS_EMAIL_VERIFICATION must be one of {', '.join(VERIFICATIONS)}.")
    return chosen


class Mail(NamedTuple):
    """How mail is sent."""

    backend: str = "django.core.mail.backends.console.EmailBackend"
    host: str = ""
    port: int = 25
    user: str = ""
    password: str = ""
    has_starttls: bool = False
    has_tls: bool = False


def mail(url: str) -> Mail:
    """How mail is sent; without an address it is only written to the terminal."""
    if not url:
        return Mail()
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        # Not said from there: what Python complains about is a part of the address, which may hold a password.
        raise ImproperlyConfigured(_wrong_mail()) from None
    if parts.scheme not in MAIL_PORTS or not parts.hostname or port == 0:
        raise ImproperlyConfigured(_wrong_mail())
    return Mail(
        "django.core.mail.backends.smtp.EmailBackend",
        parts.hostname,
        port or MAIL_PORTS[parts.scheme],
        unquote(parts.username or ""),
        unquote(parts.password or ""),
        parts.scheme == "smtp+tls",
        parts.scheme == "smtps",
    )


def _wrong_mail() -> str:
    ways = ", ".join(f"{way}://" for way in MAIL_PORTS)
    return f"EMAIL_URL must begin with one of {ways} and name a server; its port, if any, is a number up to 65535."


def requires_second_factor(environment: Mapping[str, str], debug: bool, is_https: bool) -> bool:
    """Whether staff must log in with a second factor: on a site that is reached over HTTPS, if nothing is said."""
    chosen = environment.get("BRIKKS_REQUIRE_MFA_FOR_STAFF", "")
    if chosen not in ("", "0", "1"):
        raise ImproperlyConfigured("BRIKKS_REQUIRE_MFA_FOR_STAFF must be 0 or 1.")
    return chosen == "1" if chosen else is_https and not debug


_mail = mail(os.environ.get("EMAIL_URL", ""))
HAS_MAIL = _mail != Mail()
EMAIL_BACKEND = _mail.backend
EMAIL_HOST = _mail.host
EMAIL_PORT = _mail.port
EMAIL_HOST_USER = _mail.user
EMAIL_HOST_PASSWORD = _mail.password
EMAIL_USE_TLS = _mail.has_starttls
EMAIL_USE_SSL = _mail.has_tls
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = os.environ.get("BRIKKS_MAIL_FROM") or "Brikks Arena <brikks@localhost>"

SESSION_ENGINE = "games.accounts.sessions"
SESSION_COOKIE_AGE = int(timedelta(days=30).total_seconds())
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"

ACCOUNT_ADAPTER = "games.accounts.allauth_adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "games.accounts.login_forms.LogInForm",
    "signup": "games.accounts.login_forms.SignUpForm",
    "change_password": "games.accounts.login_forms.NewPasswordForm",
    "add_email": "games.accounts.login_forms.NewAddressForm",
    "reset_password": "games.accounts.login_forms.ForgottenPasswordForm",
}
ACCOUNT_EMAIL_VERIFICATION = verification(os.environ)
# An address that somebody has shown to be theirs stands for their name: games/accounts/login_forms.py looks it up.
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = [
    "username*",
    "email*" if ACCOUNT_EMAIL_VERIFICATION == "mandatory" else "email",
    "password1*",
    "password2*",
]
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Brikks Arena] "
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
# Also where addresses are not verified nobody learns by signing up that one is known: several accounts may name the
# same one as long as only one of them has shown that it is theirs.
ACCOUNT_PREVENT_ENUMERATION = "strict"
# How often passwords may be tried is counted by games/accounts/login_limits.py; these are its limits, beside allauth's.
# Nothing that a request is refused for is counted by a mail address alone: everybody may name everybody's.
ACCOUNT_RATE_LIMITS = {
    "login": None,
    "login_attempt": "30/m/ip",
    "login_attempt_on_device": "30/m/key",
    "login_failed": "10/m/ip,5/5m/key",
    "login_failed_slowed": "10/m/ip,1/5m/key",
    "login_failed_on_device": "5/5m/key",
    "login_failed_everywhere": "50/h/key",
    "reset_password": "20/m/ip",
    "reset_mail": "5/5m/key",
    "confirm_email": None,
    "confirmation_mail": "1/3m/key",
    "confirmation_mail_from": "5/h/key",
}
ACCOUNT_MAX_EMAIL_ADDRESSES = 2
# A guest who is logged in may still sign up or log in; that is how guests claim their games.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_USER_DISPLAY = str

MFA_ADAPTER = "games.accounts.second_factor.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Brikks Arena"
MFA_TOTP_TOLERANCE = 1
# Where addresses are not verified, one that is not must not keep anybody from a second factor.
MFA_ALLOW_UNVERIFIED_EMAIL = ACCOUNT_EMAIL_VERIFICATION != "mandatory"

__all__ = [
    "ACCOUNT_ADAPTER",
    "ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS",
    "ACCOUNT_EMAIL_SUBJECT_PREFIX",
    "ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS",
    "ACCOUNT_EMAIL_VERIFICATION",
    "ACCOUNT_FORMS",
    "ACCOUNT_LOGIN_METHODS",
    "ACCOUNT_MAX_EMAIL_ADDRESSES",
    "ACCOUNT_PREVENT_ENUMERATION",
    "ACCOUNT_RATE_LIMITS",
    "ACCOUNT_SIGNUP_FIELDS",
    "ACCOUNT_USER_DISPLAY",
    "CSRF_COOKIE_SAMESITE",
    "DEFAULT_FROM_EMAIL",
    "EMAIL_BACKEND",
    "EMAIL_HOST",
    "EMAIL_HOST_PASSWORD",
    "EMAIL_HOST_USER",
    "EMAIL_PORT",
    "EMAIL_TIMEOUT",
    "EMAIL_USE_SSL",
    "EMAIL_USE_TLS",
    "HAS_MAIL",
    "MFA_ADAPTER",
    "MFA_ALLOW_UNVERIFIED_EMAIL",
    "MFA_SUPPORTED_TYPES",
    "MFA_TOTP_ISSUER",
    "MFA_TOTP_TOLERANCE",
    "SESSION_COOKIE_AGE",
    "SESSION_COOKIE_HTTPONLY",
    "SESSION_COOKIE_SAMESITE",
    "SESSION_ENGINE",
]
