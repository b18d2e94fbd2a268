"""The headers by which a browser protects itself are on every kind of answer."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client
from django.test.utils import override_settings

from brikks_site.http.bodies import limited
from brikks_site.http.middleware import HEADERS, security_policy
from tests.games.sample_tables import table
from tests.web.markup import page_of
from tests.web.ops.people import client_of, staff

pytestmark = pytest.mark.django_db

EXPECTED = {
    **HEADERS,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
PATHS = {
    "a page": "/",
    "a missing page": "/nothing-here/",
    "a missing static file": "/static/nothing.css",
    "a redirect": "/favicon.ico",
    "a redirect to the login": "/admin/",
    "a login": "/accounts/login/",
    "the interface": "/api/v1/nothing-here",
    "health": "/healthz",
    "keys": "/.well-known/brikks-keys.json",
}


def check(response) -> None:
    check_headers(response.headers)


def check_headers(headers: Mapping[str, str]) -> None:
    expected = {"Content-Security-Policy": security_policy(), **EXPECTED}
    lower = {name.lower(): value for name, value in headers.items()}
    assert {name: lower.get(name.lower()) for name in expected} == expected


@pytest.mark.parametrize("path", PATHS.values(), ids=PATHS.keys())
def test_visitors_get_them(client: Client, path: str) -> None:
    check(client.get(path))


@pytest.mark.parametrize("path", ["/admin/", "/admin/games/game/", "/readyz", "/metrics"])
def test_staff_get_them(path: str) -> None:
    response = staff().get(path)
    assert response.status_code in {200, 503}
    check(response)


def test_a_live_stream_has_them() -> None:
    response = client_of("Ada").get(f"/api/v1/games/{table()}/stream")
    assert response.status_code == 200
    assert response.streaming
    assert "no-store" in response["Cache-Control"]
    check(response)


def test_a_refusal_has_them() -> None:
    response = client_of("Bob").get("/admin/", follow=True)
    assert response.status_code == 403
    check(response)


def test_a_static_file_has_those_of_a_page(client: Client) -> None:
    [sheet] = [link["href"] for link in page_of(client.get("/")).all("link") if link["rel"] == "stylesheet"]
    check(client.get(sheet))


def test_a_forged_form_gets_them() -> None:
    response = Client(enforce_csrf_checks=True).post("/accounts/login/", {})
    assert response.status_code == 403
    check(response)


def too_long(scheme: str) -> dict[str, str]:
    """The headers of what is answered to a body that is too long, in front of Django."""
    sent: list[Any] = []

    async def nothing(*_: Any) -> Any:
        raise AssertionError("nobody reads on")

    async def send(message: Any) -> None:
        sent.append(message)

    async def ask() -> None:
        scope = {"type": "http", "method": "POST", "scheme": scheme, "path": "/", "query_string": b""}
        headers = [(b"host", b"localhost"), (b"content-length", b"10000000")]
        await limited(nothing)({**scope, "headers": headers}, nothing, send)

    asyncio.run(ask())
    assert sent[0]["status"] == 413
    return {name.decode(): value.decode() for name, value in sent[0]["headers"]}


def test_a_body_that_is_too_long_gets_them_and_an_id() -> None:
    headers = too_long("http")
    check_headers(headers)
    assert len(headers["x-request-id"]) == 16
    assert "strict-transport-security" not in headers


def test_a_body_that_is_too_long_over_https_is_told_to_stay_there() -> None:
    with override_settings(SECURE_HSTS_SECONDS=60):
        assert too_long("https")["strict-transport-security"].startswith("max-age=60")
        assert "strict-transport-security" not in too_long("http")


def test_over_https_browsers_are_told_to_stay_there() -> None:
    with override_settings(SECURE_HSTS_SECONDS=60, SECURE_SSL_REDIRECT=True, SECURE_REDIRECT_EXEMPT=[r"^healthz$"]):
        browser = Client()
        assert browser.get("/", secure=True)["Strict-Transport-Security"].startswith("max-age=60")
        moved = browser.get("/rules/")
        assert (moved.status_code, moved["Location"]) == (301, "https://testserver/rules/")
        check(moved)
        assert browser.get("/healthz").status_code == 200
