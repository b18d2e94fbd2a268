"""The settings of a club, and what its page shows of what is played there."""

import pytest

from tests.games.accounts.browsers import browser, person
from tests.games.sample_tables import account, caller, command
from tests.tournaments.events.rounds.world import announced, settings
from tests.tournaments.sample_clubs import club, enrol
from tests.web.markup import page_of
from tournaments.clubs.models import Club
from tournaments.clubs.page_selectors import AT_HOME, CLUBS_PER_PAGE
from tournaments.clubs.services.clubs import create_club, delete_club
from tournaments.events.models import Tournament
from tournaments.events.services.tournaments import create_tournament
from tournaments.leagues.models import League, Season

pytestmark = pytest.mark.django_db
SAID = {"name": "The Tilers", "description": "New.", "is_public": "on", "admission": "open", "time_zone": "Asia/Tokyo"}


def test_an_owner_changes_everything() -> None:
    made = club()
    olga, page = browser(account("Olga")), f"/clubs/{made.pk}/settings/"
    assert page in page_of(olga.get(page)).values("action")
    assert olga.post(page, SAID)["Location"] == f"/clubs/{made.pk}/"
    stored = Club.objects.get()
    assert (stored.name, stored.description, stored.is_public) == ("The Tilers", "New.", True)
    assert (stored.admission, stored.time_zone) == ("open", "Asia/Tokyo")


def test_an_organiser_changes_everything_but_who_sees_it() -> None:
    made = club()
    otto, page = browser(account("Otto")), f"/clubs/{made.pk}/settings/"
    assert "Only an owner changes this." in page_of(otto.get(page)).text
    assert otto.post(page, SAID).status_code == 302
    stored = Club.objects.get()
    assert (stored.name, stored.is_public) == ("The Tilers", False)


def test_what_does_not_fit_is_said_beside_its_field() -> None:
    made = club()
    club("The Tilers")
    olga = browser(account("Olga"))
    for field, value, words in (
        ("name", "the tilers", "already a club called"),
        ("name", "...", "some of them letters"),
        ("time_zone", "Mars/Base", "Mars/Base"),
        ("admission", "bribes", "bribes"),
    ):
        answer = olga.post(f"/clubs/{made.pk}/settings/", {**SAID, "name": "New", field: value})
        assert answer.status_code == 400
        assert words in page_of(answer).text
    assert Club.objects.get(pk=made.pk).name == "The Bricklayers"


def test_nobody_else_sees_or_changes_the_settings() -> None:
    made = club()
    for name, status in (("Sven", 403), ("Mia", 403), ("Dan", 404)):
        client = browser(account(name))
        assert client.get(f"/clubs/{made.pk}/settings/").status_code == status
        assert client.post(f"/clubs/{made.pk}/settings/", SAID).status_code == status


def test_an_owner_alone_ends_a_club() -> None:
    made = create_club(caller("Olga"), "Bricks")
    olga, page = browser(account("Olga")), f"/clubs/{made.pk}/settings/"
    assert "End the club" in page_of(olga.get(page)).text
    enrol(made, "Mia")
    assert "End the club" not in page_of(olga.get(page)).text
    assert olga.post(f"/clubs/{made.pk}/end/")["Location"] == page
    browser(account("Mia")).post(f"/clubs/{made.pk}/leave/")
    assert olga.post(f"/clubs/{made.pk}/end/")["Location"] == "/clubs/"
    assert not Club.objects.exists()


def test_drafts_are_for_those_who_run_the_club_and_private_tournaments_for_members_and_players() -> None:
    made, olga = club(is_public=True), caller("Olga")
    create_tournament(made.pk, olga, command(), "The draft", settings())
    Tournament.objects.filter(pk=announced(settings(), of=made)).update(name="The open one")
    hidden = announced(settings(), "Eve", of=made)
    Tournament.objects.filter(pk=hidden).update(name="The private one", is_public=False)
    shown = {"The draft", "The open one", "The private one"}
    for name, expected in (
        *(("Olga", shown), ("Otto", shown), ("Mia", shown - {"The draft"}), ("Eve", shown - {"The draft"})),
        *(("Dan", {"The open one"}), (None, {"The open one"})),
    ):
        text = page_of(browser(account(name) if name else None).get(f"/clubs/{made.pk}/")).text
        assert {title for title in shown if title in text} == expected, name


def test_a_league_shows_itself_with_its_first_season() -> None:
    made = club(is_public=True)
    league = League.objects.create(id="l-1", club=made, name="The league", rules="{}", created_at=made.created_at)
    season = Season.objects.create(league=league, number=1, status="draft", starts_on=made.created_at.date())
    page = f"/clubs/{made.pk}/"
    assert "The league" in page_of(browser(account("Olga")).get(page)).text
    assert "The league" not in page_of(browser(account("Mia")).get(page)).text
    Season.objects.filter(pk=season.pk).update(status="running")
    assert "The league" in page_of(browser().get(page)).text


def test_long_lists_of_clubs_come_in_pages_and_home_shows_a_few() -> None:
    for number in range(CLUBS_PER_PAGE + 1):
        create_club(caller("Olga"), f"Club {number:02}", is_public=True)
    first = page_of(browser(person("Ada")).get("/clubs/"))
    assert "?page=2" in first.values("href")
    assert "Club 00" not in first.text
    assert "Club 00" in page_of(browser().get("/clubs/?page=2")).text
    home = page_of(browser(account("Olga")).get("/"))
    assert home.text.count("Club 2") + home.text.count("Club 1") == AT_HOME
    assert "All your clubs" in home.text
    for made in Club.objects.all()[AT_HOME:]:
        delete_club(made.pk, caller("Olga"))
    assert "All your clubs" not in page_of(browser(account("Olga")).get("/")).text
