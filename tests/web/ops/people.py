"""Who asks: the same few people, logged in."""

from typing import Any

from django.test import Client

from tests.games.sample_tables import account

FAR_AWAY = "203.0.113.9"


def client_of(name: str, **fields: Any) -> Client:
    """Somebody's browser."""
    browser = Client()
    browser.force_login(account(name, **fields))
    return browser


def staff() -> Client:
    """The browser of somebody on the staff."""
    return client_of("Sam", is_staff=True)
