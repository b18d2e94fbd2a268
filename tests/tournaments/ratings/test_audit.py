"""Whatever is changed in ratings behind the site's back, the audit names it, and a rebuild puts it right."""

from collections.abc import Callable
from datetime import UTC, datetime
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models import F, Model, QuerySet

from games.clock.site_time import now, write_time
from games.log.models import Game
from games.play.models import SeatResult, UncountedResult, queue_results
from tests.tournaments.ratings.world import (
    BEGIN,
    DUEL,
    DUPLICATE,
    STANDARD,
    count,
    deal,
    field_of,
    hours,
    people,
    played,
    tables,
    void,
)
from tournaments.audit.ratings import check_ratings
from tournaments.ratings.copy_prefix import copy_unchanged_prefix
from tournaments.ratings.generation import begin_build
from tournaments.ratings.models import BoardBucket, BoardRow, LedgerEntry, RatedMatch, RatedSeat, Rating, RatingPool
from tournaments.ratings.services import rate_new_matches, store_results

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

POOLS = (STANDARD, DUEL, DUPLICATE)


@pytest.fixture
def games() -> list[str]:
    """Results of some weeks that are counted, with a ruling among them."""
    folk = people(4)
    games = [played(folk, [1, 2, 3, 4], BEGIN + hours(60 * at)) for at in range(9)]
    games += [played(folk[:2], [2, 1], BEGIN + hours(50 * at), variant="duel") for at in range(3)]
    field_of(deal(BEGIN), folk, [50, 60, 70, 80], BEGIN)
    count()
    void(games[4])
    count()
    return games


def found() -> set[str]:
    """The codes of all that the audit finds."""
    return {finding.code for finding in check_ratings().findings}


def test_nothing_is_found_where_nothing_was_changed(games: list[str]) -> None:
    report = check_ratings()
    assert (report.findings, report.beside["rating change"]) == ([], 8 * 4 + 3 * 2 + 4)
    assert check_ratings("2026-01-01").beside == {}


def test_the_first_match_of_people_is_missed_if_the_word_of_it_is_lost() -> None:
    played(people(2), [1, 2], BEGIN)
    assert found() == set()
    UncountedResult.objects.all().delete()
    assert found() == {"rating/uncounted"}


def last(table: type[Model]) -> QuerySet[Any]:
    """The row of a table that was written last of those that are shown."""
    generation = RatingPool.objects.get(pk=STANDARD).generation
    rows = table._default_manager.filter(pool=STANDARD, generation=generation)
    return rows.filter(pk=rows.latest("pk").pk)


