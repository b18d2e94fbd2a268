"""The pages of leagues: made, drafted without scripts, looked at and published."""

from collections.abc import Iterator

import pytest

from games.clock.site_time import use_clock
from tests.games.accounts.browsers import browser, person
from tests.games.sample_tables import account, caller
from tests.tournaments.leagues.seasons import NOW, crowd, drafted, league, who
from tests.tournaments.sample_clubs import club
from tests.web.markup import page_of
from tournaments.clubs.services.persons import add_person
from tournaments.events.form_fields import COUNTED, KINDS
from tournaments.events.models import Tournament
from tournaments.leagues.models import League, Season
from tournaments.leagues.rules import load_rules
from tournaments.leagues.services.seasons import publish_season

pytestmark = pytest.mark.django_db

FORM = {
    "name": "Winter League",
    "kind": "all",
    "rounds": "",
    "divisions": "2",
    "size": "4",
    "up": "1",
    "down": "1",
    "weekday": "1",
    "time": "19:30",
    "weeks": "1",
    "days": "7",
    "seconds": "86400",
    "unfinished": "forfeit",
    "out_after": "3",
}


@pytest.fixture(autouse=True)
def on_a_monday() -> Iterator[None]:
    """It is the first of March 2027."""
    with use_clock(lambda: NOW):
        yield


def test_organisers_make_a_league_from_the_page_of_their_club() -> None:
    founded = club()
    otto = browser(account("Otto"))
    assert f"/clubs/{founded.pk}/leagues/new/" in page_of(otto.get(f"/clubs/{founded.pk}/")).values("href")
    page = page_of(otto.get(f"/clubs/{founded.pk}/leagues/new/"))
    assert "Duels, everybody against everybody" in page.text
    answer = otto.post(f"/clubs/{founded.pk}/leagues/new/", FORM)
    made = League.objects.get()
    assert answer["Location"] == f"/leagues/{made.pk}/"
    rules = load_rules(made.rules)
    assert (rules.divisions, rules.size, rules.time, rules.weekday) == (2, 4, "19:30", 1)
    agreed = rules.template
    assert (agreed.format, agreed.variant, agreed.seconds, agreed.out_after) == ("round-robin", "duel", 86400, 3)
    text = page_of(otto.get(f"/leagues/{made.pk}/")).text
    assert "A round begins every Tuesday at 19:30" in text
    assert "No season has begun yet." in text


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_the_form_offers_can_be_played(kind: str) -> None:
    founded, rounds = club(), "5" if kind in COUNTED else ""
    answer = browser(account("Otto")).post(
        f"/clubs/{founded.pk}/leagues/new/", {**FORM, "kind": kind, "rounds": rounds}
    )
    assert answer.status_code == 302, page_of(answer).text
    agreed = load_rules(League.objects.get().rules).template
    assert agreed.rounds == (5 if kind in COUNTED else None)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"name": "..."}, "some of them letters"),
        ({"kind": "swiss"}, "Say how many rounds there are."),
        ({"days": "9"}, "longer than until the next one begins"),
        ({"up": "3", "down": "3"}, "More players would go up and down"),
        ({"time": "25:00"}, "Enter a valid time."),
    ],
)
def test_what_does_not_fit_is_said_in_the_form(said: dict[str, str], words: str) -> None:
    founded = club()
    answer = browser(account("Otto")).post(f"/clubs/{founded.pk}/leagues/new/", {**FORM, **said})
    assert answer.status_code == 400
    assert words in page_of(answer).text
    assert not League.objects.exists()


def test_rules_are_changed_and_what_the_form_does_not_ask_for_stays() -> None:
    template = {"format": "swiss", "variant": "standard", "seats": 3, "rounds": 5, "bye": "half", "level": 1}
    made = league(tournament=template)
    otto = browser(account("Otto"))
    page = page_of(otto.get(f"/leagues/{made.pk}/rules/"))
    assert "As it was agreed on" in page.text
    otto.post(f"/leagues/{made.pk}/rules/", {**FORM, "kind": "", "size": "6", "rounds": "5"})
    made.refresh_from_db()
    rules = load_rules(made.rules)
    assert (rules.size, rules.template.seats, rules.template.bye, rules.template.rounds) == (6, 3, "half", 5)
    otto.post(f"/leagues/{made.pk}/rules/", {**FORM, "kind": "swiss", "rounds": "6"})
    made.refresh_from_db()
    agreed = load_rules(made.rules).template
    assert (agreed.variant, agreed.seats, agreed.rounds, agreed.bye) == ("duel", 2, 6, "half")


