"""The page of a game as somebody gets it, and what tests read out of it."""

import json
import re
from typing import Any

from django.test import Client

from tests.games.sample_tables import fold_of
from tests.web.markup import page_of
from tests.web.ops.people import client_of


def opened(game: str, name: str = "Ada", **query: Any) -> Any:
    response = client_of(name).get(f"/games/{game}/", query)
    assert response.status_code == 200
    return response


def island(response: Any, name: str) -> Any:
    """The data that a page hands to its scripts."""
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', response.content.decode(), re.S)
    return None if found is None else json.loads(found[1])


def landings(response: Any) -> list[str]:
    return [radio["value"] for radio in page_of(response).all("input") if radio.get("name") == "landing"]


def form_with(response: Any, landing: str) -> dict[str, str]:
    """The form of landings with one of them chosen."""
    names = ("command", "answers", "phase")
    return {"landing": landing, **{name: hidden(response, name) for name in names}}


def hidden(response: Any, name: str) -> str:
    return next(field["value"] for field in page_of(response).all("input") if field.get("name") == name)


def refused_message(client: Client, game: str, what: str, said: dict[str, Any]) -> str:
    """What the page says to a form that changes nothing."""
    before = fold_of(game)
    response = client.post(f"/games/{game}/{what}/", said, follow=True)
    assert response.status_code == 200
    assert response.redirect_chain == [(f"/games/{game}/", 302)]
    assert fold_of(game) == before
    [message] = [str(message) for message in response.context["messages"]]
    return message
