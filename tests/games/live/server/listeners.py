"""People and programs that listen to a stream, as browsers do: the id of the last message is where they go on."""

import http.client
import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.utils import timezone

from engine.protocol import Json
from games.accounts.models import Account
from games.accounts.tokens import READ, make_token
from tests.games.sample_tables import account

PATIENCE = 30.0
"""Seconds after which a message that does not come is a failure."""
SSE = "text/event-stream"
NDJSON = "application/x-ndjson"


class Heard(NamedTuple):
    """One message; without a name it is an event of the log."""

    id: str
    name: str
    said: Any


def bearer(name: str, **fields: Any) -> dict[str, str]:
    """The headers of somebody's program."""
    _, secret = make_token(account(name, **fields), "listening", [READ], timezone.now() + timedelta(days=1))
    return {"Authorization": f"Bearer {secret}"}


def cookie(who: Account, **more: Any) -> dict[str, str]:
    """The headers of somebody's browser that is logged in."""
    from importlib import import_module

    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(who.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = who.get_session_auth_hash()
    session.update(more)
    session.create()
    return {"Cookie": f"{settings.SESSION_COOKIE_NAME}={session.session_key}"}


class Listener:
    """Somebody who has a stream open."""

    def __init__(
        self, port: int, path: str, headers: dict[str, str] | None = None, after: str | None = None, accept: str = SSE
    ) -> None:
        named = {} if after is None else {"Last-Event-ID": after}
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self._connection.request("GET", path, headers={"Accept": accept, **named, **(headers or {})})
        self.response = self._connection.getresponse()
        self.status = self.response.status

    def __enter__(self) -> "Listener":
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def close(self) -> None:
        """Go away, as a closed tab does."""
        with suppress(OSError):
            if self._connection.sock:
                self._connection.sock.shutdown(socket.SHUT_RDWR)
        self.response.close()
        self._connection.close()

    @property
    def refusal(self) -> Json:
        """What was refused instead of a stream."""
        answer: Json = json.loads(self.response.read())
        return answer

    def lines(self) -> Iterator[str]:
        """The lines of the body until it ends."""
        while line := self.response.readline():
            yield line.decode().rstrip("\n")

    def hear(self) -> Iterator[Heard]:
        """The messages until the stream ends."""
        fields: dict[str, str] = {}
        for line in self.lines():
            name, _, value = line.partition(": ")
            if line and name:
                fields[name] = value
            elif "data" in fields:
                yield Heard(fields.get("id", ""), fields.get("event", ""), json.loads(fields["data"]))
                fields = {}

    def take(self, number: int) -> list[Heard]:
        """The next so many messages."""
        hearing = self.hear()
        return [next(hearing) for _ in range(number)]


def stream_of(game: str) -> str:
    """The address of a game's stream."""
    return f"/api/v1/games/{game}/stream"
