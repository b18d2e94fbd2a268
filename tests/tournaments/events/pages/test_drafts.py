"""The form in which a tournament is drafted and changed, and the page on which it is looked at and published."""

from datetime import UTC, datetime, timedelta

import pytest

from games.clock.site_time import now, read_time
from tests.games.accounts.browsers import browser
from tests.games.clock.watch import Watch
from tests.games.sample_tables import account, caller, command
from tests.tournaments.events.rounds.world import announced, duplicate, row, settings
from tests.tournaments.sample_clubs import club
from tests.web.markup import page_of
from tournaments.clubs.models import Club
from tournaments.events.history import settings_of
from tournaments.events.models import Tournament
from tournaments.events.services.tournaments import create_tournament

pytestmark = pytest.mark.django_db

FORM = {
    "name": "Winter cup",
    "kind": "swiss",
    "begins_at": "2030-07-01T19:30",
    "length": "604800",
    "every": "604800",
    "rounds": "5",
    "seconds": "86400",
    "is_public": "on",
}


def founded() -> Club:
    """A club in Berlin."""
    return club(time_zone="Europe/Berlin")


def test_organisers_draft_a_tournament_from_the_page_of_their_club(watch: Watch) -> None:
    made = founded()
    otto, new = browser(account("Otto")), f"/clubs/{made.pk}/tournaments/new/"
    assert new in page_of(otto.get(f"/clubs/{made.pk}/")).values("href")
    assert new not in page_of(browser(account("Mia")).get(f"/clubs/{made.pk}/")).values("href")
    page = page_of(otto.get(new))
    assert "Duels, Swiss system" in page.text
    assert "Times of the club: Europe/Berlin" in page.text
    [offered] = [str(field["value"]) for field in page.all("input") if field.get("name") == "begins_at"]
    assert offered.endswith("T19:00"), "an evening, on the clocks of the club"
    answer = otto.post(new, FORM)
    tournament = Tournament.objects.get()
    assert answer["Location"] == f"/tournaments/{tournament.pk}/console/"
    assert (tournament.name, tournament.status, tournament.is_public) == ("Winter cup", "draft", True)
    agreed = settings_of(tournament)
    assert (agreed.format, agreed.variant, agreed.rounds, agreed.seconds) == ("swiss", "duel", 5, 86400)
    assert agreed.tie_breaks == ("buchholz", "median-buchholz", "total", "lots")
    assert read_time(agreed.first_at) == datetime(2030, 7, 1, 17, 30, tzinfo=UTC)
    assert agreed.zone == "Europe/Berlin"


def test_the_rest_can_be_said_too(watch: Watch) -> None:
    rest = {
        "kind": "duplicate",
        "scoring": "percent",
        "tie_break_1": "total",
        "tie_break_2": "lots",
        "entry": "members",
        "check_in": "1800",
        "late_until": "2",
        "most": "40",
        "level": "2",
        "out_after": "3",
        "is_looked_at": "on",
    }
    browser(account("Otto")).post(f"/clubs/{founded().pk}/tournaments/new/", {**FORM, **rest, "is_public": ""})
    agreed = settings_of(Tournament.objects.get())
    assert (agreed.scoring, agreed.seats, agreed.tie_breaks) == ("percent", 1, ("total", "lots"))
    assert (agreed.entry, agreed.check_in, agreed.late_until, agreed.most) == ("members", 1800, 2, 40)
    assert (agreed.level, agreed.out_after, agreed.pairings) == (2, 3, "preview")
    assert not agreed.closes_early
    assert not Tournament.objects.get().is_public


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"name": "..."}, "some of them letters"),
        ({"rounds": ""}, "Say how many rounds there are."),
        ({"every": "3600"}, "A round is closed before the next one opens."),
        ({"begins_at": "2030-03-31T02:30"}, "interpreted in time zone Europe/Berlin"),
        ({"begins_at": "soon"}, "Enter a valid date/time."),
        ({"tie_break_1": "lots", "tie_break_2": "lots"}, "Each tie-break counts once."),
        ({"kind": "arena"}, "Select a valid choice."),
    ],
)
def test_what_does_not_fit_is_said_in_the_form(watch: Watch, said: dict[str, str], words: str) -> None:
    answer = browser(account("Otto")).post(f"/clubs/{founded().pk}/tournaments/new/", {**FORM, **said})
    assert answer.status_code == 400
    assert words in page_of(answer).text
    assert not Tournament.objects.exists()


def test_a_draft_is_changed_in_the_same_form_and_what_it_does_not_ask_for_stays(watch: Watch) -> None:
    agreed = duplicate(scoring="rank", remind=7200, tie_breaks=["total", "lots"], length=5400)
    made = create_tournament(founded().pk, caller("Olga"), command(), "A draft", agreed).tournament
    olga, edit = browser(account("Olga")), f"/tournaments/{made}/edit/"
    page = page_of(olga.get(edit))
    assert "A draft" in page.values("value")
    form = {**FORM, "kind": "duplicate", "length": "5400", "tie_break_1": "total", "tie_break_2": "lots"}
    assert olga.post(edit, {**form, "scoring": "rank"})["Location"] == f"/tournaments/{made}/console/"
    after = settings_of(row(made))
    assert (after.scoring, after.remind, after.length, after.tie_breaks) == ("rank", 7200, 5400, ("total", "lots"))
    assert row(made).name == "Winter cup"


def test_of_one_that_is_announced_only_what_hurts_nobody_is_changed(watch: Watch) -> None:
    made = announced(settings(variant="duel"), "Ada")
    later = (now() + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    form = {**FORM, "begins_at": later, "length": "3600", "every": "0", "rounds": "2", "seconds": "", "late_until": "1"}
    kept = {f"tie_break_{at}": key for at, key in enumerate(("direct", "buchholz", "total", "lots"), start=1)}
    olga = browser(account("Olga"))
    refused = olga.post(f"/tournaments/{made}/edit/", {**form, **kept, "rounds": "3"})
    assert refused.status_code == 400
    assert "it cannot be changed any more" in page_of(refused).text
    said = {**form, **kept, "closes_early": "on"}
    assert olga.post(f"/tournaments/{made}/edit/", said).status_code == 302
    assert settings_of(row(made)).late_until == 1


def test_a_draft_is_looked_at_before_it_is_published(watch: Watch) -> None:
    made = create_tournament(founded().pk, caller("Olga"), command(), "A draft", settings()).tournament
    otto, publish = browser(account("Otto")), f"/tournaments/{made}/console/publish/"
    page = page_of(otto.get(publish))
    assert "Publish A draft?" in page.text
    assert "This is what everybody will see." in page.text
    assert len([True for tag, _ in page.elements if tag == "tr"]) == 3
    assert "The tournament is published." in page_of(otto.post(publish, follow=True)).text
    assert row(made).status == "registration"
    assert otto.get(publish)["Location"] == f"/tournaments/{made}/console/"


def test_the_same_form_sent_twice_makes_one_tournament(watch: Watch) -> None:
    otto, new = browser(account("Otto")), f"/clubs/{founded().pk}/tournaments/new/"
    said = {**FORM, "command": "0123456789abcdef" * 2}
    assert otto.post(new, said)["Location"] == otto.post(new, said)["Location"]
    assert Tournament.objects.count() == 1
