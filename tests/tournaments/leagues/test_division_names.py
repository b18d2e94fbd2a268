"""A division is called in the language of whoever reads its name, wherever that is; programs get it as it is stored."""

from collections.abc import Iterator

import pytest
from django.test import Client

from games.accounts.models import Account
from games.clock.site_time import use_clock
from tests.games.sample_tables import account, caller
from tests.tournaments.events.test_tournament_names import IN_EACH, division
from tests.tournaments.leagues.seasons import NOW, drafted, league
from tests.tournaments.sample_clubs import club
from tests.web.markup import page_of
from tournaments.clubs.calendar_links import calendar_secret
from tournaments.clubs.models import Membership
from tournaments.events.models import Tournament
from tournaments.events.services.schedule import cancel
from tournaments.events.tournament_names import NO_BREAK, without_line_breaks
from tournaments.leagues.services.seasons import publish_season
from tournaments.notices.models import Notice
from tournaments.notices.words import notice_as_mail

pytestmark = pytest.mark.django_db

GERMAN, ENGLISH = IN_EACH["de"], IN_EACH["en"]


@pytest.fixture(autouse=True)
def on_a_monday() -> Iterator[None]:
    """It is the first of March 2027."""
    with use_clock(lambda: NOW):
        yield


def reader(language: str, name: str = "Otto") -> Client:
    """Somebody of the club who reads this language."""
    somebody = account(name)
    Account.objects.filter(pk=somebody.pk).update(language=language)
    client = Client()
    client.force_login(somebody)
    return client


@pytest.mark.parametrize("language", IN_EACH)
@pytest.mark.parametrize("page", ["", "log/", "crosstable/", "console/", "edit/"])
def test_the_pages_of_a_division_name_it_in_the_language_of_whoever_looks(language: str, page: str) -> None:
    tournament = division()
    answer = reader(language).get(f"/tournaments/{tournament.pk}/{page}")
    assert answer.status_code == 200
    html = answer.content.decode().replace(NO_BREAK, " ")
    assert IN_EACH[language] in html
    assert not any(name in html for other, name in IN_EACH.items() if other != language)


@pytest.mark.parametrize("page", ["/", "/tournaments/", "/notices/"])
def test_lists_and_notices_do_so_too(page: str) -> None:
    tournament = division()
    if page == "/notices/":
        cancel(tournament.pk, caller("Olga"), "c-1", "No time.")
    text = page_of(reader("en", "Mia").get(page)).text.replace(NO_BREAK, " ")
    assert ENGLISH in text
    assert GERMAN not in text


def test_programs_get_the_name_as_it_is_stored() -> None:
    tournament = division()
    client = reader("en")
    assert client.get(f"/api/v1/tournaments/{tournament.pk}").json()["name"] == GERMAN
    assert [one["name"] for one in client.get("/api/v1/tournaments?mine=1").json()["results"]] == [GERMAN]


def test_a_table_to_take_along_is_called_in_the_language_of_whoever_takes_it() -> None:
    answer = reader("es").get(f"/tournaments/{division().pk}/standings.csv")
    assert "winter-league-temporada-1-division-1" in answer["Content-Disposition"]


def test_calendars_and_mails_have_it_in_the_language_of_their_reader() -> None:
    tournament = division()
    reader("fr", "Mia")
    membership = Membership.objects.get(club=tournament.club, account=account("Mia"))
    feed = Client().get(f"/clubs/{tournament.club_id}/calendar/{calendar_secret(membership)}.ics")
    assert f"SUMMARY:{IN_EACH['fr']}" in feed.content.decode().replace("\r\n ", "")
    cancel(tournament.pk, caller("Olga"), "c-1", "No time.")
    notice = Notice.objects.get(account=account("Mia"))
    assert notice_as_mail(notice).subject == f"{ENGLISH} has been called off"


def test_the_form_shows_it_translated_and_stores_only_what_somebody_has_written() -> None:
    tournament = division()
    client, address = reader("en"), f"/tournaments/{tournament.pk}/edit/"
    page = page_of(client.get(address))
    said = {field["name"]: field.get("value", "") for field in page.all("input") if "name" in field}
    assert said["name"] == ENGLISH
    form = client.get(address).context["form"]
    whole = {**{name: form[name].value() or "" for name in form.fields}, "scoring": ""}
    for name, stored in ((ENGLISH, GERMAN), ("Evening division", "Evening division")):
        answer = client.post(address, {**whole, "command": f"c-{stored[:3]}", "name": name})
        assert answer.status_code == 302, answer.context["form"].errors
        assert Tournament.objects.get().name == stored


def test_frames_of_other_sites_have_it_in_the_language_that_they_ask_for() -> None:
    made = league(club(time_zone="Europe/Berlin", is_public=True), divisions=1)
    drafted(made, ["mia", "sven", "otto"])
    publish_season(made.pk, 1, caller("Olga"))
    address = f"/embed/tournaments/{Tournament.objects.get().pk}/standings/"
    for language, name in IN_EACH.items():
        answer = Client().get(address, headers={"Accept-Language": language})
        assert without_line_breaks(name) in answer.content.decode()
        assert "Accept-Language" in answer["Vary"]
