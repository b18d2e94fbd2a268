"""Ratings, leaderboards and titles as people see them."""

import re
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.e2e.browsing import PHONE, Browsing
from tests.e2e.demo import Demo
from tests.visitors import Visitor

TITLES: Final = {
    "en-GB": """Brikks-Master 2000!!! | You Bragger! | You should be doing this professionally! | Have you seen this?
        | Enjoy your success! | Someone has practiced! | Well done! | You can do more! | Your first time?""",
    "de-DE": """Brikks-Master 2000!!! | Du Angeber! | Das solltest du professionell machen! | Habt ihr das gesehen?
        | Genieße deinen Erfolg! | Da hat aber jemand geübt! | Läuft! | Da geht noch mehr! | Dein erstes Mal?""",
    "fr-FR": """Brikks-Master 2000!!! | Frimeur ! | Tu devrais en faire ton métier. | Vous avez vu ça ?
        | Savoure ta réussite. | Mais c’est que tu t’es entraîné. | Ça roule. | Il y a de la marge.
        | Ta première fois ?""",
    "es-ES": """Brikks-Master 2000!!! | ¡Menudo fanfarrón! | ¡Deberías dedicarte a esto! | ¿Habéis visto eso?
        | ¡Disfruta de tu éxito! | ¡Alguien ha estado practicando! | ¡Bien hecho! | ¡Puedes dar más!
        | ¿Tu primera vez?""",
}
"""All titles, the highest first, by language; whatever space a language puts before a mark is a space here."""


def test_your_place_stands_above_the_leaderboard_and_your_row_is_marked(browse: Browsing, robin: Visitor) -> None:
    page = browse(robin, **PHONE)
    page.goto("/leaderboards/?variant=duel")
    own = page.get_by_role("region", name="You")
    expect(own).to_contain_text(re.compile(r"Place \d of \d, with a rating of \d{4}\s±\s\d+\."))
    place = re.search(r"Place (\d)", own.inner_text())
    assert place
    row = page.locator("table.leaderboard tr.is-own")
    expect(row.locator("td").first).to_have_text(place[1])
    expect(row).to_contain_text("Robin Quickstep")
    places = [int(cell.inner_text()) for cell in page.locator("table.leaderboard tbody tr td:first-child").all()]
    assert places == sorted(places)


def test_a_stranger_is_told_how_to_see_their_own_place(browse: Browsing, demo: Demo) -> None:
    page = browse(demo.stranger())
    page.goto("/leaderboards/?variant=duel")
    expect(page.get_by_role("region", name="You")).to_have_count(0)
    page.locator("main").get_by_role("link", name="Log in").click()
    expect(page.locator("h1")).to_have_text("Log in")


def test_pools_and_periods_are_one_click_away(browse: Browsing, robin: Visitor) -> None:
    page = browse(robin)
    page.goto("/leaderboards/?variant=duel")
    page.locator("main").get_by_role("link", name="Week", exact=True).click()
    expect(page.locator("table.leaderboard thead")).to_contain_text("Change")
    page.locator("main").get_by_role("link", name="Solo", exact=True).click()
    expect(page.locator("table.leaderboard thead")).to_contain_text("Best score")


def test_a_profile_draws_the_rating_with_its_uncertainty_and_tells_it_as_a_table(
    browse: Browsing, robin: Visitor
) -> None:
    page = browse(robin, **PHONE)
    page.goto("/players/robin/")
    graph = page.locator("svg.rating-graph")
    expect(graph).to_be_visible()
    assert len(graph.locator("path.graph-band").get_attribute("d") or "") > 20
    marks = graph.locator("circle").count()
    assert marks >= 10
    page.get_by_text("Show as a table").click()
    rows = page.locator("table.rating-points tbody tr")
    assert rows.count() >= marks
    assert all(re.fullmatch(r"\d{3,4}", cell.inner_text()) for cell in rows.locator("td:nth-child(2)").all())


@pytest.mark.parametrize("locale", TITLES)
def test_the_titles_of_the_solo_table_are_in_the_visitors_language(browse: Browsing, demo: Demo, locale: str) -> None:
    page = browse(demo.stranger(), locale=locale, **PHONE)
    page.goto("/solo/")
    titles = re.sub(r"\s+", " ", page.locator("main table").first.inner_text())
    found = [titles.find(title.strip()) for title in re.sub(r"\s+", " ", TITLES[locale]).split("|")]
    assert -1 not in found
    assert (found, len(found)) == (sorted(found), 9)
    assert "150" in titles
    assert "60" in titles
