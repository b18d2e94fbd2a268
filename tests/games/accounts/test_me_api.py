"""One's own account through the interface."""

from functools import partial

import pytest

from games.accounts.models import Account, BrowserSession, Token
from games.accounts.tokens import READ, SCOPES, make_token
from tests.games.accounts.browsers import PASSWORD, browser, call, log_in, person, who
from tests.games.accounts.test_guests import solo
from tests.games.clock.threads import failures, team
from tests.games.sample_tables import fold_of

pytestmark = pytest.mark.django_db


def test_people_see_and_change_themselves() -> None:
    client = browser(person("Ada", email="ada@example.org"))
    me = call(client, "GET", "me").json()
    assert (me["handle"], me["email"], me["is_staff"], me["has_second_factor"]) == (
        "ada",
        "ada@example.org",
        False,
        False,
    )
    changed = call(client, "PATCH", "me", {"display_name": "Ada L.", "time_zone": "Asia/Tokyo"})
    assert changed.status_code == 200
    assert (changed.json()["display_name"], changed.json()["time_zone"]) == ("Ada L.", "Asia/Tokyo")
    assert Account.objects.get().display_name == "Ada L."


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"time_zone": "Nowhere"}, 400, "account/time-zone"),
        ({"is_staff": True}, 400, "request/unknown-field"),
        ({"username": "x"}, 400, "request/unknown-field"),
        ([], 400, "body/no-object"),
    ],
)
def test_what_cannot_be_changed_is_refused(body: object, status: int, code: str) -> None:
    answer = call(browser(person("Ada")), "PATCH", "me", body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_nobody_has_no_account() -> None:
    for method, path in (("GET", "me"), ("PATCH", "me"), ("DELETE", "me"), ("GET", "me/export"), ("GET", "me/tokens")):
        assert call(browser(), method, path).status_code == 401, path


def test_a_browser_needs_its_token_against_forgery_to_change_anything() -> None:
    ada = person("Ada")
    client = type(browser())(enforce_csrf_checks=True)
    client.force_login(ada)
    for method, path in (("PATCH", "me"), ("DELETE", "me"), ("POST", "me/tokens")):
        assert call(client, method, path, {}).status_code == 403, path


def test_a_token_with_every_scope_changes_no_account() -> None:
    ada, bob = person("Ada"), person("Bob")
    _, secret = make_token(ada, "laptop", SCOPES, None)
    bearer = {"Authorization": f"Bearer {secret}"}
    assert call(browser(), "GET", "me", **bearer).json()["handle"] == "ada"
    for method, path, body in (
        ("PATCH", "me", {"language": "de"}),
        ("DELETE", "me", {"password": PASSWORD}),
        ("GET", "me/export", None),
        ("GET", "me/tokens", None),
        ("GET", "me/blocks", None),
        ("POST", "me/tokens", {"name": "x", "scopes": [READ]}),
        ("DELETE", "me/tokens/1", None),
        ("PUT", "players/bob/block", None),
        ("POST", "players/bob/reports", {"text": "Rude."}),
        ("POST", "players/bob/password-link", {}),
        ("GET", "reports", None),
        ("POST", "games/g-1/guests-here", {"display_name": "x", "seat": 0, "command_id": "c"}),
        ("POST", "games/g-1/hand-over", {"seat": 0}),
    ):
        assert call(browser(), method, path, body, **bearer).status_code == 403, path
    assert call(browser(), "POST", "guests", {"display_name": "x"}, **bearer).status_code == 409
    assert Account.objects.count() == 2
    assert bob.blocked_by.count() == 0


def test_tokens_are_made_listed_and_ended() -> None:
    client = browser(person("Ada"))
    said = {"name": "laptop", "scopes": ["play", "read"], "expires_at": "2999-01-31T12:00:00Z"}
    made = call(client, "POST", "me/tokens", said)
    assert made.status_code == 201
    token = made.json()
    assert token["scopes"] == ["read", "play"]
    assert call(browser(), "GET", "me", Authorization=f"Bearer {token['secret']}").status_code == 200
    [listed] = call(client, "GET", "me/tokens").json()
    assert listed == {name: token[name] for name in token if name != "secret"} | {
        "last_used_at": listed["last_used_at"]
    }
    assert call(client, "DELETE", f"me/tokens/{token['id']}").status_code == 204
    assert call(browser(), "GET", "me", Authorization=f"Bearer {token['secret']}").status_code == 401
    assert call(client, "DELETE", f"me/tokens/{token['id']}").status_code == 404
    assert call(client, "DELETE", f"me/tokens/{2**70}").status_code == 404


@pytest.mark.parametrize("ends", ["tomorrow", "2999-13-01T00:00:00Z", "2999-01-01T00:00:00", 7, "2001-01-01T00:00:00Z"])
def test_a_token_ends_at_a_time_to_come(ends: object) -> None:
    answer = call(browser(person("Ada")), "POST", "me/tokens", {"name": "x", "scopes": [READ], "expires_at": ends})
    assert answer.status_code == 400
    assert not Token.objects.exists()


def test_the_export_is_one_document() -> None:
    ada = person("Ada")
    game = solo(ada)
    found = call(browser(ada), "GET", "me/export")
    assert found.status_code == 200
    assert [entry["game"] for entry in found.json()["games"]] == [game]


def test_leaving_needs_the_password() -> None:
    ada = person("Ada")
    client = browser(ada)
    for body in (None, {}, {"password": "wrong"}, {"password": 7}, {"password": None}):
        answer = call(client, "DELETE", "me", body)
        assert (answer.status_code, answer.json()["code"]) == (403, "password/wrong")
    assert call(client, "DELETE", "me", {"password": PASSWORD}).status_code == 204
    assert not Account.objects.exists()
    assert not BrowserSession.objects.filter(account=ada.pk).exists()
    assert who(client) is None
    log_in(client, "ada")
    assert who(client) is None


def test_the_password_is_not_guessed_here_either() -> None:
    client = browser(person("Ada"))
    answers = [call(client, "DELETE", "me", {"password": "wrong"}).status_code for _ in range(6)]
    assert answers == [403] * 5 + [429]
    assert call(client, "DELETE", "me", {"password": PASSWORD}).status_code == 429


def test_a_guest_leaves_without_a_password_and_resigns() -> None:
    client = browser()
    call(client, "POST", "guests", {"display_name": "Gast"})
    game = solo(Account.objects.get())
    assert call(client, "DELETE", "me").status_code == 204
    assert not Account.objects.exists()
    assert fold_of(game).is_over


def test_the_only_owner_stays() -> None:
    client = browser(person("Olga", is_superuser=True, is_staff=True))
    answer = call(client, "DELETE", "me", {"password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (409, "account/last-owner")
    assert who(client) == "olga"


@pytest.mark.django_db(transaction=True)
def test_an_account_that_is_erased_from_two_browsers_at_once_is_erased() -> None:
    ada = person("Ada")
    erasing = [partial(call, browser(ada), "DELETE", "me", {"password": PASSWORD}) for _ in range(2)]
    with team(2) as threads:
        answers = threads.at_once(*erasing)
    assert failures(answers) == []
    statuses = [answer.status_code for answer in answers]
    assert 204 in statuses
    assert max(statuses) < 500
    assert not Account.objects.filter(pk=ada.pk).exists()


@pytest.mark.parametrize(
    "moment", ["9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+23:59", "2030-02-30T00:00:00Z", 7]
)
def test_a_time_that_there_is_not_is_refused(moment: object) -> None:
    body = {"name": "a program", "scopes": ["read"], "expires_at": moment}
    answer = call(browser(person("Ada")), "POST", "me/tokens", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "token/expires-at")
