"""Second factors: added, asked for, kept from others, and required of staff."""

import time
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core.management import call_command
from django.test import Client
from pytest_django.fixtures import Settings

from games.accounts.models import Account
from tests.games.accounts.browsers import PASSWORD, browser, call, forget_attempts, log_in, person, who
from tests.web.markup import page_of

pytestmark = pytest.mark.django_db

ADD = "/accounts/2fa/totp/activate/"


def code(secret: str) -> str:
    """What an authenticator app shows now."""
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))


def add_factor(client: Client) -> str:
    """Go through the page; the secret."""
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    page = page_of(client.get(ADD))
    [secret] = [field["value"] for field in page.all("input") if field.get("id") == "secret"]
    assert client.post(ADD, {"code": code(secret)}).status_code == 302
    return secret


def test_the_secret_is_shown_as_a_picture_within_the_page_and_stored_sealed() -> None:
    ada = person("Ada")
    client = browser(ada)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    page = page_of(client.get(ADD))
    assert page.all("svg")
    assert not any(image["src"].startswith("data:") for image in page.all("img"))
    secret = add_factor(client)
    stored = str(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret not in stored
    assert Authenticator.objects.filter(user=ada).count() == 2, "and recovery codes"


def test_the_password_alone_no_longer_opens_the_account() -> None:
    person("Ada")
    client = browser()
    log_in(client, "ada")
    secret = add_factor(client)
    other = browser()
    assert log_in(other, "ada")["Location"].startswith("/accounts/2fa/authenticate/")
    assert who(other) is None
    other.post("/accounts/2fa/authenticate/", {"code": "000000"})
    assert who(other) is None
    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=2)):
        forget_attempts()
        other.post("/accounts/2fa/authenticate/", {"code": code(secret)})
        assert who(other) == "ada"
        assert call(other, "GET", "me").json()["has_second_factor"] is True


def test_whoever_runs_the_site_lets_somebody_in_who_has_lost_it(settings: Settings) -> None:
    person("Ada")
    client = browser()
    log_in(client, "ada")
    secret = add_factor(client)
    settings.SECRET_KEY = "another key altogether"
    other = browser()
    log_in(other, "ada")
    answer = other.post("/accounts/2fa/authenticate/", {"code": code(secret)})
    assert answer.status_code == 409, "it was sealed with a key that is gone"
    call_command("password_link", "ada", "--remove-second-factor", stdout=StringIO())
    third = browser()
    log_in(third, "ada")
    assert who(third) == "ada"


def test_after_a_change_of_the_secret_key_the_earlier_one_still_counts(settings: Settings) -> None:
    person("Ada")
    client = browser()
    log_in(client, "ada")
    secret = add_factor(client)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another key altogether"
    assert who(client) == "ada", "a session goes on"
    other = browser()
    log_in(other, "ada")
    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=2)):
        other.post("/accounts/2fa/authenticate/", {"code": code(secret)})
        assert who(other) == "ada"


def test_recovery_codes_are_shown_without_scripts() -> None:
    person("Ada")
    client = browser()
    log_in(client, "ada")
    add_factor(client)
    page = page_of(client.get("/accounts/2fa/recovery-codes/"))
    assert all(script["src"].startswith("/static/brikks_site/") for script in page.all("script"))
    assert page.all("textarea")


@pytest.fixture
def required(settings: Settings) -> None:
    settings.REQUIRE_MFA_FOR_STAFF = True


@pytest.mark.usefixtures("required")
@pytest.mark.parametrize("fields", [{"is_staff": True}, {"is_staff": True, "is_superuser": True}])
def test_staff_do_nothing_before_they_have_one(fields: dict[str, bool]) -> None:
    client = browser(person("Stan", **fields))
    refused = call(client, "GET", "me")
    assert (refused.status_code, refused.json()["code"]) == (403, "account/second-factor")
    for path in ("/", "/rules/", "/admin/"):
        answer = client.get(path)
        assert (answer.status_code, answer["Location"]) == (302, ADD), path
    add_factor(client)
    assert who(client) == "stan"
    assert client.get("/rules/").status_code == 200


@pytest.mark.usefixtures("required")
def test_players_need_none() -> None:
    assert who(browser(person("Ada"))) == "ada"
    assert browser().get("/").status_code == 200


def test_nobody_needs_one_where_the_site_does_not_say_so() -> None:
    assert who(browser(person("Stan", is_staff=True))) == "stan"
    assert Account.objects.count() == 1
