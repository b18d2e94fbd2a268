"""A division of a league is called in the language of whoever opens its page, one publisher's words or not."""

import pytest
from playwright.sync_api import expect

from tests.e2e.browsing import PHONE, Browsing
from tests.e2e.competing import club_of
from tests.e2e.demo import Demo

ENDINGS = {
    "en-GB": " · season 1 · division 1",
    "de-DE": " · Saison 1 · Staffel 1",
    "fr-FR": " · saison 1 · division 1",
    "es-ES": " · temporada 1 · división 1",
}


@pytest.mark.parametrize(("locale", "ending"), ENDINGS.items())
def test_a_division_is_called_in_the_language_of_whoever_looks(
    browse: Browsing, demo: Demo, locale: str, ending: str
) -> None:
    mika = demo.player("mika")
    league = mika.call("GET", f"/clubs/{club_of(mika)}/leagues")["results"][0]
    tournament = mika.call("GET", f"/leagues/{league['id']}/seasons/1")["divisions"][0]["tournament"]
    page = browse(demo.stranger(), **PHONE, locale=locale)
    page.goto(f"/tournaments/{tournament}/")
    expect(page.locator("h1")).to_have_text(league["name"] + ending)
    expect(page).to_have_title(f"{league['name']}{ending} · Brikks Arena")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
