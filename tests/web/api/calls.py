"""Calling the interface in tests, and what its answers say."""

from typing import Any

from django.test import Client

from engine.protocol import Json
from games.log.models import Game
from tests.games.sample_tables import command

ROOT = "/api/v1"


def get(client: Client, path: str, **parameters: Any) -> Any:
    """The answer to a question."""
    return client.get(ROOT + path, parameters)


def post(client: Client, path: str, **body: Any) -> Any:
    """The answer to a body, as it is."""
    return client.post(ROOT + path, body, content_type="application/json")


def order(client: Client, path: str, **body: Any) -> Any:
    """The answer to a command with an id that was not used before."""
    return post(client, path, command_id=command(), **body)


def refusal(response: Any) -> tuple[int, str]:
    """The status and code of a refusal, which says nothing else but a sentence."""
    said: Json = response.json()
    assert set(said) == {"code", "detail"}, said
    assert said["detail"]
    return response.status_code, said["code"]


def invite_to(game: str) -> str:
    """The secret part of a game's link."""
    return Game.objects.values_list("invite", flat=True).get(pk=game)
