"""Signing up and logging in, without any mail."""

import re
from datetime import UTC, datetime
from functools import partial

import pytest
import time_machine
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.core import mail
from django.test import Client
from pytest_django.fixtures import Settings

from games.accounts import mail as mails
from games.accounts.models import Account, BrowserSession
from tests.games.accounts.browsers import PASSWORD, browser, call, log_in, person, sign_up, who
from tests.games.clock.threads import team
from tests.web.markup import page_of

pytestmark = pytest.mark.django_db


def test_a_name_and_a_password_are_enough(client: Client) -> None:
    answer = sign_up(client, "Ada.L", display_name=" Ada  Lovelace ", language="de")
    assert answer.status_code == 302
    ada = Account.objects.get()
    assert (ada.username, ada.display_name, ada.email, ada.language) == ("Ada.L", "Ada Lovelace", "", "de")
    assert (ada.is_guest, ada.is_minor, ada.is_private, ada.is_staff, ada.expires_at) == (*[False] * 4, None)
    assert who(client) == "Ada.L"
    assert mail.outbox == []


def test_who_is_under_16_is_private(client: Client) -> None:
    sign_up(client, "ada", is_minor="on")
    ada = Account.objects.get()
    assert (ada.is_minor, ada.is_private) == (True, True)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"username": "admin"}, "username"),
        ({"username": "guest-1"}, "username"),
        ({"username": "Bob"}, "username"),
        ({"username": "a b"}, "username"),
        ({"display_name": "greedy"}, "display_name"),
        ({"display_name": "A\u202eda"}, "display_name"),
        ({"display_name": "   "}, "display_name"),
        ({"password1": "12345678", "password2": "12345678"}, "password1"),
        ({"password2": "something else"}, "password2"),
        ({"email": "no address"}, "email"),
        ({"language": "xx"}, "language"),
    ],
)
def test_what_does_not_fit_is_told_beside_its_field(client: Client, fields: dict[str, str], field: str) -> None:
    person("bob", email="bob@example.org")
    answer = sign_up(client, **{"username": "ada", **fields})
    assert answer.status_code == 200
    page = page_of(answer)
    assert f"id_{field}_error" in page.values("id")
    assert any(f"id_{field}_error" in value for value in page.values("aria-describedby"))
    assert Account.objects.count() == 1
    assert PASSWORD not in answer.content.decode()


@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_a_name_at_the_same_moment_one_gets_it() -> None:
    with team(2) as threads:
        answers = threads.at_once(partial(sign_up, browser(), "ada"), partial(sign_up, browser(), "ADA"))
    assert {answer.status_code for answer in answers} <= {200, 302, 409}
    assert Account.objects.count() == 1


def test_people_log_in_by_name_in_any_case_and_by_an_address_once_they_have_confirmed_it(client: Client) -> None:
    sign_up(client, "ada", email="ada@example.org")
    for login in ("ada", "ADA"):
        other = browser()
        assert log_in(other, login).status_code == 302
        assert who(other) == "ada"
    assert log_in(browser(), "ada@example.org").status_code == 200
    EmailAddress.objects.update(verified=True)
    for login in ("ada@example.org", "Ada@Example.org"):
        other = browser()
        assert log_in(other, login).status_code == 302
        assert who(other) == "ada"


def test_a_wrong_password_opens_nothing(client: Client) -> None:
    person("ada")
    assert log_in(client, "ada", "wrong").status_code == 200
    assert who(client) is None


def test_after_some_wrong_passwords_the_right_one_does_not_help_for_a_while(client: Client) -> None:
    person("ada")
    for _ in range(5):
        log_in(client, "ada", "wrong")
    assert "Too many" in log_in(client, "ada").content.decode()
    assert who(client) is None


def test_who_is_locked_out_cannot_log_in(client: Client) -> None:
    person("ada", is_active=False)
    log_in(client, "ada")
    assert who(client) is None


def test_the_session_gets_a_new_key_when_somebody_logs_in(client: Client) -> None:
    person("ada")
    client.get("/accounts/login/")
    session = client.session
    session["planted"] = 1
    session.save()
    client.cookies["sessionid"] = session.session_key or ""
    log_in(client, "ada")
    assert client.cookies["sessionid"].value != session.session_key
    assert not BrowserSession.objects.filter(pk=session.session_key).exists()


