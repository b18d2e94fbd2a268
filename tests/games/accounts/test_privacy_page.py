"""The page about privacy says what is so."""

import re

import pytest
from django.conf import settings as site_settings
from pytest_django.fixtures import Settings

from brikks_site.http.middleware import ZONE
from games.accounts.guests import LIFETIME
from games.accounts.login_limits import COOKIE
from games.accounts.views import HANDOVER_COOKIE as NEW_TOKEN
from tests.games.accounts.browsers import browser, person
from tests.web.markup import page_of

pytestmark = pytest.mark.django_db


def test_it_names_every_cookie_and_no_other() -> None:
    html = browser().get("/privacy/").content.decode()
    names = {site_settings.SESSION_COOKIE_NAME, site_settings.CSRF_COOKIE_NAME, site_settings.LANGUAGE_COOKIE_NAME}
    assert set(re.findall(r"<code>([\w-]+)</code>", html)) == names | {"messages", ZONE, NEW_TOKEN, COOKIE}


def test_it_says_what_is_kept_of_ratings_and_what_of_them_outlives_an_account() -> None:
    text = page_of(browser().get("/privacy/")).text
    assert "Your ratings with every change of them, and your rated solo games" in text
    assert "the same unnamed player sat in them. The ratings of the others rest on it." in text
    assert "Your solo games on dice of your own leave the solo table." in text


def test_it_says_how_long_guests_are_kept() -> None:
    assert f"nothing for {LIFETIME.days} days" in page_of(browser().get("/privacy/")).text


def test_it_names_the_owners_or_whom_the_operator_has_named(settings: Settings) -> None:
    assert "has not said yet" in page_of(browser().get("/privacy/")).text
    person("Olga", is_superuser=True)
    assert "looked after by Olga." in page_of(browser().get("/privacy/")).text
    settings.OPERATOR = "Brikks Club, 1 Brick Lane"
    text = page_of(browser().get("/privacy/")).text
    assert "Brikks Club, 1 Brick Lane" in text
    assert "Olga" not in text


@pytest.mark.parametrize("kept", [{"is_private": True}, {"is_minor": True}])
def test_an_owner_who_keeps_to_themselves_is_named_to_those_who_know_them(kept: dict[str, bool]) -> None:
    olga = person("Olga", is_superuser=True, **kept)
    for stranger in (None, person("Dan")):
        assert "Olga" not in page_of(browser(stranger).get("/privacy/")).text
    for known in (olga, person("Sam", is_staff=True)):
        assert "looked after by Olga." in page_of(browser(known).get("/privacy/")).text
    person("Otto", is_superuser=True)
    assert "looked after by Otto." in page_of(browser().get("/privacy/")).text
