"""What the site does with odd requests, failures and the asynchronous server."""

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.test import AsyncClient, Client

from brikks_site import settings as settings_module
from brikks_site.http.middleware import security_policy
from brikks_site.ops.logs import refused_host_sentence
from tests.web.markup import page_of


def test_a_failure_shows_a_friendly_page(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("a secret detail")

    monkeypatch.setattr("games.tables.views.learn.rules_context", fail)
    response = Client(raise_request_exception=False).get("/rules/")
    assert response.status_code == 500
    assert "That was our mistake" in page_of(response).text
    assert b"a secret detail" not in response.content
    assert response["Content-Security-Policy"] == security_policy()


def test_an_unknown_name_is_refused_in_words(client: Client) -> None:
    response = client.get("/", headers={"host": "somewhere.example"})
    page = page_of(response)
    assert response.status_code == 400
    assert "does not answer under the name or address" in page.text
    assert "BRIKKS_ALLOWED_HOSTS" in page.text
    assert not page.all("nav")
    assert response["X-Frame-Options"] == "DENY"
    assert response["Content-Security-Policy"] == security_policy()


def stylesheets(client: Client, path: str, **headers: str) -> list[str]:
    """The addresses of the stylesheets of a page."""
    found = page_of(client.get(path, headers=headers)).all("link")
    return [link["href"] for link in found if link["rel"] == "stylesheet"]


def test_the_page_of_an_unknown_name_gets_its_stylesheets(client: Client) -> None:
    unknown = {"host": "somewhere.example"}
    sheets = stylesheets(client, "/", **unknown)
    assert sheets
    for sheet in sheets:
        assert client.get(sheet, headers=unknown).status_code == 200


def test_another_refused_request_blames_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise SuspiciousOperation("a secret detail")

    monkeypatch.setattr("games.tables.views.learn.rules_context", refuse)
    response = Client().get("/rules/")
    assert response.status_code == 400
    assert "BRIKKS_ALLOWED_HOSTS" not in page_of(response).text
    assert b"a secret detail" not in response.content


def test_a_refused_name_is_one_line_in_the_log(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    client.get("/", headers={"host": "192.0.2.2:8000"})
    [record] = caplog.records
    assert record.name == "django.security.DisallowedHost"
    assert record.getMessage().startswith("Refused a request for the name 192.0.2.2. To allow it,")
    assert record.exc_info is None
    assert "\n" not in caplog.text.strip()


@pytest.mark.parametrize(
    ("header", "known", "words"),
    [
        (
            "Club.Example:80",
            "",
            "the name club.example. To allow it, start ./run with",
        ),
        ("[fe80::1]:8000", "10.0.0.7", "BRIKKS_ALLOWED_HOSTS=10.0.0.7,[fe80::1] as well."),
        ("my_pc", "", "'my_pc', which is not a host name."),
        ("a\n2026 ERROR\x1b[31m", "", r"'a\n2026 ERROR\x1b[31m', which is not a host name."),
        ("ﬁ.example", "", r"'\ufb01.example', which"),
        ("", "", "'', which"),
    ],
)
def test_a_refused_name_is_cleaned_before_it_is_logged(
    monkeypatch: pytest.MonkeyPatch, header: str, known: str, words: str
) -> None:
    monkeypatch.setenv("BRIKKS_ALLOWED_HOSTS", known)
    assert words in refused_host_sentence(header)


def test_a_long_refused_name_is_cut() -> None:
    assert len(refused_host_sentence("a" * 5000)) < 120


def test_the_same_headers_are_sent_under_asgi() -> None:
    response = async_to_sync(AsyncClient().get)("/rules/")
    assert response.status_code == 200
    assert response["Content-Security-Policy"] == security_policy()


def test_static_files_are_kept_for_ever_under_a_hashed_name(client: Client) -> None:
    sheets = stylesheets(client, "/rules/")
    assert len(sheets) == 3
    for sheet in sheets:
        response = client.get(sheet)
        assert "immutable" in response["Cache-Control"]
        assert response["Content-Security-Policy"] == security_policy()
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