def test_the_sessions_cookie_is_out_of_reach_of_scripts(client: Client) -> None:
    person("ada")
    log_in(client, "ada")
    cookie = client.cookies["sessionid"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


def test_a_session_knows_whose_it_is_and_ends_with_the_logout(client: Client) -> None:
    ada = person("ada")
    log_in(client, "ada")
    assert [row.account for row in BrowserSession.objects.all()] == [ada.pk]
    client.post("/accounts/logout/")
    assert not BrowserSession.objects.filter(account=ada.pk).exists()
    assert who(client) is None


def test_changing_the_password_ends_all_other_sessions(client: Client) -> None:
    ada = person("ada")
    log_in(client, "ada")
    other = browser(ada)
    said = {"oldpassword": PASSWORD, "password1": "another horse battery", "password2": "another horse battery"}
    assert client.post("/accounts/password/change/", said).status_code == 302
    assert who(client) == "ada"
    assert who(other) is None


@pytest.fixture
def verified(settings: Settings) -> None:
    """A site on which mail addresses must be verified."""
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]


@pytest.mark.usefixtures("verified")
def test_where_addresses_are_verified_nobody_gets_in_before(client: Client) -> None:
    assert sign_up(client, "ada").status_code == 200, "without an address"
    assert not Account.objects.exists()
    assert sign_up(client, "ada", email="ada@example.org").status_code == 302
    assert who(client) is None
    mails.send_due()
    [message] = mail.outbox
    found = re.search(r"http://testserver(/accounts/confirm-email/\S+)", str(message.body))
    assert found
    assert client.post(found[1]).status_code == 302
    log_in(client, "ada")
    assert who(client) == "ada"


@pytest.mark.usefixtures("verified")
@pytest.mark.parametrize("is_verified", [True, False])
def test_nobody_learns_there_that_an_address_is_known(is_verified: bool) -> None:
    bob = person("bob", email="bob@example.org")
    EmailAddress.objects.create(user=bob, email=bob.email, verified=is_verified, primary=True)
    seen = []
    for name, address in (("ada", "bob"), ("eva", "new")):
        client = browser()
        answer = sign_up(client, name, email=f"{address}@example.org")
        again = sign_up(browser(), name, email="third@example.org")
        profile, login = browser().get(f"/players/{name}/"), log_in(browser(), name)
        places = answer["Location"], login["Location"]
        seen.append((places, again.status_code, profile.status_code, login.status_code, who(client)))
    assert seen[0] == seen[1]
    assert Account.objects.filter(username__in=("ada", "eva")).count() == 2


@pytest.mark.usefixtures("verified")
def test_whoever_has_an_address_is_told_that_they_have_an_account_and_nobody_takes_it() -> None:
    bob = person("bob", email="bob@example.org")
    EmailAddress.objects.create(user=bob, email=bob.email, verified=True, primary=True)
    sign_up(browser(), "ada", email="bob@example.org")
    mails.send_due()
    [message] = mail.outbox
    assert message.to == ["bob@example.org"]
    assert "/accounts/password/reset/" in str(message.body)
    key = EmailConfirmationHMAC(EmailAddress.objects.get(user__username="ada")).key
    browser().post(f"/accounts/confirm-email/{key}/")
    assert not EmailAddress.objects.get(user__username="ada").verified


@pytest.mark.usefixtures("verified")
def test_nobody_keeps_anybody_from_confirming_an_address_by_signing_up_with_it() -> None:
    for name, sender in (("mallory", "192.0.2.1"), ("ada", "192.0.2.2")):
        client = Client(REMOTE_ADDR=sender)
        sign_up(client, name, email="ada@example.org")
        log_in(client, name)
    mails.send_due()
    greetings = [str(message.body).partition(",")[0] for message in mail.outbox]
    assert greetings == ["Hello Mallory", "Hello Ada"], "and once each"


@pytest.mark.usefixtures("verified")
def test_nobody_fills_a_mailbox_by_signing_up_again_and_again() -> None:
    for number in range(8):
        sign_up(browser(), f"mallory{number}", email="ada@example.org")
    mails.send_due()
    assert len(mail.outbox) == 5


def test_too_many_logins_are_slowed_down_in_words(client: Client) -> None:
    with time_machine.travel(datetime.now(UTC), tick=False):
        answers = [client.post("/accounts/login/", {"login": f"x{number}", "password": "y"}) for number in range(11)]
    assert "Too many" in page_of(answers[-1]).text
    assert [answer.status_code for answer in answers] == [200] * 10 + [429]
    assert answers[-1]["Retry-After"] == "300"


def test_whoever_has_an_account_is_not_asked_to_sign_up_again() -> None:
    client = browser(person("ada"))
    assert client.get("/accounts/signup/").status_code == 302
    sign_up(client, "bob")
    assert Account.objects.count() == 1


def test_a_guest_gets_a_password_by_signing_up_only() -> None:
    client = browser()
    call(client, "POST", "guests", {"display_name": "Gast"})
    answer = client.post("/accounts/password/set/", {"password1": PASSWORD, "password2": PASSWORD})
    assert answer.status_code == 403
    assert not Account.objects.get().has_usable_password()
