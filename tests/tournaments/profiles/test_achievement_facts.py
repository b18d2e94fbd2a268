"""The facts behind achievements, from what is stored."""

from datetime import datetime

import pytest

from games.log.models import Game
from tests.games.sample_tables import account
from tests.tournaments.profiles.insights.played_club import round_of, tournament_of
from tests.tournaments.profiles.results import count_in, day, ended_game, rated
from tests.tournaments.sample_clubs import club
from tournaments.events.models import Place
from tournaments.profiles.selectors import achievements_of
from tournaments.ratings.models import LedgerEntry, SoloRun

pytestmark = pytest.mark.django_db


def earned_by(name: str) -> dict[str, datetime]:
    """What somebody has achieved, and when."""
    return {one.key: one.at for one in achievements_of(account(name), rated(name))}


def test_matches_of_the_ledger_earn_them() -> None:
    count_in("duel", [(day(number), f"g-{number:02}", {"Ada": 1, "Bob": 2}) for number in range(10)])
    found = earned_by("Ada")
    assert (found["first-win"], found["streak"], found["settled"]) == (day(0), day(4), day(9))
    assert earned_by("Bob") == {"settled": day(9)}


def test_a_shared_first_place_is_no_win() -> None:
    count_in("duel", [(day(0), "g-1", {"Ada": 1, "Bob": 1})])
    assert earned_by("Ada") == {}


def test_an_upset_needs_an_opponent_much_higher_who_is_settled() -> None:
    count_in("duel", [(day(number), f"g-{number}", {"Ada": 1, "Bob": 2}) for number in (1, 2, 3)])
    theirs = LedgerEntry.objects.filter(player=rated("Bob"))
    own = LedgerEntry.objects.get(player=rated("Ada"), match="g-2").mu_before
    theirs.filter(match="g-2").update(mu_before=own + 200 / 42, games=10)
    assert "upset" not in earned_by("Ada"), "that rating was provisional"
    theirs.filter(match="g-3").update(mu_before=50, games=11)
    assert earned_by("Ada")["upset"] == day(3)
    theirs.filter(match="g-2").update(games=11)
    assert earned_by("Ada")["upset"] == day(2)
    assert "upset" not in earned_by("Bob")


def test_opponents_are_counted_once_each_at_rated_tables() -> None:
    names = [f"P{number}" for number in range(10)]
    for number, name in enumerate([*names[:9], *names[:9]]):
        ended_game(day(number), {"Ada": 1, name: 2})
    ended_game(day(30), {"Ada": 1, names[9]: 2}, is_rated=False)
    assert "opponents" not in earned_by("Ada")
    ended_game(day(40), {names[9]: 1, "Ada": 2})
    assert earned_by("Ada")["opponents"] == day(40)


@pytest.mark.parametrize(("rated_score", "is_master"), [(150, False), (151, True)])
def test_solo_runs_earn_them_too(rated_score: int, is_master: bool) -> None:
    game = ended_game(day(1), {"Ada": 1}, variant="solo")
    fields = {"key": "brikks", "level": 4, "score": 130, "rated": rated_score, "is_complete": True}
    SoloRun.objects.create(game=Game.objects.get(pk=game), player_id=rated("Ada"), ended_at=day(1), **fields)
    assert set(earned_by("Ada")) == ({"harsh", "master"} if is_master else {"harsh"})


@pytest.mark.parametrize(("last", "is_whole"), [("+", True), ("-", False)])
def test_every_round_of_a_tournament_is_attendance(last: str, is_whole: bool) -> None:
    cup = tournament_of(club(), "Cup", round=3, round_count=3)
    for number, came in enumerate(("++", "++", f"{last}+")):
        round_of(cup, number, came)
    cup.entrants.filter(number=1).update(account=account("Ada"), person=None)
    assert earned_by("Ada") == ({"attended": day(2)} if is_whole else {})


def test_a_bye_is_no_absence() -> None:
    cup = tournament_of(club(), "Cup", round=3, round_count=3)
    for number in range(3):
        round_of(cup, number, "++")
    ada = cup.entrants.get(number=1)
    cup.entrants.filter(pk=ada.pk).update(account=account("Ada"), person=None)
    Place.objects.filter(entrant=ada, round__number=2).update(table=None, seat=None, score=None, place=None)
    assert earned_by("Ada") == {"attended": day(2)}
    Place.objects.filter(entrant=ada, round__number=2).delete()
    assert earned_by("Ada") == {}
