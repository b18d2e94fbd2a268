"""What is foreseen is what comes: the same players, the same figures; and asking changes nothing."""

from random import Random

import pytest

from games.play.models import UncountedResult
from games.results import GameResult, SeatOutcome
from tests.tournaments.ratings.world import (
    BEGIN,
    DUPLICATE,
    STANDARD,
    count,
    deal,
    field_of,
    forfeit,
    hours,
    people,
    played,
    tables,
    void,
)
from tournaments.ratings.leaderboards.opponents import Met, read_met
from tournaments.ratings.matches import match_if
from tournaments.ratings.models import BoardRow, RatedPlayer, Rating, RatingPool
from tournaments.ratings.values import NEWCOMER, Skill
from tournaments.ratings.what_if import RatingShift, seats_to_recompute, shifts_if

pytestmark = pytest.mark.django_db


Standpoint = tuple[Skill, Met]
NOWHERE: Standpoint = (NEWCOMER, ())


def standing(pool: str) -> dict[str, Standpoint]:
    """What is thought of everybody, and whom they have met first."""
    of = {"pool": pool, "generation": RatingPool.objects.get(pk=pool).generation}
    met = {row.player_id: read_met(row.met) for row in BoardRow.objects.filter(**of, period="all")}
    found = Rating.objects.filter(**of)
    return {row.player_id: (Skill(row.mu, row.sigma, row.games), met[row.player_id]) for row in found}


def shifts_between(pool: str, before: dict[str, Standpoint], after: dict[str, Standpoint]) -> list[RatingShift]:
    everybody = sorted(before.keys() | after.keys())
    pairs = ((who, before.get(who, NOWHERE), after.get(who, NOWHERE)) for who in everybody)
    return [RatingShift(pool, who, was[0], then[0], was[1], then[1]) for who, was, then in pairs if was[0] != then[0]]


def league(players: int = 6, games: int = 25) -> tuple[list[int], list[str]]:
    rng, folk = Random(9), people(players)
    names = [played(rng.sample(folk, 3), [1, 2, 3], BEGIN + hours(at)) for at in range(games)]
    count()
    return folk, names


VOIDED = GameResult("voided", 9, "", ())


def test_a_void_game_changes_what_was_foreseen() -> None:
    _, games = league()
    before, rows = standing(STANDARD), tables(STANDARD)
    told = match_if(games[4], VOIDED)
    assert told == (STANDARD, games[4], None)
    foreseen = shifts_if({games[4]: (STANDARD, None)})
    assert (tables(STANDARD), UncountedResult.objects.count()) == (rows, 0)
    assert seats_to_recompute({games[4]: (STANDARD, None)}) == 21 * 3
    void(games[4])
    count()
    assert foreseen == shifts_between(STANDARD, before, standing(STANDARD))
    assert foreseen


def test_a_forfeit_changes_what_was_foreseen() -> None:
    _, games = league()
    before = standing(STANDARD)
    seats = tuple(SeatOutcome(50, place, place == 3, None) for place in (3, 1, 2))
    told = match_if(games[7], GameResult("finished", 9, "", seats))
    assert told is not None
    pool, key, match = told
    foreseen = shifts_if({key: (pool, match)})
    forfeit(games[7], 0)
    count()
    assert foreseen == shifts_between(STANDARD, before, standing(STANDARD))


def test_whoever_has_played_nothing_else_would_be_a_newcomer_again() -> None:
    folk = people(2)
    game = played(folk, [1, 2])
    count()
    assert {shift.after for shift in shifts_if({game: (STANDARD, None)})} == {NEWCOMER}


def test_what_counts_already_changes_nothing() -> None:
    _, games = league(games=5)
    told = match_if(games[2], GameResult("finished", 9, "", tuple(SeatOutcome(9, at, False, None) for at in (1, 2, 3))))
    assert told is not None
    assert shifts_if({told[1]: (told[0], told[2])}) == []


def test_a_voided_run_leaves_the_field_of_its_deal() -> None:
    runners = people(4)
    on = deal(BEGIN)
    games = field_of(on, runners, [50, 60, 70, 80], BEGIN)
    count()
    before = standing(DUPLICATE)
    told = match_if(games[3], VOIDED)
    assert told is not None
    assert (told[:2], told[2] and len(told[2].seats)) == ((DUPLICATE, on.pk), 3)
    foreseen = shifts_if({told[1]: (told[0], told[2])})
    void(games[3])
    count()
    assert foreseen == shifts_between(DUPLICATE, before, standing(DUPLICATE))


def test_what_counts_nowhere_has_no_match_and_asking_makes_nobody() -> None:
    unrated = played(people(2), [1, 2], card={"is_rated": False})
    [hidden] = field_of(deal(None), people(1), [50], BEGIN)
    fresh = played(people(2), [1, 2])
    result = GameResult("finished", 9, "", tuple(SeatOutcome(9, at, False, None) for at in (1, 2)))
    assert (match_if(unrated, result), match_if(hidden, VOIDED)) == (None, None)
    told = match_if(fresh, result)
    assert told is not None
    assert told[2] is not None
    assert not RatedPlayer.objects.exists()
