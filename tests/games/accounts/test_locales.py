"""Answers in the language and the time zone of whoever asks."""

from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone, translation

from brikks_site.http.middleware import Locales
from games.accounts.models import Account
from games.accounts.tokens import make_token
from tests.games.accounts.browsers import browser, call, person
from tests.web.markup import page_of

pytestmark = pytest.mark.django_db


def language_of(client: Client, accepted: str = "") -> tuple[str, str]:
    """The language of a page as its header and the page itself tell it."""
    answer = client.get("/rules/", headers={"Accept-Language": accepted})
    assert answer.status_code == 200
    [page] = page_of(answer).all("html")
    return answer["Content-Language"], page["lang"]


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("fr-CA, en;q=0.5", "fr"),
        ("es;q=0.3, de;q=0.9", "de"),
        ("nl", "en"),
        ("x" * 600, "en"),
    ],
)
def test_strangers_are_answered_in_the_language_of_their_browser(accepted: str, language: str) -> None:
    assert language_of(browser(), accepted) == (language, language)


@pytest.mark.parametrize(("chosen", "language"), [("fr", "fr"), ("en", "en"), ("", "de"), ("tlh", "de")])
def test_the_language_of_an_account_comes_before_that_of_the_browser(chosen: str, language: str) -> None:
    assert language_of(browser(person("Ada", language=chosen)), "de") == (language, language)


def test_whoever_keeps_answers_is_told_what_they_depend_on() -> None:
    assert "Accept-Language" in browser().get("/rules/")["Vary"]
    assert "Accept-Language" in call(browser(), "GET", "me")["Vary"]


def zone_within(account: Account) -> str:
    """The time zone in which a view answers to somebody's browser."""
    zones: list[str] = []

    def view(request: HttpRequest) -> HttpResponse:
        zones.append(str(timezone.get_current_timezone()))
        return HttpResponse()

    request: Any = RequestFactory().get("/")
    request.COOKIES[settings.SESSION_COOKIE_NAME] = "some"
    request.user = account
    Locales(view)(request)
    [zone] = zones
    return zone


@pytest.mark.parametrize(
    ("chosen", "zone"), [("Europe/Berlin", "Europe/Berlin"), ("", "UTC"), ("Mars/Olympus", "UTC"), ("../etc", "UTC")]
)
def test_times_are_in_the_zone_of_the_account_and_no_zone_fails(chosen: str, zone: str) -> None:
    ada = person("Ada", time_zone=chosen)
    assert zone_within(ada) == zone
    assert browser(ada).get("/rules/").status_code == 200


def test_nothing_of_it_is_left_for_the_next_request() -> None:
    before = (translation.get_language(), timezone.get_current_timezone())
    language_of(browser(person("Ada", language="fr", time_zone="Europe/Berlin")))
    assert (translation.get_language(), timezone.get_current_timezone()) == before


class Asked(HttpRequest):
    """A request that fails where somebody looks who has sent it."""

    error: Exception = AssertionError("somebody has looked")

    @property
    def user(self) -> Any:  # type: ignore[override]  # only read here
        raise self.error


def answered(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def test_who_sends_no_session_is_not_looked_up() -> None:
    request = Asked()
    request.META["HTTP_ACCEPT_LANGUAGE"] = "es"
    assert Locales(answered)(request)["Content-Language"] == "es"
    request.COOKIES[settings.SESSION_COOKIE_NAME] = "some"
    with pytest.raises(AssertionError, match="looked"):
        Locales(answered)(request)


def test_a_database_that_is_away_is_left_to_the_view() -> None:
    request = Asked()
    request.error = OperationalError("away")
    request.COOKIES[settings.SESSION_COOKIE_NAME] = "some"
    assert Locales(answered)(request).status_code == 200


def test_a_program_is_looked_up_by_its_token_alone() -> None:
    ada = person("Ada", language="fr")
    _, secret = make_token(ada, "bot", ["read"], None)
    answer = call(browser(), "GET", "me", authorization=f"Bearer {secret}")
    assert (answer.status_code, answer["Content-Language"]) == (200, "en")