def test_a_season_is_drafted_looked_at_and_published_without_scripts() -> None:
    founded = club(time_zone="Europe/Berlin", is_public=True)
    crowd(founded, 5)
    made, ida = league(founded), add_person(founded.pk, caller("Otto"), "Ida")
    otto = browser(account("Otto"))
    address = otto.post(f"/leagues/{made.pk}/seasons/", {"from": "scratch"})["Location"]
    assert address == f"/leagues/{made.pk}/seasons/1/"
    season = Season.objects.get()
    for player, division in (("handle:p01", 1), (f"person:{ida.pk}", 1), ("bot:random", 2), ("handle:p02", 1)):
        answer = otto.post(f"{address}add/", {"who": player, "division": division})
        assert answer["Location"] == f"{address}#division-{division}"
    assert who(season) == ["p01 Ida p02", "random"]
    rows = {one.bot or one.position: one.pk for one in season.assignments.all()}
    otto.post(f"{address}move/", {"assignment": rows[3], "division": 1, "position": 1})
    otto.post(f"{address}move/", {"assignment": rows[2], "division": 2})
    otto.post(f"{address}remove/", {"assignment": rows["random"], "division": 2})
    assert who(season) == ["p02 p01", "Ida"]
    assert "7 members were added." in page_of(otto.post(f"{address}fill/", follow=True)).text
    assert [len(division.split()) for division in who(season)] == [4, 6]
    otto.post(f"{address}dates/", {"starts_on": "2027-03-20"})
    text = page_of(otto.get(address)).text
    assert "The first round opens on 23 March 2027 at 19:00" in text
    preview = page_of(otto.get(f"{address}publish/")).text
    assert "Tue 23 Mar 2027, 19:00" in preview
    assert "Times of the club: Europe/Berlin" in preview
    assert otto.post(f"{address}publish/")["Location"] == f"/leagues/{made.pk}/"
    assert Tournament.objects.count() == 2
    shown = page_of(browser().get(f"/leagues/{made.pk}/")).text
    begins = "It begins Tue 23 Mar 2027, 19:00 (Europe/Berlin)"
    for words in ("Season 1", "Begins soon", begins, "Division 1", "Division 2", "Ida"):
        assert words in shown
    in_french = browser().get(f"/leagues/{made.pk}/", headers={"Accept-Language": "fr"})
    assert "mar. 23/03/2027 19:00 (Europe/Berlin)" in page_of(in_french).text
    assert "Goes up" not in shown


def test_what_is_refused_in_the_editor_is_said_and_changes_nothing() -> None:
    made = league()
    season = drafted(made, ["mia"])
    otto, address = browser(account("Otto")), f"/leagues/{made.pk}/seasons/1/"
    for path, said, words in (
        ("add/", {"who": "handle:mia", "division": "2"}, "is in this season already"),
        ("add/", {"who": "king:arthur", "division": "1"}, "Say who is to play"),
        ("add/", {"who": "bot:random", "division": "nine"}, "no division"),
        ("dates/", {"starts_on": "soon"}, "A day is written like"),
        ("publish/", {}, "needs at least 2 players"),
    ):
        answer = otto.post(f"{address}{path}", said, follow=True)
        assert words in page_of(answer).text, path
    assert who(season) == ["mia"]


def test_a_draft_can_be_dropped() -> None:
    made = league()
    drafted(made, ["mia"])
    otto = browser(account("Otto"))
    assert "Season 1 is being drafted" in page_of(otto.get(f"/leagues/{made.pk}/")).text
    otto.post(f"/leagues/{made.pk}/seasons/1/discard/")
    assert not Season.objects.exists()


def test_others_see_a_league_from_its_first_season_on_and_no_draft() -> None:
    founded = club(time_zone="Europe/Berlin")
    made = league(founded, divisions=1)
    drafted(made, ["mia", "sven"])
    mia, eve = browser(account("Mia")), browser(person("Eve"))
    for client in (mia, eve, browser()):
        assert client.get(f"/leagues/{made.pk}/").status_code == 404
        assert client.get(f"/leagues/{made.pk}/seasons/1/").status_code == 404
    publish_season(made.pk, 1, caller("Olga"))
    assert "Mia" in page_of(mia.get(f"/leagues/{made.pk}/")).text
    assert mia.get(f"/leagues/{made.pk}/rules/").status_code == 403
    assert mia.get(f"/leagues/{made.pk}/seasons/1/publish/").status_code == 403
    for client in (eve, browser()):
        assert client.get(f"/leagues/{made.pk}/").status_code == 404


def test_nothing_is_changed_by_looking() -> None:
    made = league()
    drafted(made, ["mia"])
    otto = browser(account("Otto"))
    for path in ("", *(f"1/{what}/" for what in ("add", "fill", "move", "remove", "dates", "discard"))):
        assert otto.get(f"/leagues/{made.pk}/seasons/{path}").status_code == 405


@pytest.mark.parametrize(
    ("kind", "said", "agreed"),
    [
        ("tables", "usual", {}),
        ("tables", "600", {"wait": 600}),
        ("tables", "never", {"wait": None}),
        ("all", "never", {}),
    ],
)
def test_the_rules_say_how_long_tables_wait(kind: str, said: str, agreed: dict[str, int | None]) -> None:
    otto, founded = browser(account("Otto")), club()
    otto.post(
        f"/clubs/{founded.pk}/leagues/new/",
        {**FORM, "kind": kind, "rounds": "3" if kind in COUNTED else "", "wait": said},
    )
    made = League.objects.get()
    template = load_rules(made.rules).tournament
    assert {name: template[name] for name in ("wait",) if name in template} == agreed
    shown = page_of(otto.get(f"/leagues/{made.pk}/rules/"))
    chosen = [str(field["value"]) for field in shown.all("option") if "selected" in field]
    assert (said if kind == "tables" else "usual") in chosen


def test_tables_of_a_league_wait_no_longer_than_a_round_is_played() -> None:
    otto, founded = browser(account("Otto")), club()
    form = {**FORM, "kind": "tables", "rounds": "3", "days": "1", "wait": "86400"}
    otto.post(f"/clubs/{founded.pk}/leagues/new/", form)
    assert not League.objects.exists()
    otto.post(f"/clubs/{founded.pk}/leagues/new/", {**form, "days": "2"})
    assert League.objects.exists()
