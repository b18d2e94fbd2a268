"""The page of tokens."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts.guests import make_guest
from games.accounts.models import Token
from games.accounts.tokens import READ, find_token, make_token
from tests.games.accounts.browsers import browser, person
from tests.web.markup import page_of

pytestmark = pytest.mark.django_db


def make(client: Client, **said: object) -> str:
    form = {"name": "laptop", "scopes": ["read", "play"], "last_day": "", **said}
    answer = client.post("/settings/tokens/", form, follow=True)
    assert answer.status_code == 200
    assert "no-store" in answer.headers["Cache-Control"]
    return secret_on(answer.content.decode())


def secret_on(page: str) -> str:
    found = re.search(r"brikks_[\w-]{43}", page)
    return found[0] if found else ""


def test_the_secret_of_a_new_token_is_shown_once() -> None:
    client = browser(person("Ada"))
    secret = make(client)
    token = find_token(secret)
    assert token is not None
    assert (token.name, token.scopes, token.expires_at) == ("laptop", "read play", None)
    later = client.get("/settings/tokens/").content.decode()
    assert "laptop" in later
    assert secret not in later


def test_a_page_that_is_loaded_again_makes_no_second_token() -> None:
    client = browser(person("Ada"))
    made = client.post("/settings/tokens/", {"name": "laptop", "scopes": ["read"]})
    assert (made.status_code, made.headers["Location"]) == (302, "/settings/tokens/")
    cookie = made.cookies["new-token"]
    assert (cookie["path"], cookie["max-age"]) == ("/settings/tokens/", 60)
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Strict")
    first, again = (secret_on(client.get("/settings/tokens/").content.decode()) for _ in range(2))
    assert find_token(first)
    assert not again
    assert Token.objects.count() == 1


def test_the_secret_is_shown_to_nobody_else_who_logs_in_there() -> None:
    client = browser(person("Ada"))
    client.post("/settings/tokens/", {"name": "laptop", "scopes": ["read"]})
    client.force_login(person("Eve"))
    assert not secret_on(client.get("/settings/tokens/").content.decode())


def test_the_last_day_is_a_whole_day_where_the_owner_is() -> None:
    client = browser(person("Ada", time_zone="Asia/Tokyo"))
    day = timezone.now().date() + timedelta(days=30)
    token = find_token(make(client, last_day=day.isoformat()))
    assert token is not None
    assert token.expires_at is not None
    assert token.expires_at.isoformat() == f"{day.isoformat()}T14:59:59+00:00"


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"scopes": []},
        {"scopes": ["all"]},
        {"last_day": "2020-01-01"},
        {"last_day": "soon"},
        {"last_day": "9999-12-31"},
    ],
)
def test_what_cannot_be_is_told_and_makes_none(wrong: dict[str, object]) -> None:
    client = browser(person("Ada"))
    assert make(client, **wrong) == ""
    assert not Token.objects.exists()
    answer = client.post("/settings/tokens/", {"name": "laptop", "scopes": ["read"], **wrong})
    assert 'class="errors"' in answer.content.decode()


def test_a_token_can_be_ended_by_its_owner_alone() -> None:
    ada, eve = person("Ada"), person("Eve")
    token, secret = make_token(ada, "laptop", [READ], None)
    assert browser(eve).post(f"/settings/tokens/{token.pk}/end/").status_code == 404
    assert find_token(secret)
    answer = browser(ada).post(f"/settings/tokens/{token.pk}/end/", follow=True)
    assert "The token has ended." in page_of(answer).text
    assert not Token.objects.exists()


def test_guests_are_asked_to_sign_up() -> None:
    client = browser(make_guest("Gwen"))
    page = page_of(client.get("/settings/tokens/"))
    assert "Guests have no tokens." in page.text
    assert make(client) == ""
    assert not Token.objects.exists()
