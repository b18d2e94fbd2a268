"""What a program's command passes before it is carried out, and in this order: token, scope, body, pace."""

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from brikks_site.interface import RATES
from games.accounts.models import Account, Token
from tests.games.tables import choose, command, fold_of
from tests.web.accounts.browsers import forget_attempts
from tests.web.api.calls import ROOT, order, refusal
from tests.web.api.roles import Cast

pytestmark = pytest.mark.django_db

HEADERS = ("Allow", "Content-Type", "WWW-Authenticate", "Retry-After", "Content-Language")
VERBS = ("actions", "start", "adjudication")


def send(client: Client, path: str, body: bytes, query: str = "") -> Any:
    return client.post(f"{ROOT}{path}{query}", body, content_type="application/json")


def told(response: Any) -> Any:
    return response.status_code, response.json(), {name: response.headers.get(name) for name in HEADERS}


UNREADABLE = {
    "broken": (b"{", (400, "json/invalid")),
    "a list": (b"[]", (400, "body/no-object")),
    "not UTF-8": (b"\xff", (400, "body/not-utf-8")),
    "a float": (b'{"a": 1.5}', (400, "json/value")),
    "too long": (b"{}" + b" " * 70_000, (413, "body/too-long")),
}
"""Bodies that no command can be read from, and how they are refused."""


def incomplete(cast: Cast) -> dict[str, tuple[bytes, tuple[int, str]]]:
    """Bodies that are read and not understood."""
    good = move_by(cast, 1)
    said = {
        "empty": ({}, (400, "request/missing-field")),
        "a field too many": ({**good, "actor": "system"}, (400, "request/unknown-field")),
        "without an id": ({"action": good["action"]}, (400, "request/missing-field")),
        "an id that is none": ({**good, "command_id": "!"}, (400, "command/id")),
    }
    return {name: (json.dumps(body).encode(), expected) for name, (body, expected) in said.items()}


def move_by(cast: Cast, seat: int) -> dict[str, Any]:
    """A move of a seat in the running game; that of Bob's is not for Ada's programs to make."""
    fold = fold_of(cast.running)
    return {"command_id": command(), "action": choose(fold, seat), "answers": fold.asked - 1}


def test_a_move_for_somebody_else_is_refused_by_the_service(cast: Cast) -> None:
    body = json.dumps(move_by(cast, 1)).encode()
    assert refusal(send(cast.client("token-play"), f"/games/{cast.running}/actions", body)) == (403, "seat/not-yours")


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("words", ["Bearer brikks_nothing", "bearer brikks_nothing", "Bearer", "Bearer a b"])
def test_a_token_that_is_none_is_refused_before_its_command_is_read(cast: Cast, verb: str, words: str) -> None:
    client = Client(headers={"Authorization": words})
    for body in (b"{}", *(body for body, _ in UNREADABLE.values())):
        response = send(client, f"/games/{cast.running}/{verb}", body)
        assert refusal(response) == (401, "request/who")
        assert response.headers["WWW-Authenticate"] == "Bearer"
        assert response.headers["Allow"] == "POST, OPTIONS"


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("role", ["token-read", "token-play", "token-organise", "token-all"])
def test_a_scope_that_does_not_reach_is_refused_before_the_body_is_read(cast: Cast, role: str, verb: str) -> None:
    needed = "organise" if verb == "adjudication" else "play"
    client, path = cast.client(role), f"/games/{cast.running}/{verb}"
    for name, (body, expected) in UNREADABLE.items():
        forbidden = (403, "request/forbidden")
        reaches = role == "token-all" or role == f"token-{needed}"
        assert refusal(send(client, path, body)) == (expected if reaches else forbidden), name


def test_a_body_that_is_not_understood_is_refused_with_what_is_wrong(cast: Cast) -> None:
    client, path = cast.client("token-play"), f"/games/{cast.running}/actions"
    for name, (body, expected) in incomplete(cast).items():
        assert refusal(send(client, path, body)) == expected, name


