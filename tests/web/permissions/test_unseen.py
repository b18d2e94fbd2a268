"""What must stay hidden answers 404, in the very words in which it answers for what does not exist."""

from typing import Any

import pytest

from tests.web.permissions.rows import METHODS
from tests.web.permissions.unseen import Unseen, unseen_things
from tests.web.permissions.world import World

pytestmark = pytest.mark.slow

CHANGING = ("X-Request-ID", "Set-Cookie")
"""Headers that are different every time."""


def told(response: Any, name: str) -> tuple[int, str, dict[str, str]]:
    """All that an answer says, apart from the name that was asked for."""
    headers = {key: value for key, value in response.headers.items() if key not in CHANGING}
    text = response.content.decode() if not response.streaming else "a stream"
    return response.status_code, text.replace(name, "…"), {**headers, "Content-Length": ""}


def differences(world: World, thing: Unseen) -> list[str]:
    """Where somebody who may not know of a thing is told something else than about what does not exist."""
    found = []
    for method in (method for method in METHODS if method in thing.row.may):
        real, unreal = thing.requests(world, method)
        for role in sorted(thing.roles - thing.row.may[method]):
            client = world.clients[role]
            there = told(real.send(client), thing.there)
            not_there = told(unreal.send(client), thing.not_there)
            if there != not_there or there[0] not in (401, 403, 404):
                found.append(f"{method} {thing.row}: {role} is told {there[:2]} instead of {not_there[:2]}")
    return found


def test_it_is_as_if_it_were_not_there(world: World) -> None:
    things = unseen_things(world)
    assert {thing.there for thing in things} >= {world.games[name] for name in ("private", "hidden", "shared", "run")}
    found = [line for thing in things for line in differences(world, thing)]
    assert not found, "\n".join(found)


def test_whoever_gets_so_far_is_answered_404_and_not_403(world: World) -> None:
    for thing in unseen_things(world):
        for role in thing.roles & {"stranger", "other-organiser"}:
            for method in (method for method, roles in thing.row.may.items() if role not in roles):
                response = thing.requests(world, method)[0].send(world.clients[role])
                assert response.status_code == 404, (role, method, str(thing.row), response.content)
