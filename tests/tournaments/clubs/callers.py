"""Calling the interface for clubs as somebody, and who there is to call it."""

from typing import Any

from django.http import HttpResponse
from rest_framework.test import APIClient

from games.accounts.tokens import make_token
from tests.games.sample_tables import account, caller
from tests.tournaments.sample_clubs import PEOPLE, enrol
from tournaments.clubs.models import Club
from tournaments.clubs.services.clubs import create_club

STRANGERS = ("Dan", "Ole", "Gil", "Max", None)
"""Somebody with an account, an organiser of another club, a guest, an auditor, and somebody without an account."""
ROLES = (*PEOPLE, *STRANGERS)


def make_strangers() -> Club:
    """Let there be the strangers, and the club that one of them organises."""
    account("Dan")
    account("Gil", is_guest=True)
    account("Max", is_staff=True)
    other = create_club(caller("Olga"), "Another")
    enrol(other, "Ole", "organiser")
    return other


def call(name: str | None, method: str, path: str, body: Any = None) -> Any:
    """What the interface answers to somebody who is logged in, or to nobody."""
    client = APIClient()
    if name is not None:
        client.force_login(account(name))
    return _ask(client, method, path, body)


def call_with_token(name: str, scopes: list[str], method: str, path: str, body: Any = None) -> Any:
    """The same for a program with a token of somebody's."""
    _, secret = make_token(account(name), "program", scopes, None)
    return _ask(APIClient(headers={"Authorization": f"Bearer {secret}"}), method, path, body)


def _ask(client: APIClient, method: str, path: str, body: Any) -> HttpResponse:
    """A request without a body says nothing of its type."""
    said = {} if body is None else {"data": body, "format": "json"}
    return getattr(client, method.lower())(f"/api/v1/{path}", **said)  # type: ignore[no-any-return]


def code(response: Any) -> str | None:
    """Under which code something was refused, None if it was done."""
    return response.json()["code"] if response.status_code >= 400 else None
