"""A page that was open for long undoes nothing: what nobody has touched in its form stays as it is by now."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from engine.canonical import parse_json
from games.clock.site_time import now
from tests.games.accounts.browsers import browser
from tests.games.clock.watch import Watch
from tests.games.sample_tables import account, caller, command
from tests.tournaments.events.rounds.world import row, settings
from tests.tournaments.leagues.seasons import league
from tests.tournaments.sample_clubs import club
from tests.web.filling_in import fill_in, standing_in
from tournaments.clubs.models import Announcement, Club
from tournaments.clubs.services.announcements import make_announcement
from tournaments.events.services.tournaments import create_tournament
from tournaments.leagues.models import League
from tournaments.leagues.rules import load_rules

pytestmark = pytest.mark.django_db


@pytest.fixture
def otto(watch: Watch) -> Client:
    """The browser of an organiser."""
    club(time_zone="Europe/Berlin", description="Thursdays")
    return browser(account("Otto"))


def in_two_windows(client: Client, address: str, first: dict[str, str], second: dict[str, str], name: str) -> None:
    """Open a page twice, and save both: first the one that was opened last."""
    old, new = client.get(address), client.get(address)
    for page, typed in ((new, first), (old, second)):
        answer = fill_in(client, address, page, name, **typed)
        assert answer.status_code == 302, answer.content.decode()


def test_of_a_club(otto: Client) -> None:
    address = f"/clubs/{Club.objects.get().pk}/settings/"
    in_two_windows(otto, address, {"time_zone": "Europe/Paris"}, {"description": "Fridays"}, "time_zone")
    found = Club.objects.get()
    assert (found.time_zone, found.description) == ("Europe/Paris", "Fridays")


def test_of_an_announcement(otto: Client) -> None:
    made = make_announcement(
        Club.objects.get().pk, caller("Otto"), title="News", text="First\r\nlines", is_pinned=False
    )
    address = f"/clubs/{made.club_id}/announcements/{made.pk}/"
    changed = {"text": "Other\r\nlines", "is_pinned": "on"}
    in_two_windows(otto, address, changed, {"title": "More news"}, "title")
    found = Announcement.objects.get()
    assert (found.title, found.text.splitlines(), found.is_pinned) == ("More news", ["Other", "lines"], True)


def test_of_a_league(otto: Client) -> None:
    made = league(Club.objects.get(), tournament={"format": "swiss", "variant": "duel", "rounds": 5})
    address = f"/leagues/{made.pk}/rules/"
    first = {"days": "3", "time": "18:30", "rounds": "7", "out_after": "4"}
    in_two_windows(otto, address, first, {"name": "Ours", "weekday": "5"}, "weekday")
    after = League.objects.get()
    rules = load_rules(after.rules)
    assert (after.name, rules.weekday, rules.days, rules.at.hour, rules.at.minute) == ("Ours", 5, 3, 18, 30)
    assert (rules.template.rounds, rules.template.out_after) == (7, 4)


def test_of_a_tournament(otto: Client) -> None:
    made = create_tournament(Club.objects.get().pk, caller("Olga"), command(), "Ours", settings(rounds=3)).tournament
    address = f"/tournaments/{made}/edit/"
    begins = (now() + timedelta(days=9)).strftime("%Y-%m-%dT%H:%M")
    first = {"begins_at": begins, "is_public": "on", "tie_break_1": "wins", "seconds": "300"}
    in_two_windows(otto, address, first, {"name": "By hand", "rounds": "6", "closes_early": None}, "begins_at")  # type: ignore[dict-item]
    agreed: dict[str, Any] = parse_json(row(made).settings)
    assert (row(made).name, row(made).is_public, agreed["rounds"], agreed["closes_early"]) == (
        "By hand",
        True,
        6,
        False,
    )
    assert (agreed["seconds"], agreed["tie_breaks"][0]) == (300, "wins")
    assert standing_in(otto.get(address), "begins_at")["begins_at"] == [begins]


def test_what_was_changed_in_both_windows_is_as_it_was_saved_last(otto: Client) -> None:
    address = f"/clubs/{Club.objects.get().pk}/settings/"
    in_two_windows(otto, address, {"description": "Fridays"}, {"description": ""}, "time_zone")
    assert Club.objects.get().description == ""


def test_a_refused_form_still_knows_what_it_has_shown(otto: Client) -> None:
    address = f"/clubs/{Club.objects.get().pk}/settings/"
    old = otto.get(address)
    fill_in(otto, address, otto.get(address), "time_zone", time_zone="Europe/Paris")
    refused = fill_in(otto, address, old, "time_zone", name="", description="Fridays")
    assert refused.status_code == 400
    assert fill_in(otto, address, refused, "time_zone", name="Ours").status_code == 302
    found = Club.objects.get()
    assert (found.name, found.time_zone, found.description) == ("Ours", "Europe/Paris", "Fridays")


def test_a_new_tournament_begins_when_its_page_has_said(otto: Client, watch: Watch) -> None:
    address = f"/clubs/{Club.objects.get().pk}/tournaments/new/"
    page = otto.get(address)
    [begins] = standing_in(page, "begins_at")["begins_at"]
    watch.set(2 * 24 * 3600)
    made = fill_in(otto, address, page, "begins_at", name="Ours")["Location"].split("/")[2]
    assert standing_in(otto.get(f"/tournaments/{made}/edit/"), "begins_at")["begins_at"] == [begins]
