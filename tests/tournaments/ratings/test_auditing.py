"""Whatever is changed in ratings behind the site's back, the audit names it, and a rebuild puts it right."""

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models import F, Model, QuerySet

from games.models import SeatResult, UncountedResult
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
from tournaments.models import BoardBucket, BoardRow, LedgerEntry, RatedMatch, RatedSeat, Rating, RatingPool
from tournaments.ratings.building import begin

pytestmark = pytest.mark.django_db

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
    RatingPool.objects.filter(pk=STANDARD).update(stale_at=BEGIN, stale_match="")
    Rating.objects.filter(pool=STANDARD).delete()
    assert found() == set()
    assert begin(STANDARD) is not None
    assert found() == set()


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
