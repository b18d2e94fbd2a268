"""Bodies that nobody can mean: refused at once at every address that may change something, and nothing is stored."""

import json
from typing import Any

import pytest
from django.apps import apps

from tests.databases import same_everywhere
from tests.web.api.calls import refusal
from tests.web.api.documented import Operation, address, changes
from tests.web.api.roles import Cast

JSON = "application/json"
WRONG: dict[str, tuple[bytes, str]] = {
    "huge": (b'{"command_id": "' + b"x" * 2_100_000 + b'"}', JSON),
    "nested": (b'{"a": ' + b"[" * 25_000 + b"]" * 25_000 + b"}", JSON),
    "nested a little": (b'{"a": ' + b"[" * 31 + b"]" * 31 + b"}", JSON),
    "not UTF-8": (b'{"command_id": "\xff"}', JSON),
    "UTF-16": ('{"command_id": "c"}'.encode("utf-16"), JSON),
    "a float": (b'{"a": 1.5}', JSON),
    "a float that is whole": (b'{"a": 1.0}', JSON),
    "a huge number": (b'{"a": 9007199254740993}', JSON),
    "a number of many digits": (b'{"a": ' + b"9" * 5000 + b"}", JSON),
    "NaN": (b'{"a": NaN}', JSON),
    "infinity": (b'{"a": -Infinity}', JSON),
    "infinity in disguise": (b'{"a": 1e999}', JSON),
    "half a character": (b'{"a": "\\ud800"}', JSON),
    "a key twice": (b'{"command_id": "a", "command_id": "b"}', JSON),
    "no ASCII key": ('{"ü": 1}'.encode(), JSON),
    "broken": (b'{"a": ', JSON),
    "a list": (b"[]", JSON),
    "a text": (b'"start"', JSON),
    "a number": (b"1", JSON),
    "null": (b"null", JSON),
    "plain text": (b'{"command_id": "c"}', "text/plain"),
    "no type": (b'{"command_id": "c"}', ""),
    "a form": (b"command_id=c", "application/x-www-form-urlencoded"),
    "a form in parts": (
        b'--b\r\nContent-Disposition: form-data; name="command_id"\r\n\r\nc\r\n--b--\r\n',
        "multipart/form-data; boundary=b",
    ),
    "XML": (b"<command_id>c</command_id>", "application/xml"),
}


def rows() -> dict[str, int]:
    """How many rows each table has."""
    return {model._meta.label: model._default_manager.count() for model in apps.get_models() if model._meta.managed}


@same_everywhere
@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("operation", changes(), ids=str)
def test_a_body_that_nobody_can_mean_is_refused_and_stores_nothing(cast: Cast, operation: Operation) -> None:
    client, url = cast.client("player"), address(operation, cast)
    client.get("/api/v1/me")
    before, state = rows(), json.dumps(_account(cast), default=str)
    for name, (body, content_type) in WRONG.items():
        response = client.generic(operation.method.upper(), url, body, content_type=content_type)
        status, code = refusal(response)
        assert 400 <= status < 500, name
        expected = {"huge": 413, "plain text": 415, "a form": 415, "a form in parts": 415, "XML": 415, "no type": 415}
        assert status == expected.get(name, 400), (name, code)
    assert rows() == before
    assert json.dumps(_account(cast), default=str) == state


def _account(cast: Cast) -> dict[str, Any]:
    player = cast.roles["player"].account
    assert player is not None
    player.refresh_from_db()
    return {field.name: getattr(player, field.name) for field in player._meta.fields}


def test_every_address_that_may_change_something_is_tried() -> None:
    assert {"POST /api/v1/games/{game_id}/actions", "DELETE /api/v1/me"} <= {str(operation) for operation in changes()}
