"""Insights: what is counted of a club, and what is not."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from engine.errors import Malformed
from games.clock.site_time import use_clock
from games.play.models import Deal
from tests.games.refusals import refused
from tests.tournaments.profiles.insights.played_club import TODAY, busy_club, round_of, season_of, tournament_of
from tests.tournaments.profiles.results import day, ended_game
from tests.tournaments.sample_clubs import viewer
from tournaments.clubs.models import Club
from tournaments.clubs.selectors import see_club_as_runner
from tournaments.profiles.insights.selectors import Attendance, Insights, Length, Week, insights_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def today() -> Iterator[None]:
    """It is a Thursday."""
    with use_clock(lambda: TODAY):
        yield


def seen(made: Club, weeks: int | None = 4) -> Insights:
    """How a club is doing, as its owner sees it."""
    return insights_of(see_club_as_runner(made.pk, viewer("Olga")), weeks)


def test_people_are_counted_once_a_week_and_weeks_have_no_gaps() -> None:
    found = seen(busy_club())
    assert found.participation == [
        Week(date(2026, 10, 26), 0, 0),
        Week(date(2026, 11, 2), 0, 0),
        Week(date(2026, 11, 9), 2, 1),
        Week(date(2026, 11, 16), 2, 2),
    ]
    assert (found.games, found.players, found.active, found.members) == (3, 3, 2, 4)


def test_games_elsewhere_earlier_voided_or_on_an_open_deal_do_not_count() -> None:
    made = busy_club()
    before = seen(made)
    deal = Deal.objects.create(id="d-1", sealed_seed="", commitment="", is_shared=True)
    ended_game(day(15), {"Sven": 1, "Dan": 2})
    ended_game(day(-40), {"Sven": 1, "Dan": 2}, club=made.pk)
    ended_game(day(15), {"Sven": 1, "Dan": 2}, club=made.pk, status="voided")
    ended_game(day(15), {"Sven": 1}, club=made.pk, variant="solo", deal_id=deal.pk)
    assert seen(made) == before
    assert seen(made, 12).games == before.games + 1


def test_lengths_levels_and_busy_times() -> None:
    found = seen(busy_club())
    hour = timedelta(hours=1)
    assert found.lengths == [Length("standard", 2, hour, 40), Length("duel", 1, hour, 40)]
    assert found.levels == {1: 5, 4: 1}
    assert found.weekdays == [0, 2, 1, 0, 0, 0, 0]
    assert [hour for hour, games in enumerate(found.hours) if games] == [11]


def test_times_are_those_of_the_clubs_clocks() -> None:
    made = busy_club(time_zone="Pacific/Auckland")
    ended_game(day(13), {"Olga": 1, "Sven": 2}, club=made.pk)
    found = seen(made)
    assert [hour for hour, games in enumerate(found.hours) if games] == [0]
    assert found.participation[-1] == Week(date(2026, 11, 16), 3, 3), "it was Monday there already"


def test_tables_on_paper_count_for_who_came() -> None:
    made = busy_club()
    round_of(tournament_of(made, "Paper Cup"), 9, "++-", on_paper=True)
    assert seen(made).participation[2].players == 4
    assert seen(made).players == 5


def test_those_who_did_not_come_are_counted_by_tournament_and_by_season() -> None:
    made = busy_club()
    cup = tournament_of(made, "Cup")
    round_of(cup, 3, "++--")
    round_of(cup, 4, "+++-")
    first, second = tournament_of(made, "Division 1"), tournament_of(made, "Division 2")
    season_of(made, "League", 2, first, second)
    round_of(first, 10, "++")
    round_of(second, 11, "+-")
    round_of(tournament_of(made, "Too early"), -40, "--")
    round_of(tournament_of(made, "Not closed"), 12, "--", status="open")
    assert seen(made).attendance == [Attendance("League", 2, 4, 1), Attendance("Cup", None, 8, 3)]


def test_a_forfeit_in_the_middle_of_a_game_is_no_absence() -> None:
    made = busy_club()
    played = round_of(tournament_of(made, "Cup"), 3, "+-")
    played.places.filter(has_forfeited=True).update(score=12)
    assert seen(made).attendance == [Attendance("Cup", None, 2, 0)]


def test_only_periods_that_are_offered_can_be_asked_for() -> None:
    made = busy_club()
    assert seen(made, None).weeks == 12
    with refused(Malformed, "insights/weeks"):
        seen(made, 5)
