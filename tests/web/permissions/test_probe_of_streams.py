"""No stream tells anything before its time: the first messages of each, as every role, from a real web server."""

import sys
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.log.models import Game
from tests.games.chaos.site import Site
from tests.games.live.server.conftest import shared_site, site
from tests.games.live.server.listeners import NDJSON, SSE, Listener, stream_of
from tests.web.api.roles import ROLES
from tests.web.permissions.kept import secrets_of
from tests.web.permissions.spying import Answer, found_in
from tests.web.permissions.world import World, make_world

__all__ = ["shared_site", "site"]

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(sys.platform != "linux", reason="Processes are looked at through /proc, which only Linux has."),
    pytest.mark.slow,
]

GAMES = ("running", "private", "at-table", "hidden", "shared", "run", "other-run")


def headers_of(world: World, role: str) -> dict[str, str]:
    """By what a role is known to a web server."""
    client: Client = world.clients[role]
    name = settings.SESSION_COOKIE_NAME
    cookie = {"Cookie": f"{name}={client.cookies[name].value}"} if name in client.cookies else {}
    return {**world.cast.roles[role].headers, **cookie}


def heard(site: Site, path: str, headers: dict[str, str], form: str, number: int) -> str:
    """The first so many messages of a stream with its headers, or why there is none."""
    with Listener(site.port, path, headers, accept=form) as listener:
        head = str(listener.response.headers)
        if listener.status != 200:
            return head + listener.response.read().decode()
        lines: list[Any] = []
        messages = (line for line in listener.lines() if line.startswith(("data", "{")))
        while len(lines) < number:
            lines.append(next(messages).removeprefix("data: "))
        return "\n".join([head, *lines])


@pytest.mark.parametrize("form", [SSE, NDJSON])
def test_no_stream_tells_anything_before_its_time(site: Site, form: str) -> None:
    world = make_world()
    secrets = secrets_of(world)
    streams = {stream_of(world.games[name]): Game.objects.get(pk=world.games[name]).seq for name in GAMES}
    streams["/api/v1/me/stream"] = 1
    seen = set()
    for role in ROLES:
        for path, number in streams.items():
            text = heard(site, path, headers_of(world, role), form, number)
            for secret in found_in(secrets, Answer(text, path)):
                assert role in secret.known_to, f"{role} is told {secret.name}: {path}"
                seen.add(secret.name)
    # What the authors of answers hear themselves shows that it would have been found.
    assert {"the answer in running", "the blinding value in private", "the game run"} <= seen
