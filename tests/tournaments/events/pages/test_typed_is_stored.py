"""A form that is sent as it stands changes nothing, and what is typed into it is stored, however things were made."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from engine.canonical import parse_json
from games.clock.site_time import now, write_time
from tests.games.accounts.browsers import browser
from tests.games.clock.watch import Watch
from tests.games.sample_tables import account, caller, command
from tests.tournaments.events.rounds.world import duplicate, row, settings
from tests.tournaments.leagues.seasons import league
from tests.tournaments.sample_clubs import club
from tests.web.filling_in import fill_in, standing_in
from tournaments.clubs.models import Club
from tournaments.events.services.tournaments import create_tournament
from tournaments.leagues.models import League
from tournaments.leagues.rules import load_rules

pytestmark = pytest.mark.django_db

ODD: dict[str, dict[str, Any]] = {
    "usual": {},
    "two at a table": {"seconds": 45, "length": 5400, "every": 7200, "rounds": 3, "check_in": 777},
    "three at a table": {"seats": 3, "wait": 1234, "late_until": 2, "most": 17, "out_after": 4, "remind": 60},
    "many tie-breaks": {"tie_breaks": ["total", "wins", "buchholz", "rows", "direct", "lots"], "bye": "half"},
    "duels": {"variant": "duel", "pairings": "preview", "closes_early": False, "is_rated": True, "entry": "members"},
    "everybody": {"format": "round-robin", "variant": "duel", "rounds": None, "unfinished": "as-stands"},
    "the same dice": duplicate(scoring="percent", level=2),
}


@pytest.fixture
def otto(watch: Watch) -> Client:
    """The browser of an organiser."""
    club(time_zone="Europe/Berlin")
    return browser(account("Otto"))


def drafted(**changes: Any) -> str:
    """A tournament that a program has made, to the second."""
    agreed = settings(**changes) | {"first_at": write_time(now() + timedelta(days=3, seconds=17))}
    return create_tournament(Club.objects.get().pk, caller("Olga"), command(), "By a program", agreed).tournament


def send(client: Client, address: str, **typed: Any) -> None:
    answer = fill_in(client, address, client.get(address), "name", **typed)
    assert answer.status_code == 302, answer.content.decode()


@pytest.mark.parametrize("changes", ODD.values(), ids=ODD)
def test_a_tournament_stays_what_it_is_if_only_its_name_is_typed(otto: Client, changes: dict[str, Any]) -> None:
    tournament = drafted(**changes)
    before = parse_json(row(tournament).settings)
    send(otto, f"/tournaments/{tournament}/edit/", name="By hand")
    assert row(tournament).name == "By hand"
    assert parse_json(row(tournament).settings) == before


def test_rounds_that_are_typed_are_stored_whatever_is_played(otto: Client) -> None:
    tournament = drafted(seats=2, variant="standard", rounds=3)
    send(otto, f"/tournaments/{tournament}/edit/", rounds="6")
    assert parse_json(row(tournament).settings)["rounds"] == 6


def test_a_league_stays_what_it_is_if_only_its_name_is_typed(otto: Client) -> None:
    template = {"format": "swiss", "variant": "standard", "seats": 3, "rounds": 5, "seconds": 45, "wait": 1234}
    made = league(Club.objects.get(), weeks=6, days=40, tournament=template)
    send(otto, f"/leagues/{made.pk}/rules/", name="By hand")
    after = League.objects.get()
    assert (after.name, load_rules(after.rules).template) == ("By hand", load_rules(made.rules).template)
    assert replace(load_rules(after.rules), tournament={}) == replace(load_rules(made.rules), tournament={})
    send(otto, f"/leagues/{made.pk}/rules/", rounds="6")
    assert parse_json(League.objects.get().rules)["tournament"]["rounds"] == 6


@pytest.mark.parametrize(
    ("typed", "beside"),
    [
        ({"kind": "swiss", "wait": "900"}, "Only tables of three or four can start without somebody"),
        ({"kind": "tables", "scoring": "percent"}, "This counts only where everybody has the same dice."),
        ({"kind": "all", "rounds": "9"}, "Where everybody meets everybody, this follows from the number of players."),
    ],
)
def test_what_is_typed_where_it_means_nothing_is_refused(otto: Client, typed: dict[str, str], beside: str) -> None:
    address = f"/clubs/{Club.objects.get().pk}/tournaments/new/"
    empty = otto.get(address)
    refused = fill_in(otto, address, empty, "name", name="Ours", **typed)
    assert refused.status_code == 400
    [error] = errors_in(refused)
    assert error.startswith(beside)
    assert standing_in(refused, "name").items() >= {name: [value] for name, value in typed.items()}.items()
    assert fill_in(otto, address, empty, "name", name="Ours", kind=typed["kind"]).status_code == 302


def errors_in(response: Any) -> list[str]:
    """What the form of a page says is wrong."""
    return [str(error) for errors in response.context["form"].errors.values() for error in errors]


def test_a_league_refuses_what_would_mean_nothing_too(otto: Client) -> None:
    made = league(Club.objects.get(), tournament={"format": "swiss", "variant": "duel", "rounds": 5})
    address = f"/leagues/{made.pk}/rules/"
    refused = fill_in(otto, address, otto.get(address), "name", wait="900")
    assert (refused.status_code, [*refused.context["form"].errors]) == (400, ["wait"])
    refused = fill_in(otto, address, otto.get(address), "name", kind="all", rounds="6")
    assert (refused.status_code, [*refused.context["form"].errors]) == (400, ["rounds"])
    send(otto, address, kind="all")


def test_a_tie_break_behind_the_first_is_not_taken_for_the_first(otto: Client) -> None:
    address = f"/clubs/{Club.objects.get().pk}/tournaments/new/"
    refused = fill_in(otto, address, otto.get(address), "name", name="Ours", tie_break_2="total")
    assert (refused.status_code, [*refused.context["form"].errors]) == (400, ["tie_break_1"])
    made = fill_in(otto, address, refused, "name", tie_break_1="wins")["Location"].split("/")[2]
    assert parse_json(row(made).settings)["tie_breaks"] == ["wins", "total"]
