"""What the site does with odd requests, failures and the asynchronous server."""

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import connection
from django.test import AsyncClient, Client

from brikks_site import settings as settings_module
from brikks_site.headers import POLICY
from tests.web.markup import page_of


def test_a_failure_shows_a_friendly_page(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("a secret detail")

    monkeypatch.setattr("games.pages.rules_context", fail)
    response = Client(raise_request_exception=False).get("/rules/")
    assert response.status_code == 500
    assert "That was our mistake" in page_of(response).text
    assert b"a secret detail" not in response.content
    assert response["Content-Security-Policy"] == POLICY


def test_an_unknown_host_is_refused(client: Client) -> None:
    assert client.get("/", headers={"host": "somewhere.example"}).status_code == 400


def test_the_same_headers_are_sent_under_asgi() -> None:
    response = async_to_sync(AsyncClient().get)("/")
    assert response.status_code == 200
    assert response["Content-Security-Policy"] == POLICY


def test_static_files_are_kept_for_ever_under_a_hashed_name(client: Client) -> None:
    [sheet] = [link["href"] for link in page_of(client.get("/")).all("link") if link["rel"] == "stylesheet"]
    response = client.get(sheet)
    assert "immutable" in response["Cache-Control"]
    assert response["Content-Security-Policy"] == POLICY
    assert "Access-Control-Allow-Origin" not in response


def test_debugging_is_off_unless_asked_for() -> None:
    assert settings_module.DEBUG is False
    assert len(settings.SECRET_KEY) >= 50


def test_only_loopback_names_are_answered_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOST", raising=False)
    monkeypatch.delenv("BRIKKS_ALLOWED_HOSTS", raising=False)
    assert settings_module._allowed_hosts() == ["localhost", "127.0.0.1", "[::1]"]


@pytest.mark.parametrize(
    ("host", "named", "added"),
    [
        ("0.0.0.0", "", []),
        ("::", "", []),
        ("192.168.7.4", "", ["192.168.7.4"]),
        ("fe80::1", "", ["[fe80::1]"]),
        ("0.0.0.0", "club.example, 10.0.0.7", ["club.example", "10.0.0.7"]),
    ],
)
def test_other_names_are_answered_when_they_are_given(
    monkeypatch: pytest.MonkeyPatch, host: str, named: str, added: list[str]
) -> None:
    monkeypatch.setenv("HOST", host)
    monkeypatch.setenv("BRIKKS_ALLOWED_HOSTS", named)
    assert settings_module._allowed_hosts()[3:] == added


def test_sqlite_is_set_up_for_several_writers() -> None:
    options = connection.settings_dict["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] == 20
    assert "journal_mode = WAL" in options["init_command"]
    assert "synchronous = FULL" in options["init_command"]
