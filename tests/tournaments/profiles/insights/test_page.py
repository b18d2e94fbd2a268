"""The page on which those who run a club see how it is doing."""

from collections.abc import Iterator

import pytest

from games.clock.site_time import use_clock
from tests.games.accounts.browsers import browser
from tests.games.sample_tables import account
from tests.tournaments.profiles.insights.played_club import TODAY, busy_club, round_of, season_of, tournament_of
from tests.tournaments.sample_clubs import club
from tests.web.markup import page_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def today() -> Iterator[None]:
    """It is a Thursday."""
    with use_clock(lambda: TODAY):
        yield


def test_it_shows_charts_with_a_table_each() -> None:
    made = busy_club()
    cup, first = tournament_of(made, "Bricks for all"), tournament_of(made, "Division 1")
    round_of(cup, 3, "++--")
    season_of(made, "Sunday League", 2, first)
    round_of(first, 10, "+++-")
    page = page_of(browser(account("Olga")).get(f"/clubs/{made.pk}/insights/"))
    for words in ("2 of 4", "50%", "Sunday League, season 2", "25%", "Levels played", "1 hour", "Active members"):
        assert words in page.text, words
    charts = [svg for svg in page.all("svg") if svg.get("class") == "bar-chart"]
    assert len(charts) == 5
    drawn = [svg["aria-labelledby"].split()[0] for svg in charts]
    assert drawn[-1] == "lengths-title"
    assert "Minutes on average" in page.text
    assert len(page.all("table")) == len(page.all("caption")) == 6
    assert not page.skips_a_heading_level()
    assert not page.values("style")
    assert {name for value in page.values("aria-labelledby") for name in value.split()} <= set(page.values("id"))


def test_the_period_can_be_chosen() -> None:
    made = busy_club()
    client = browser(account("Otto"))
    for weeks, shown in ((4, 4), (12, 12), (52, 52)):
        page = page_of(client.get(f"/clubs/{made.pk}/insights/?weeks={weeks}"))
        assert page.text.count(f"{weeks} weeks") == 1
        assert len(page.all("tr")) - shown == len(page_of(client.get(f"/clubs/{made.pk}/insights/")).all("tr")) - 12
    assert client.get(f"/clubs/{made.pk}/insights/?weeks=5").status_code == 400


def test_a_club_in_which_nothing_was_played_is_told_so_kindly() -> None:
    made = club()
    page = page_of(browser(account("Olga")).get(f"/clubs/{made.pk}/insights/"))
    assert "Nothing was played in the club in these weeks." in page.text
    assert not page.all("table")


def test_only_those_who_run_it_get_there_and_are_shown_the_way() -> None:
    made = busy_club(is_public=True)
    account("Max", is_staff=True)
    for name, status in (("Olga", 200), ("Otto", 200), ("Sven", 403), ("Mia", 403), ("Dan", 403), ("Max", 403)):
        client, path = browser(account(name)), f"/clubs/{made.pk}/insights/"
        assert client.get(path).status_code == status, name
        assert (path in client.get(f"/clubs/{made.pk}/").content.decode()) is (status == 200)


def test_a_private_club_is_not_there_for_strangers() -> None:
    made = busy_club()
    assert browser(account("Dan")).get(f"/clubs/{made.pk}/insights/").status_code == 404
    assert browser().get(f"/clubs/{made.pk}/insights/").status_code == 302
