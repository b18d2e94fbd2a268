"""The variables by which whoever runs the site says how people log in."""

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from brikks_site.config.accounts import Mail, mail, requires_second_factor, verification

SMTP = "django.core.mail.backends.smtp.EmailBackend"


def test_without_an_address_mail_is_written_to_the_terminal() -> None:
    assert mail("").backend == "django.core.mail.backends.console.EmailBackend"


@pytest.mark.parametrize(
    ("url", "sent"),
    [
        ("smtp://localhost", Mail(SMTP, "localhost", 25)),
        ("smtp+tls://me:p%40ss@mail.example", Mail(SMTP, "mail.example", 587, "me", "p@ss", has_starttls=True)),
        ("smtps://me%40x:y@mail.example:4465", Mail(SMTP, "mail.example", 4465, "me@x", "y", has_tls=True)),
    ],
)
def test_an_address_says_how_mail_is_sent(url: str, sent: Mail) -> None:
    assert mail(url) == sent


@pytest.mark.parametrize(
    "url",
    [
        "mail.example",
        "http://mail.example",
        "smtp://",
        "smtp+tls:mail",
        "smtp://mail.example:port",
        "smtp://me:pass/word@mail.example",
        "smtp://mail.example:65536",
        "smtp://mail.example:0",
        "smtp://[::1",
    ],
)
def test_any_other_address_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(ImproperlyConfigured) as caught:
        mail(url)
    assert url not in str(caught.value).replace("smtp://,", "")
    assert "pass" not in str(caught.value)


def test_verification_is_off_unless_it_is_asked_for() -> None:
    assert verification({}) == "none"
    assert verification({"BRIKKS_EMAIL_VERIFICATION": "mandatory"}) == "mandatory"
    with pytest.raises(ImproperlyConfigured):
        verification({"BRIKKS_EMAIL_VERIFICATION": "yes"})


@pytest.mark.parametrize(
    ("said", "debug", "is_https", "required"),
    [
        ("", False, False, False),
        ("", False, True, True),
        ("", True, True, False),
        ("1", False, False, True),
        ("1", True, False, True),
        ("0", False, True, False),
    ],
)
def test_staff_need_a_second_factor_on_a_public_site(said: str, debug: bool, is_https: bool, required: bool) -> None:
    assert requires_second_factor({"BRIKKS_REQUIRE_MFA_FOR_STAFF": said}, debug, is_https) is required


def test_anything_else_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured):
        requires_second_factor({"BRIKKS_REQUIRE_MFA_FOR_STAFF": "no"}, False, True)


def test_sessions_are_kept_in_the_database_and_out_of_reach_of_scripts() -> None:
    assert settings.SESSION_ENGINE == "games.accounts.sessions"
    assert settings.SESSION_COOKIE_HTTPONLY
    assert settings.SESSION_COOKIE_SAMESITE == settings.CSRF_COOKIE_SAMESITE == "Lax"
    assert settings.SESSION_COOKIE_SECURE is settings.IS_HTTPS
