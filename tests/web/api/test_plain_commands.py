"""A program's command in its plainest form is answered as any other: what it gets, and in what words it is refused."""

import json
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.accounts.models import Account, Token
from games.play.api.commands import fast_path_holder
from tests.games.tables import choose, command, fold_of
from tests.web.api.calls import ROOT
from tests.web.api.roles import Cast

pytestmark = pytest.mark.django_db

HEADERS = ("Allow", "Content-Type", "WWW-Authenticate", "Retry-After", "Content-Language")


def send(client: Client, path: str, body: bytes, is_plain: bool) -> Any:
    """A body, plainly or with a parameter that changes nothing but makes it unusual."""
    return client.post(f"{ROOT}{path}{'' if is_plain else '?format=json'}", body, content_type="application/json")


def told(response: Any) -> Any:
    return response.status_code, response.json(), {name: response.headers.get(name) for name in HEADERS}


def bodies(cast: Cast) -> list[bytes]:
    """What may be sent; nothing of it can be done."""
    fold = fold_of(cast.running)
    good = {"command_id": command(), "action": choose(fold, 1), "answers": fold.asked - 1}
    odd: list[Any] = [good, {**good, "actor": "system"}, {"action": good["action"]}, [], {**good, "command_id": "!"}]
    return [*(json.dumps(one).encode() for one in odd), b"{", b"", b"\xff", b'{"a": 1.5}', b"{}" + b" " * 70_000]


@pytest.mark.parametrize("role", ["token-read", "token-play", "token-organise", "token-all"])
@pytest.mark.parametrize("verb", ["actions", "start", "adjudication"])
def test_every_refusal_is_that_of_the_framework(cast: Cast, role: str, verb: str) -> None:
    client = cast.client(role)
    for body in bodies(cast):
        path = f"/games/{cast.running}/{verb}"
        assert told(send(client, path, body, True)) == told(send(client, path, body, False)), body[:80]


def test_a_token_that_is_none_is_refused_alike(cast: Cast) -> None:
    client = Client(headers={"Authorization": "Bearer brikks_nothing"})
    path = f"/games/{cast.running}/start"
    plain, other = (told(send(client, path, b"{}", is_plain)) for is_plain in (True, False))
    assert plain == other
    assert plain[0] == 401


def test_the_same_command_again_gets_the_same_answer_either_way(cast: Cast) -> None:
    program, body = cast.client("token-play"), json.dumps({"command_id": command()}).encode()
    path = f"/games/{cast.open}/join"
    first = told(send(program, path, body, True))
    assert first[0] == 200
    assert told(send(program, path, body, False)) == first


def test_only_what_is_plain_takes_the_short_way(rf: Any) -> None:
    usual = {"content_type": "application/json", "HTTP_AUTHORIZATION": "Bearer brikks_nothing"}
    for path, changes in (
        ("/?format=json", {}),
        ("/", {"HTTP_ACCEPT": "text/html"}),
        ("/", {"content_type": "text/plain"}),
        ("/", {"HTTP_AUTHORIZATION": "Basic eHh4"}),
    ):
        # Nobody asks the database about such a request here: it would be asked again by the framework.
        assert fast_path_holder(rf.post(path, b"{}", **{**usual, **changes}), "play") is None


def act(cast: Cast, client: Client) -> Any:
    """A move that cannot be made, by whoever holds a token."""
    fold = fold_of(cast.running)
    body = {"command_id": command(), "action": choose(fold, 0), "answers": fold.asked - 1}
    return send(client, f"/games/{cast.running}/actions", json.dumps(body).encode(), True)


def known(cast: Cast) -> Client:
    """A program whose token this process remembers, once it has been noted that the token is used."""
    client = cast.client("token-play")
    assert [act(cast, client).status_code for _ in range(3)] == [409, 409, 409]
    return client


def secret_of(client: Client) -> str:
    return str(client.defaults["HTTP_AUTHORIZATION"]).removeprefix("Bearer ")


def stored(client: Client) -> Token:
    return Token.objects.get(digest=sha256(secret_of(client).encode()).hexdigest())


def test_a_remembered_token_is_asked_for_only_once_the_game_is_locked(cast: Cast) -> None:
    client = known(cast)
    with CaptureQueriesContext(connection) as asked:
        act(cast, client)
    locking = next(number for number, query in enumerate(asked) if "games_game " in query["sql"])
    assert not any(Token._meta.db_table in query["sql"] for query in asked.captured_queries[:locking])
    assert any(Token._meta.db_table in query["sql"] for query in asked.captured_queries[locking:])


@pytest.mark.parametrize(
    "change",
    [
        lambda token: token.delete(),
        lambda token: Account.objects.filter(pk=token.account_id).update(is_active=False),
        lambda token: Token.objects.filter(pk=token.pk).update(expires_at=timezone.now() - timedelta(days=1)),
    ],
    ids=["deleted", "account closed", "ended"],
)
def test_a_remembered_token_that_is_over_is_refused_at_once(cast: Cast, change: Callable[[Token], Any]) -> None:
    client = known(cast)
    change(stored(client))
    assert act(cast, client).status_code == 401
    malformed = send(client, f"/games/{cast.running}/actions", b"{", True)
    assert malformed.status_code == 401


def test_a_remembered_token_with_other_scopes_is_held_to_them(cast: Cast) -> None:
    client = known(cast)
    Token.objects.filter(pk=stored(client).pk).update(scopes="read")
    assert act(cast, client).status_code == 403


def test_what_changes_nothing_about_a_token_changes_nothing_for_its_program(cast: Cast) -> None:
    client = known(cast)
    Account.objects.update(language="de")
    assert act(cast, client).status_code == 409
