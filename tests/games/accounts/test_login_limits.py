"""Nobody keeps anybody else out by wrong passwords, and nobody guesses without end."""

from datetime import UTC, datetime, timedelta
from unittest.mock import patch

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import signing
from django.test import Client
from pytest_django.fixtures import Settings

from games.accounts.login_limits import COOKIE, MOST
from games.accounts.models import Account
from tests.games.accounts.browsers import PASSWORD, browser, person, sign_up, who
from tests.web.markup import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

HERE, ELSEWHERE = "192.0.2.1", "198.51.100.7"
NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)


def attempt(client: Client, login: str, password: str, address: str) -> str:
    """What somebody gets who tries a password from a network address: in, wrong, or too many."""
    answer = client.post("/accounts/login/", {"login": login, "password": password}, REMOTE_ADDR=address)
    if answer.status_code == 302:
        return "in"
    return "too many" if "Too many" in page_of(answer).text else "wrong"


def guesses(many: int, address: str, login: str = "ada", client: Client | None = None) -> list[str]:
    return [attempt(client or browser(), login, f"guess {number}", address) for number in range(many)]


def confirmed(account: Account, address: str) -> None:
    """Let somebody have shown that an address is theirs."""
    EmailAddress.objects.create(user=account, email=address, verified=True, primary=True)


def test_wrong_passwords_of_strangers_do_not_keep_the_right_one_out() -> None:
    person("Ada")
    with time_machine.travel(NOON, tick=False):
        assert guesses(7, ELSEWHERE) == ["wrong"] * 5 + ["too many"] * 2
        assert attempt(browser(), "ada", PASSWORD, HERE) == "in"
        assert attempt(browser(), "ADA", PASSWORD, ELSEWHERE) == "too many", "however it is written"


def test_guesses_at_a_name_do_not_tell_which_address_belongs_to_it() -> None:
    confirmed(person("Ada"), "ada@example.org")
    with time_machine.travel(NOON, tick=False) as clock:
        for number in range(10):
            guesses(5, f"203.0.113.{number}")
        assert guesses(2, ELSEWHERE) == ["wrong", "too many"], "by name it is slowed"
        clock.shift(timedelta(minutes=2))
        found = [guesses(6, f"198.51.100.{at}", who) for at, who in enumerate(("ada@example.org", "new@example.org"))]
        assert found == [["wrong"] * 5 + ["too many"]] * 2
        assert guesses(1, ELSEWHERE, "ada@example.org") == guesses(1, ELSEWHERE, "new@example.org") == ["wrong"]
        clock.shift(timedelta(minutes=6))
        assert attempt(browser(), "Ada@Example.org", PASSWORD, ELSEWHERE) == "in"


def test_after_many_failures_from_everywhere_each_address_has_one_attempt_and_the_right_password_needs_one() -> None:
    person("Ada")
    with time_machine.travel(NOON, tick=False) as clock:
        for number in range(10):
            assert guesses(5, f"203.0.113.{number}") == ["wrong"] * 5
        assert guesses(2, "203.0.113.99") == ["wrong", "too many"]
        assert attempt(browser(), "ada", PASSWORD, HERE) == "in"
        clock.shift(timedelta(minutes=6))
        assert guesses(2, "203.0.113.99") == ["wrong", "too many"], "twelve an hour"


def test_a_device_on_which_an_account_has_logged_in_is_not_shut_out_by_its_own_network() -> None:
    person("Ada")
    known = browser()
    with time_machine.travel(NOON, tick=False) as clock:
        assert attempt(known, "ada", PASSWORD, HERE) == "in"
        known.post("/accounts/logout/")
        clock.shift(timedelta(minutes=2))
        assert set(guesses(40, HERE)) == {"wrong", "too many"}
        assert attempt(browser(), "ada", PASSWORD, HERE) == "too many", "a stranger's device there"
        assert attempt(known, "ada", PASSWORD, HERE) == "in"


def test_a_device_is_known_for_its_own_accounts_only_and_guesses_no_more_than_others() -> None:
    person("Ada")
    person("Bob")
    known = browser()
    with time_machine.travel(NOON, tick=False) as clock:
        attempt(known, "bob", PASSWORD, HERE)
        known.post("/accounts/logout/")
        assert guesses(6, HERE, "ada", known) == ["wrong"] * 5 + ["too many"]
        clock.shift(timedelta(minutes=2))
        assert guesses(6, HERE, "bob", known) == ["wrong"] * 5 + ["too many"]


@pytest.mark.parametrize("forged", ["", "nonsense", "e30:1:2"])
def test_a_cookie_that_the_site_has_not_made_is_none(forged: str) -> None:
    person("Ada")
    client = browser()
    client.cookies["known-device"] = forged
    with time_machine.travel(NOON, tick=False):
        assert guesses(6, HERE, client=client) == ["wrong"] * 5 + ["too many"]


