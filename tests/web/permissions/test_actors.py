"""Who acts is never taken from what is said: a body that names somebody else is refused, in every command."""

import json
from typing import Any

import pytest

from engine.canonical import canonical
from games.log.event_store import read_log
from tests.databases import same_everywhere
from tests.games.sample_tables import account, fold_of
from tests.web.permissions.asking import Request, request_of
from tests.web.permissions.matrix import INTERFACE
from tests.web.permissions.rows import METHODS, Row
from tests.web.permissions.world import World

pytestmark = pytest.mark.slow

NAMES = ("actor", "account", "by", "caller", "user", "player", "holder", "bot_seat", "is_staff", "is_system")
DOCUMENTS = ("api/v1/records", "api/v1/verify")
"""What takes the document of a game, in which other people are named."""


def commands() -> list[tuple[Row, str, str]]:
    """Every row and method that changes something, and somebody who may."""
    return [
        (row, method, sorted(row.may[method] - {"anonymous"})[0])
        for row in INTERFACE
        for method in METHODS
        if method != "GET" and row.may.get(method) and row.pattern not in DOCUMENTS
    ]


def naming(request: Request, name: str, value: Any) -> Request:
    """The same, naming somebody in its body."""
    return request._replace(body=json.dumps({**json.loads(request.body), name: value}))


@same_everywhere
def test_a_body_that_names_somebody_is_refused(world: World) -> None:
    bob = account("Bob")
    for row, method, role in commands():
        request, client = request_of(world, row, method), world.clients[role]
        for name in NAMES:
            response = naming(request, name, bob.pk).send(client)
            assert response.status_code == 400, (role, method, str(row), name, response.content)
            assert response.json()["code"] == "request/unknown-field"


@pytest.mark.parametrize(
    ("what", "field", "about"), [("actions", "action", "running seat-0"), ("rolls", "roll", "at-table")]
)
def test_an_action_is_its_callers_own_whoever_it_names(world: World, what: str, field: str, about: str) -> None:
    [row] = [row for row in INTERFACE if row.pattern.endswith(f"/{what}") and row.about == about]
    request, client, game = request_of(world, row, "POST"), world.clients["player"], world.games[row.words[0]]
    ada, bob = fold_of(game).seated
    said = json.loads(request.body)
    for name in NAMES:
        naming_bob = {**said, field: {**said[field], name: bob}}
        refused = client.post(request.path, json.dumps(naming_bob), content_type="application/json")
        assert (refused.status_code, refused.json()["code"]) == (400, "event/unknown-field"), name
    answer = client.post(request.path, request.body, content_type="application/json").json()
    event = read_log(game)[answer["seq"] - 1]
    assert event.entry.actor == ada
    assert str(bob) not in canonical(event.entry.data)
