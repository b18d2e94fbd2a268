"""Leagues and their seasons up to publication, through the services."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest

from engine.errors import Illegal, Malformed
from games.clock.site_time import use_clock
from games.refusals import Conflict, Forbidden, NotFound
from tests.games.sample_tables import account, caller
from tests.tournaments.leagues.seasons import NOW, RULES, crowd, drafted, league, who
from tests.tournaments.refusals import refused
from tests.tournaments.sample_clubs import club, enrol
from tournaments.clubs.services.members import remove_member
from tournaments.clubs.services.persons import add_person
from tournaments.events.history import settings_of
from tournaments.events.models import Entrant, Tournament
from tournaments.leagues.models import Assignment, Division, League, Season
from tournaments.leagues.rules import load_rules
from tournaments.leagues.services.assignments import (
    assign_members,
    assign_player,
    move_assigned_player,
    remove_assigned_player,
)
from tournaments.leagues.services.leagues import change_league, create_league
from tournaments.leagues.services.seasons import (
    change_season,
    discard_season,
    draft_season,
    finish_season,
    publish_season,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def on_a_monday() -> Iterator[None]:
    """It is the first of March 2027."""
    with use_clock(lambda: NOW):
        yield


def test_those_who_run_a_club_make_leagues_and_set_their_rules() -> None:
    founded = club()
    made = create_league(founded.pk, caller("Otto"), "  Winter   League ", RULES)
    assert (made.name, made.club, load_rules(made.rules).size) == ("Winter League", founded, 4)
    changed = change_league(made.pk, caller("Olga"), rules={**RULES, "size": 6})
    assert (changed.name, load_rules(changed.rules).size) == ("Winter League", 6)
    assert change_league(made.pk, caller("Olga"), name="Summer League").name == "Summer League"
    for name in ("Sven", "Mia"):
        with refused(Forbidden, "club/role-too-low"):
            create_league(founded.pk, caller(name), "Another", RULES)
        with refused(Forbidden, "club/role-too-low"):
            change_league(made.pk, caller(name), name="Another")


@pytest.mark.parametrize("is_public", [True, False])
def test_strangers_learn_of_the_leagues_of_public_clubs_only(is_public: bool) -> None:
    founded = club(is_public=is_public)
    made, dan = league(founded), caller("Dan")
    sort, code = (Forbidden, "club/not-member") if is_public else (NotFound, "league/not-found")
    with refused(sort, code):
        change_league(made.pk, dan, name="Mine")
    with refused(NotFound, "league/not-found"):
        change_league("l-nothing", dan, name="Mine")


@pytest.mark.parametrize(
    ("name", "rules", "sort", "code"),
    [
        ("...", {}, Malformed, "league/name"),
        ("x" * 49, {}, Malformed, "league/name"),
        (None, {}, Malformed, "league/name"),
        ("League", None, Malformed, "league/rules"),
        ("League", {"tournament": {"format": "chess", "variant": "duel"}}, Malformed, "tournament/format"),
        ("League", {"tournament": {"format": "round-robin", "variant": "ludo"}}, Malformed, "setup/unknown-variant"),
        ("League", {"days": 9}, Illegal, "league/rounds-overlap"),
    ],
)
def test_what_cannot_be_a_league_is_refused(name: Any, rules: Any, sort: Any, code: str) -> None:
    founded, olga = club(), caller("Olga")
    with refused(sort, code):
        create_league(founded.pk, olga, name, rules)


def test_a_season_begins_on_the_leagues_day_of_the_week_a_week_ahead() -> None:
    made, olga = league(), caller("Olga")
    season = draft_season(made.pk, olga)
    assert (season.number, season.status, season.starts_on) == (1, "draft", date(2027, 3, 9))
    assert change_season(made.pk, 1, olga, "2027-03-27").starts_on == date(2027, 3, 30)
    for said, code in (("2027-02-28", "league/day"), ("2030-01-01", "league/day")):
        with refused(Illegal, code):
            change_season(made.pk, 1, olga, said)
    for nonsense in ("27.3.2027", "2027-02-30", "2027-W10-1", 7, True, ["2027-03-27"]):
        with refused(Malformed, "league/no-day"):
            change_season(made.pk, 1, olga, nonsense)


def test_there_is_one_draft_at_a_time_and_it_can_be_dropped() -> None:
    made, olga = league(), caller("Olga")
    draft_season(made.pk, olga)
    with refused(Conflict, "league/draft-exists"):
        draft_season(made.pk, olga)
    with refused(Conflict, "league/season-not-over"):
        finish_season(made.pk, 1, olga)
    discard_season(made.pk, 1, olga)
    assert not Season.objects.exists()
    with refused(NotFound, "league/no-such-season"):
        discard_season(made.pk, 1, olga)


def test_members_persons_and_bots_are_put_into_divisions() -> None:
    founded = club(time_zone="Europe/Berlin")
    made, otto = league(founded), caller("Otto")
    season = drafted(made, ["mia", "sven"], ["olga"])
    ida = add_person(founded.pk, otto, "Ida")
    assign_player(made.pk, 1, otto, 2, person=ida.pk)
    for _ in range(2):
        assign_player(made.pk, 1, otto, 2, bot="random")
    assert who(season) == ["mia sven", "olga Ida random random"]
    with refused(Conflict, "league/already-there"):
        assign_player(made.pk, 1, otto, 1, handle="olga")
    with refused(Conflict, "league/already-there"):
        assign_player(made.pk, 1, otto, 1, person=ida.pk)


@pytest.mark.parametrize(
    ("division", "said", "sort", "code"),
    [
        (1, {}, Malformed, "league/player"),
        (1, {"handle": "mia", "bot": "random"}, Malformed, "league/player"),
        (1, {"handle": "dan"}, NotFound, "club/no-such-member"),
        (1, {"handle": "\0"}, NotFound, "club/no-such-member"),
        (1, {"person": 10**30}, NotFound, "person/not-found"),
        (1, {"person": "1"}, NotFound, "person/not-found"),
        (1, {"bot": "hal"}, Malformed, "league/no-such-bot"),
        (1, {"bot": ["random"]}, Malformed, "league/no-such-bot"),
        (0, {"handle": "mia"}, Malformed, "league/no-such-division"),
        (3, {"handle": "mia"}, Malformed, "league/no-such-division"),
        (True, {"handle": "mia"}, Malformed, "league/no-such-division"),
        (None, {"handle": "mia"}, Malformed, "league/no-such-division"),
    ],
)
def test_who_or_where_cannot_be_is_refused(division: Any, said: Any, sort: Any, code: str) -> None:
    account("Dan")
    made, olga = league(), caller("Olga")
    draft_season(made.pk, olga)
    with refused(sort, code):
        assign_player(made.pk, 1, olga, division, **said)


def test_players_are_moved_and_removed() -> None:
    made, olga = league(), caller("Olga")
    season = drafted(made, ["mia", "sven", "otto"], ["olga"])
    row = {one.account.username: one.pk for one in season.assignments.select_related("account") if one.account}
    move_assigned_player(made.pk, 1, olga, row["otto"], 1, 1)
    assert who(season) == ["otto mia sven", "olga"]
    move_assigned_player(made.pk, 1, olga, row["mia"], 2)
    assert who(season) == ["otto sven", "olga mia"]
    move_assigned_player(made.pk, 1, olga, row["olga"], 1, 2)
    assert who(season) == ["otto olga sven", "mia"]
    remove_assigned_player(made.pk, 1, olga, row["sven"])
    assert who(season) == ["otto olga", "mia"]
    for nobody in (row["sven"], 10**30, "1", None, True):
        with refused(NotFound, "league/no-such-assignment"):
            remove_assigned_player(made.pk, 1, olga, nobody)
    with refused(Malformed, "league/no-such-division"):
        move_assigned_player(made.pk, 1, olga, row["otto"], 3)


def test_all_members_can_be_put_in_at_once_from_the_top() -> None:
    founded = club(time_zone="Europe/Berlin")
    crowd(founded, 7)
    made, olga = league(founded), caller("Olga")
    season = drafted(made, ["p07"])
    assert assign_members(made.pk, 1, olga) == 10
    divisions = who(season)
    assert len(divisions[0].split()) == 4
    assert divisions[0].startswith("p07 ")
    assert len(divisions[1].split()) == 7
    assert assign_members(made.pk, 1, olga) == 0


def test_whoever_leaves_the_club_or_the_site_is_not_in_the_draft_any_more() -> None:
    founded = club(time_zone="Europe/Berlin")
    made, olga = league(founded), caller("Olga")
    season = drafted(made, ["mia", "sven", "otto"])
    remove_member(founded.pk, olga, "mia")
    account("Sven").delete()
    assert who(season) == ["otto"]
    enrol(founded, "Mia")
    assert who(season) == ["mia otto"]


def test_publishing_makes_a_tournament_of_each_division_on_the_calendar_of_the_club() -> None:
    founded = club(time_zone="Europe/Berlin", is_public=True)
    crowd(founded, 7)
    made, otto = league(founded, divisions=3), caller("Otto")
    drafted(made, ["p01", "p02", "p03", "p04"], ["p05", "p06", "p07"])
    season = publish_season(made.pk, 1, otto)
    assert (season.status, season.rules) == ("running", made.rules)
    assert not Assignment.objects.exists()
    tournaments = [division.tournament for division in Division.objects.order_by("rank")]
    assert [one.name for one in tournaments] == [f"Winter League · season 1 · division {rank}" for rank in (1, 2)]
    assert [one.status for one in tournaments] == ["registration"] * 2
    assert all(one.is_public for one in tournaments)
    entered = [list(one.entrants.order_by("number").values_list("account__username", flat=True)) for one in tournaments]
    assert entered == [["p01", "p02", "p03", "p04"], ["p05", "p06", "p07"]]
    settings = settings_of(tournaments[0])
    assert settings.entry == "link"
    assert [opens for opens, _ in settings.calendar[:3]] == [
        "2027-03-23T18:00:00.000000Z",
        "2027-03-30T17:00:00.000000Z",
        "2027-04-06T17:00:00.000000Z",
    ]
    for again in (publish_season, discard_season):
        with refused(Conflict, "league/not-a-draft"):
            again(made.pk, 1, otto)
    with refused(Conflict, "league/not-a-draft"):
        assign_player(made.pk, 1, otto, 1, bot="random")


def test_a_season_keeps_the_rules_with_which_it_was_published() -> None:
    made, olga = league(divisions=1), caller("Olga")
    drafted(made, ["mia", "sven"])
    publish_season(made.pk, 1, olga)
    change_league(made.pk, olga, rules={**RULES, "size": 9})
    assert load_rules(Season.objects.get().rules).size == 4


def test_a_season_that_cannot_be_played_is_not_published() -> None:
    made, olga = league(), caller("Olga")
    draft_season(made.pk, olga, "2027-03-22")
    with refused(Illegal, "league/division-too-small"):
        publish_season(made.pk, 1, olga)
    for handle in ("mia", "sven"):
        assign_player(made.pk, 1, olga, 2, handle=handle)
    with refused(Illegal, "league/division-too-small"):
        publish_season(made.pk, 1, olga)
    for handle in ("olga", "otto"):
        assign_player(made.pk, 1, olga, 1, handle=handle)
    with use_clock(lambda: NOW + timedelta(days=23)), refused(Illegal, "league/too-late"):
        publish_season(made.pk, 1, olga)
    publish_season(made.pk, 1, olga)
    assert (Tournament.objects.count(), Entrant.objects.count()) == (2, 4)


def test_the_next_season_waits_for_the_end_of_the_last_unless_it_begins_from_scratch() -> None:
    made, olga = league(divisions=1), caller("Olga")
    drafted(made, ["mia", "sven"])
    publish_season(made.pk, 1, olga)
    with refused(Conflict, "league/season-not-over"):
        draft_season(made.pk, olga)
    assert draft_season(made.pk, olga, is_from_last=False).number == 2
    assert League.objects.get().seasons.count() == 2


@pytest.mark.parametrize("name", ["Sven", "Mia", "Dan"])
def test_nobody_else_touches_a_season(name: str) -> None:
    made = league(club(is_public=True, time_zone="Europe/Berlin"))
    season = drafted(made, ["mia", "sven"])
    row, by = season.assignments.first(), caller(name)
    assert row is not None
    code = "club/not-member" if name == "Dan" else "club/role-too-low"
    for attempt in (
        lambda: draft_season(made.pk, by),
        lambda: change_season(made.pk, 1, by, "2027-04-01"),
        lambda: discard_season(made.pk, 1, by),
        lambda: finish_season(made.pk, 1, by),
        lambda: assign_player(made.pk, 1, by, 1, bot="random"),
        lambda: assign_members(made.pk, 1, by),
        lambda: move_assigned_player(made.pk, 1, by, row.pk, 2),
        lambda: remove_assigned_player(made.pk, 1, by, row.pk),
        lambda: publish_season(made.pk, 1, by),
    ):
        with refused(Forbidden, code):
            attempt()
