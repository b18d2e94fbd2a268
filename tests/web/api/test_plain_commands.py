"""A program's command in its plainest form is answered as any other: what it gets, and in what words it is refused."""

import json
from typing import Any

import pytest
from django.test import Client

from games.api.plainly import plain_token
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
        assert plain_token(rf.post(path, b"{}", **{**usual, **changes}), "play") is None