def test_a_query_changes_nothing_about_a_refusal(cast: Cast) -> None:
    client, path = cast.client("token-play"), f"/games/{cast.running}/actions"
    for body, _ in (*UNREADABLE.values(), *incomplete(cast).values()):
        assert told(send(client, path, body)) == told(send(client, path, body, "?format=json")), body[:80]


@pytest.fixture
def two_a_day(settings: LazySettings) -> Iterator[None]:
    """Nobody may give more than two commands."""
    forget_attempts()
    rates = {**dict.fromkeys(RATES), "commands": "2/d"}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}
    yield
    forget_attempts()


@pytest.mark.usefixtures("two_a_day")
def test_the_pace_is_asked_for_last_and_counts_only_what_got_so_far(cast: Cast) -> None:
    client, path = cast.client("token-play"), f"/games/{cast.open}/join"
    for _ in range(3):
        assert send(client, path, b"{").status_code == 400
        assert send(cast.client("token-read"), path, b"{}").status_code == 403
    assert [order(client, path).status_code for _ in range(2)] == [200, 200]
    late = order(client, path)
    assert refusal(late) == (429, "request/too-many")
    assert int(late.headers["Retry-After"]) > 0
    assert send(client, path, b"{").status_code == 400
    assert send(cast.client("token-read"), path, b"{}").status_code == 403
    assert send(Client(headers={"Authorization": "Bearer brikks_nothing"}), path, b"{}").status_code == 401


def test_the_same_command_again_gets_the_same_answer(cast: Cast) -> None:
    program, body = cast.client("token-play"), json.dumps({"command_id": command()}).encode()
    path = f"/games/{cast.open}/join"
    first = told(send(program, path, body))
    assert first[0] == 200
    assert told(send(program, path, body)) == told(send(program, path, body, "?format=json")) == first


def act(cast: Cast, client: Client) -> Any:
    """A move that cannot be made, by whoever holds a token."""
    return send(client, f"/games/{cast.running}/actions", json.dumps(move_by(cast, 0)).encode())


def used(cast: Cast) -> Client:
    """A program that has used its token before, in this very process."""
    client = cast.client("token-play")
    assert [act(cast, client).status_code for _ in range(3)] == [409, 409, 409]
    return client


def secret_of(client: Client) -> str:
    return str(client.defaults["HTTP_AUTHORIZATION"]).removeprefix("Bearer ")


def stored(client: Client) -> Token:
    return Token.objects.get(digest=sha256(secret_of(client).encode()).hexdigest())


def test_a_token_is_looked_up_with_every_command_before_its_game_is(cast: Cast) -> None:
    client, body = used(cast), json.dumps(move_by(cast, 0)).encode()
    with CaptureQueriesContext(connection) as asked:
        send(client, f"/games/{cast.running}/actions", body)
    tables = (f'"{Token._meta.db_table}"', "FROM games_game ")
    looking, locking = (next(n for n, query in enumerate(asked) if table in query["sql"]) for table in tables)
    assert looking < locking


@pytest.mark.parametrize(
    "change",
    [
        lambda token: token.delete(),
        lambda token: Account.objects.filter(pk=token.account_id).update(is_active=False),
        lambda token: Token.objects.filter(pk=token.pk).update(expires_at=timezone.now() - timedelta(days=1)),
    ],
    ids=["deleted", "account closed", "ended"],
)
def test_a_token_that_is_over_is_refused_at_once(cast: Cast, change: Callable[[Token], Any]) -> None:
    client = used(cast)
    change(stored(client))
    assert act(cast, client).status_code == 401
    malformed = send(client, f"/games/{cast.running}/actions", b"{")
    assert malformed.status_code == 401


def test_a_token_with_other_scopes_is_held_to_them(cast: Cast) -> None:
    client = used(cast)
    Token.objects.filter(pk=stored(client).pk).update(scopes="read")
    assert act(cast, client).status_code == 403


def test_what_changes_nothing_about_a_token_changes_nothing_for_its_program(cast: Cast) -> None:
    client = used(cast)
    Account.objects.update(language="de")
    assert act(cast, client).status_code == 409