def test_one_address_tries_ten_a_minute_whatever_the_names() -> None:
    with time_machine.travel(NOON, tick=False):
        found = [attempt(browser(), f"somebody-{number}", "x", HERE) for number in range(12)]
    assert found == ["wrong"] * 10 + ["too many"] * 2


def test_all_addresses_of_somebody_with_ipv6_count_as_one_and_nobody_gets_others_by_saying_so() -> None:
    person("Ada")
    with time_machine.travel(NOON, tick=False):
        found = [attempt(browser(), "ada", "guess", f"2001:db8:1:2::{number:x}") for number in range(1, 8)]
        assert found == ["wrong"] * 5 + ["too many"] * 2
        assert attempt(browser(), "ada", PASSWORD, "2001:db8:1:3::1") == "in"
        forged = [Client(headers={"x-forwarded-for": f"192.0.2.{number}"}) for number in range(7)]
        assert guesses(5, ELSEWHERE) == ["wrong"] * 5
        assert {attempt(one, "ada", "guess", ELSEWHERE) for one in forged} == {"too many"}


def test_the_right_password_is_not_counted_but_neither_tried_without_end() -> None:
    person("Ada")
    with time_machine.travel(NOON, tick=False):
        found = [attempt(browser(), "ada", PASSWORD, HERE) for _ in range(31)]
    assert found == ["in"] * 30 + ["too many"]


def test_the_cookie_tells_nobody_anything_and_is_kept_from_scripts() -> None:
    ada = person("Ada")
    client = browser()
    attempt(client, "ada", PASSWORD, HERE)
    cookie = client.cookies["known-device"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert who(client) == "ada"
    client.cookies.pop("sessionid")
    assert who(client) is None
    assert Account.objects.get() == ada


def hashes(path: str, said: dict[str, str], client: Client) -> int:
    """How many passwords are hashed for a wrong one, which is what somebody with a watch measures."""
    spies = [patch.object(Account, name, autospec=True) for name in ("check_password", "set_password")]
    with spies[0] as checked, spies[1] as made:
        checked.return_value = False
        client.post(path, said)
        return checked.call_count + made.call_count


def test_a_known_address_takes_as_many_hashes_as_an_unknown_one() -> None:
    confirmed(person("Ada"), "ada@example.org")
    for name, address in (("Bob", "bob"), ("Mallory", "bob"), ("Mal", "ada"), ("Mo", "new")):
        person(name, email=f"{address}@example.org")
    logins = ("ada", "nobody", *(f"{name}@example.org" for name in ("ada", "bob", "new", "nobody")))
    found = {one: hashes("/accounts/login/", {"login": one, "password": "guess"}, browser()) for one in logins}
    assert set(found.values()) == {1}, found


@pytest.mark.parametrize("address", ["ada@example.org", "bob@example.org", "nobody@example.org"])
def test_whoever_signs_up_with_an_address_cannot_tell_whether_somebody_else_has_it(address: str) -> None:
    confirmed(person("Ada", password="another horse battery"), "ada@example.org")
    person("Bob", email="bob@example.org", password="another horse battery")
    own = browser()
    sign_up(own, "mallory", email=address)
    assert hashes("/accounts/reauthenticate/", {"password": "guess"}, own) == 1
    assert own.post("/accounts/reauthenticate/", {"password": PASSWORD}).status_code == 302
    with time_machine.travel(NOON, tick=False):
        assert attempt(browser(), address, "guess", HERE) == "wrong"
        assert attempt(browser(), address, PASSWORD, HERE) == "wrong", "also where nobody else has it"


@pytest.mark.parametrize("verification", ["none", "optional"])
def test_an_address_that_is_added_later_tells_as_little(settings: Settings, verification: str) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = verification
    confirmed(person("Ada"), "ada@example.org")
    said = []
    for name, address in (("Mallory", "ada@example.org"), ("Malvina", "new@example.org")):
        own = browser()
        sign_up(own, name)
        own.post("/accounts/reauthenticate/", {"password": PASSWORD})
        answer = own.post("/accounts/email/", {"action_add": "", "email": address}, follow=True)
        text = page_of(answer).text.replace(address, "?").replace(name, "?").replace(name.lower(), "?")
        said.append((answer.redirect_chain, text))
    assert said[0] == said[1]
    assert EmailAddress.objects.filter(verified=False).count() == 2


def test_of_the_accounts_of_a_device_the_one_that_was_not_used_for_longest_is_forgotten() -> None:
    people = [person(f"player{number}") for number in range(MOST + 1)]
    device = browser()
    for somebody in (*people[:MOST], people[0], people[MOST]):
        attempt(device, somebody.username, PASSWORD, HERE)
        device.post("/accounts/logout/")
    known = signing.loads(device.cookies[COOKIE].value, salt=COOKIE)
    assert list(known) == [str(somebody.pk) for somebody in (*people[2:MOST], people[0], people[MOST])]
