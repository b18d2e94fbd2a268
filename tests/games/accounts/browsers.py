"""Browsers of people: real sessions, forms and calls with their tokens against forgery."""

import json
from typing import Any

import redis
from django.conf import settings
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client

from games.accounts.models import Account

PASSWORD = "correct horse battery"
API = "/api/v1/"


def person(name: str, **fields: Any) -> Account:
    """Somebody who can log in."""
    return Account.objects.create_user(name.lower(), **{"password": PASSWORD, "display_name": name, **fields})


def browser(account: Account | None = None) -> Client:
    """A browser, of somebody who is logged in or of nobody."""
    client = Client()
    if account is not None:
        client.force_login(account)
    return client


def call(client: Client, method: str, path: str, body: object = None, **headers: str) -> Any:
    """A call of the interface with JSON."""
    if body is None:
        return client.generic(method, API + path, headers=headers)
    return client.generic(method, API + path, json.dumps(body), "application/json", headers=headers)


def sign_up(client: Client, username: str, **fields: str) -> HttpResponse:
    """Fill in the form and send it."""
    said = {"username": username, "display_name": username.title(), "password1": PASSWORD, "password2": PASSWORD}
    return client.post("/accounts/signup/", {**said, **fields})  # type: ignore[return-value]


def log_in(client: Client, login: str, password: str = PASSWORD) -> HttpResponse:
    """Fill in the form and send it."""
    return client.post("/accounts/login/", {"login": login, "password": password})  # type: ignore[return-value]


def who(client: Client) -> str | None:
    """The username of whoever is logged in."""
    answer = call(client, "GET", "me")
    return answer.json()["handle"] if answer.status_code == 200 else None


def forget_attempts() -> None:
    """Empty the cache; of a Redis only the part that is this run's, as emptying it would take everybody's."""
    if not settings.REDIS_URL:
        cache.clear()
        return
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        for key in client.scan_iter(f"{settings.REDIS_PREFIX}cache*", count=1000):
            client.delete(key)
