"""How a rating has gone, and form."""

import pytest

from games.accounts.callers import ANYBODY, Viewer
from tests.games.sample_tables import account
from tests.tournaments.profiles.results import count_in, day, ended_game, rated
from tournaments.profiles import selectors
from tournaments.profiles.rating_graph import graph_of
from tournaments.profiles.recent_form import LOST, SHARED, WON
from tournaments.profiles.selectors import career_of, course_of, form_of
from tournaments.ratings.leaderboards.selectors import usual_variant
from tournaments.ratings.models import Rating, RatingPool
from tournaments.ratings.selectors import export_ratings, player_with

pytestmark = pytest.mark.django_db

DUELS = [(day(number), f"g-{number:03}", {"Ada": 1 + number % 2, "Bob": 2 - number % 2}) for number in range(30)]


def test_ratings_of_another_game_do_not_stand_among_those_of_this_one() -> None:
    count_in("standard", [(day(1), "g-1", {"Ada": 1, "Bob": 2})])
    player = str(player_with(account("Ada").pk))
    RatingPool.objects.create(key="toy/turns", generation=1)
    Rating.objects.create(pool="toy/turns", generation=1, player_id=player, mu=30, sigma=5, games=40, at=day(2))
    career = career_of(account("Ada"), None, "", "")
    assert [rating.pool for rating in career.ratings] == ["brikks/standard"]
    assert usual_variant(Viewer(account("Ada").pk)) == "standard"
    assert [one["pool"] for one in export_ratings(account("Ada").pk)["ratings"]] == ["brikks/standard", "toy/turns"]


def test_every_match_is_a_point_the_oldest_first() -> None:
    count_in("duel", DUELS[:3])
    points = course_of(rated("Ada"), "duel", None).points
    assert [point.at for point in points] == [day(0), day(1), day(2)]
    assert points[0].rating > 1500 > points[0].rating - points[0].deviation


def test_a_range_begins_where_the_rating_stood_then() -> None:
    count_in("duel", DUELS[:3])
    whole, since = course_of(rated("Ada"), "duel", None).points, day(1)
    points = course_of(rated("Ada"), "duel", since).points
    assert points == [whole[1]._replace(at=since), whole[2]]
    assert course_of(rated("Ada"), "duel", day(9)).points == [whole[2]._replace(at=day(9))]
    assert course_of(rated("Ada"), "duel", day(-1)).points == whole


def test_of_many_matches_some_are_shown_and_always_the_first_and_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    count_in("duel", DUELS)
    whole = course_of(rated("Ada"), "duel", None).points
    monkeypatch.setattr(selectors, "MOST_POINTS", 8)
    thinned, step = course_of(rated("Ada"), "duel", None)
    assert step == 4
    assert {*whole[3::4], whole[0], whole[-1]} <= {*thinned}
    assert thinned == [point for point in whole if point in thinned]
    assert len(thinned) <= 8 + 4
    assert course_of(rated("Ada"), "standard", None) == ([], 1)


def test_what_is_said_of_many_matches_is_true_of_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    ups_and_downs = [1] * 5 + [2] * 9 + [1] * 16
    count_in(
        "duel",
        [(at, key, {"Ada": place, "Bob": 3 - place}) for (at, key, _), place in zip(DUELS, ups_and_downs, strict=True)],
    )
    told = [graph_of(course_of(rated("Ada"), "duel", None).points, None, day(60))]
    monkeypatch.setattr(selectors, "MOST_POINTS", 4)
    told.append(graph_of(course_of(rated("Ada"), "duel", None).points, None, day(60)))
    whole, thinned = ((one.first, one.last, one.lowest.rating, one.highest.rating) for one in told if one is not None)
    assert thinned == whole


def test_form_is_the_latest_ten_of_all_pools_the_newest_first() -> None:
    count_in("duel", DUELS[:9])
    count_in("standard", [(day(20), "g-s", {"Ada": 1, "Bob": 1}), (day(21), "g-t", {"Ada": 2, "Bob": 1, "Cleo": 3})])
    form = form_of(rated("Ada"), account("Ada"), ANYBODY)
    assert [outcome.word for outcome in form.outcomes[:4]] == ["placed", SHARED, WON, LOST]
    assert len(form.outcomes) == 10
    assert form.won == 4
    assert (form.outcomes[0].place, form.outcomes[0].field) == (2, 3)


def test_form_names_game_and_opponents_to_those_who_may_see_the_game() -> None:
    games = [
        ended_game(day(at), {"Ada": 1, "Bob": 2}, visibility=sight) for at, sight in enumerate(("public", "private"))
    ]
    count_in("duel", [(day(at), game, {"Ada": 1, "Bob": 2}) for at, game in enumerate(games)])
    private, public = form_of(rated("Ada"), account("Ada"), ANYBODY).outcomes
    assert (public.game, [one["name"] for one in public.opponents]) == (games[0], ["Bob"])
    assert (private.game, private.opponents) == (None, ())
    assert [one.game for one in form_of(rated("Ada"), account("Ada"), Viewer(account("Bob").pk)).outcomes] == games[
        ::-1
    ]