ATTACKS: dict[str, tuple[Callable[[], object], set[str]]] = {
    "a figure in the last place": (
        lambda: last(LedgerEntry).update(mu_after=F("mu_after") + 1e-9),
        {"rating/figures"},
    ),
    "a place": (lambda: last(LedgerEntry).update(place=F("place") + 1), {"rating/figures"}),
    "an entry gone": (lambda: last(LedgerEntry).delete(), {"rating/missing"}),
    "an entry too many": (lambda: last(LedgerEntry).update(player="r-0"), {"rating/missing", "rating/surplus"}),
    "an entry of no match": (lambda: last(LedgerEntry).update(match="g-0"), {"rating/missing", "rating/surplus"}),
    "a rating": (lambda: last(Rating).update(sigma=1.0), {"rating/standing"}),
    "a rating gone": (lambda: last(Rating).delete(), {"rating/standing"}),
    "a row of a board": (lambda: last(BoardRow).update(value=F("value") + 1), {"board/row"}),
    "a row gone": (lambda: last(BoardRow).delete(), {"board/row"}),
    "a row on no board": (lambda: last(BoardRow).update(period="2031-01"), {"board/row", "board/surplus"}),
    "how many have a value": (lambda: last(BoardBucket).update(players=9), {"board/places"}),
    "a match gone": (
        lambda: RatedMatch.objects.filter(pool=STANDARD).latest("at").delete(),
        {"rating/uncounted", "rating/surplus", "rating/standing", "board/row", "board/places", "board/surplus"},
    ),
    "whose match it is": (
        lambda: RatedSeat.objects.filter(match=RatedMatch.objects.latest("at").key)[:1].get().delete(),
        {"rating/seats"},
    ),
    "a result": (lambda: SeatResult.objects.filter(game__card__variant="duel").update(place=1), {"rating/match"}),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_change_is_named_and_put_right(games: list[str], attack: str) -> None:
    before = tables(*POOLS)
    change, codes = ATTACKS[attack]
    change()
    assert found() == codes
    call_command("rebuild", "ratings", stdout=StringIO(), stderr=StringIO())
    assert found() == set()
    if attack != "a result":
        assert tables(*POOLS) == before


def test_what_is_still_to_be_counted_or_computed_is_no_finding(games: list[str]) -> None:
    void(games[2])
    assert found() == set()
    store_results([games[2]])
    assert RatingPool.objects.get(pk=STANDARD).stale_at is not None
    assert found() == set()
    build = begin_build(STANDARD)
    assert build is not None
    copy_unchanged_prefix(build)
    assert found() == set()
    played(people(2), [1, 2], BEGIN + hours(600))
    assert found() == set()
    store_results(list(UncountedResult.objects.values_list("pk", flat=True)))
    assert found() == set()
    rate_new_matches(STANDARD)
    assert found() == set()
    count()
    assert found() == set()


def aged(games: list[str]) -> None:
    """Let all that was played be long ago by the logs: something else has happened there since."""
    Game.objects.update(last_at=write_time(BEGIN))
    other = played(people(1), [1], BEGIN + hours(900), variant="solo", card={"is_rated": False})
    UncountedResult.objects.filter(pk=other).delete()
    Game.objects.filter(pk=other).update(last_at=write_time(BEGIN + hours(900)))


def pool() -> QuerySet[RatingPool]:
    return RatingPool.objects.filter(pk=STANDARD)


FAR = datetime(2999, 1, 1, tzinfo=UTC)
CLAIMS: dict[str, Callable[[], object]] = {
    "nothing": lambda: None,
    "counted to before": lambda: pool().update(at=BEGIN, match=""),
    "nothing is counted": lambda: pool().update(at=None, match=""),
    "counted to after": lambda: pool().update(at=FAR),
    "boards follow nothing": lambda: pool().update(boards_at=None, boards_match=""),
    "boards follow more": lambda: pool().update(boards_at=FAR),
    "all is stale": lambda: pool().update(stale_at=BEGIN, stale_match=""),
    "being built": lambda: pool().update(building=99, building_at=BEGIN, building_until=now() + hours(0.01)),
    "being built for ever": lambda: pool().update(building=99, building_at=BEGIN, building_until=FAR),
    "built by nobody": lambda: pool().update(building=99, building_at=BEGIN, building_until=BEGIN),
    "leased only": lambda: pool().update(building_until=now() + hours(0.01)),
    "no pool": lambda: pool().delete(),
    "another generation": lambda: pool().update(generation=99),
}
HARMLESS = ("nothing", "being built")
"""What an honest pool may say at any time, and what excuses nothing."""


@pytest.mark.parametrize("claim", CLAIMS)
def test_no_claim_of_a_pool_hides_a_raised_rating(games: list[str], claim: str) -> None:
    aged(games)
    rating = last(Rating).get()
    CLAIMS[claim]()
    assert bool(found()) == (claim not in HARMLESS)
    Rating.objects.filter(pk=rating.pk).update(mu=F("mu") + 1)
    assert found() & {"rating/standing", "rating/pool"}


@pytest.mark.parametrize("claim", ["all is stale", "being built", "counted to before"])
def test_no_claim_of_a_pool_hides_a_match_that_is_long_counted(games: list[str], claim: str) -> None:
    aged(games)
    CLAIMS[claim]()
    last(LedgerEntry).update(place=F("place") + 1)
    assert "rating/figures" in found()


def test_a_ledger_that_has_to_be_computed_again_is_still_the_fold_of_what_it_says(games: list[str]) -> None:
    void(games[2])
    store_results([games[2]])
    assert found() == set()
    LedgerEntry.objects.filter(match=games[2]).update(mu_after=F("mu_after") + 1)
    assert "rating/figures" in found()


@pytest.mark.parametrize("made_at", [BEGIN, FAR])
def test_no_word_hides_a_result_that_is_long_counted(games: list[str], made_at: datetime) -> None:
    aged(games)
    queue_results(UncountedResult, [games[1]], made_at)
    assert found() == {"rating/waiting"}
    RatedMatch.objects.filter(key=games[1]).delete()
    assert "rating/uncounted" in found()
    call_command("rebuild", "ratings", stdout=StringIO(), stderr=StringIO())
    assert found() == set()


def test_a_word_of_a_game_that_has_just_ended_must_be_heard_in_time(games: list[str]) -> None:
    queue_results(UncountedResult, [games[1]], FAR)
    assert found() == {"rating/waiting"}


def test_the_commands_see_to_ratings_too(games: list[str]) -> None:
    before = tables(*POOLS)
    told = StringIO()
    call_command("rebuild", "ratings", stdout=told, stderr=StringIO())
    assert told.getvalue() == "Rebuilt 10 of 10 ratings.\n"
    assert tables(*POOLS) == before
    LedgerEntry.objects.all().delete()
    Rating.objects.all().delete()
    BoardRow.objects.all().delete()
    BoardBucket.objects.all().delete()
    RatingPool.objects.all().delete()
    RatedMatch.objects.all().delete()
    call_command("rebuild", "ratings", stdout=StringIO(), stderr=StringIO())
    assert tables(*POOLS) == before
