"""Nobody keeps anybody else out by wrong passwords, and nobody guesses without end."""

from datetime import UTC, datetime, timedelta
from unittest.mock import patch

import pytest
import time_machine
from django.test import Client

from games.models import Account
from tests.web.accounts.browsers import PASSWORD, browser, person, who
from tests.web.markup import page_of

pytestmark = pytest.mark.django_db

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


def test_wrong_passwords_of_strangers_do_not_keep_the_right_one_out() -> None:
    person("Ada", email="ada@example.org")
    with time_machine.travel(NOON, tick=False):
        assert guesses(7, ELSEWHERE) == ["wrong"] * 5 + ["too many"] * 2
        assert attempt(browser(), "ada", PASSWORD, HERE) == "in"
        assert attempt(browser(), "ada@example.org", PASSWORD, ELSEWHERE) == "too many", "under either name"


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


def test_a_device_known_for_an_account_with_the_same_address_tries_no_more_than_a_stranger() -> None:
    person("Ada", email="ada@example.org")
    person("Mallory", email="ada@example.org")
    with time_machine.travel(NOON, tick=False):
        said = []
        for _ in range(3):
            own = browser()
            assert attempt(own, "mallory", PASSWORD, ELSEWHERE) == "in"
            own.post("/accounts/logout/")
            said += guesses(5, ELSEWHERE, "ada@example.org", own)
        assert said == ["wrong"] * 5 + ["too many"] * 10


def test_a_known_address_takes_as_many_hashes_as_an_unknown_one() -> None:
    person("Ada", email="ada@example.org")
    hashed = {}
    for login in ("ada", "nobody", "ada@example.org", "nobody@example.org"):
        spies = [patch.object(Account, name, autospec=True) for name in ("check_password", "set_password")]
        with spies[0] as checked, spies[1] as made:
            checked.return_value = False
            attempt(browser(), login, "guess", HERE)
            hashed[login] = checked.call_count + made.call_count
    assert set(hashed.values()) == {1}, hashed
