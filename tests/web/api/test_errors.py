"""What the interface says when something cannot be done: a status, a code and a sentence, and nothing else."""

import logging

import pytest
from django.db import OperationalError
from django.test import Client

from games.integrity import api
from games.refusals import busy
from tests.web.api.calls import get, order, post, refusal
from tests.web.api.roles import Cast

pytestmark = pytest.mark.django_db

SECRET = "the name of a table"


@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete"])
@pytest.mark.parametrize("address", ["/api/", "/api/v1/nothing", "/api/v2/games", "/api/v1/games/", "/api/v1/bots/x"])
def test_there_is_nothing_at_an_unknown_address(address: str, method: str) -> None:
    response = getattr(Client(enforce_csrf_checks=True), method)(address)
    assert refusal(response) == (404, "request/not-found")


@pytest.mark.parametrize(
    ("method", "address"), [("delete", "/api/v1/games"), ("put", "/api/v1/bots"), ("options", "/api/v1/bots")]
)
def test_a_method_that_an_address_does_not_know_is_refused(cast: Cast, method: str, address: str) -> None:
    response = getattr(cast.client("player"), method)(address)
    assert refusal(response) == (405, "request/method")
    assert "GET" in response.headers["Allow"]


def test_a_token_that_is_none_is_refused_even_where_everybody_may_look(cast: Cast) -> None:
    for words in ("Bearer", "Bearer nonsense", "Bearer a b", "Bearer \xfc"):
        response = Client(headers={"Authorization": words}).get(f"/api/v1/games/{cast.running}")
        assert refusal(response) == (401, "request/who"), words
        assert response.headers["WWW-Authenticate"] == "Bearer"


def test_a_site_that_is_busy_says_when_to_try_again(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise busy()

    monkeypatch.setattr("games.play.commands.lock_head", refuse)
    response = order(cast.client("player"), f"/games/{cast.open}/join")
    assert refusal(response) == (503, "site/busy")
    assert response.headers["Retry-After"] == "1"


def test_a_database_that_is_away_is_a_site_that_is_busy(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OperationalError(SECRET)

    monkeypatch.setattr("games.play.visibility.read_head", fail)
    response = get(cast.client("player"), f"/games/{cast.running}/position")
    assert refusal(response) == (503, "site/busy")
    assert SECRET not in response.content.decode()


def test_what_nobody_has_foreseen_is_not_explained(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError(SECRET)

    monkeypatch.setattr(api, "checkpoints", fail)
    with caplog.at_level(logging.CRITICAL):
        response = Client(raise_request_exception=False).get("/api/v1/checkpoints")
    assert refusal(response) == (500, "site/failed")
    assert SECRET not in response.content.decode()


def test_a_name_under_which_the_site_is_not_known_is_refused_as_json() -> None:
    response = Client(headers={"Host": "elsewhere.example"}).get("/api/v1/bots")
    assert refusal(response) == (400, "request/malformed")


def test_an_unknown_field_is_named(cast: Cast) -> None:
    response = post(cast.client("player"), f"/games/{cast.open}/start", command_id="c", seat=3)
    assert refusal(response) == (400, "request/unknown-field")
    assert "“seat”" in response.json()["detail"]


def test_every_answer_has_the_browser_policy(cast: Cast) -> None:
    for address in ("/api/v1/bots", "/api/v1/nothing", f"/api/v1/games/{cast.private}"):
        assert "default-src 'none'" in Client().get(address).headers["Content-Security-Policy"]
