"""Leaderboards follow the ledger in a step of their own: behind it for a moment, and never otherwise than it says."""

from random import Random

import pytest

from tests.tournaments.ratings.world import (
    BEGIN,
    LATER,
    STANDARD,
    count,
    hours,
    people,
    random_result,
    store,
    tables,
    void,
)
from tournaments.audit.ratings import check_ratings
from tournaments.ratings import services
from tournaments.ratings.leaderboards import updater
from tournaments.ratings.leaderboards.updater import are_boards_behind, update_boards
from tournaments.ratings.models import BoardRow, LedgerEntry, RatedMatch, RatingPool
from tournaments.ratings.rebuild import rebuild_ratings
from tournaments.ratings.rerating import rerate_pool
from tournaments.ratings.services import is_counting_due
from tournaments.ratings.what_if import shifts_if

pytestmark = pytest.mark.django_db


@pytest.fixture
def behind(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Results that are counted, and that no board says yet."""
    rng, folk = Random(7), people(6)
    games = store([random_result(rng, folk, BEGIN + hours(9 * at)) for at in range(30)])
    with monkeypatch.context() as still:
        still.setattr(services, "update_boards", bool)
        count()
    return games


def rebuilt() -> dict[tuple[str, str], list[tuple[object, ...]]]:
    list(rebuild_ratings())
    return tables(STANDARD)


def test_boards_that_are_behind_are_seen_to_and_are_no_finding(behind: list[str]) -> None:
    assert LedgerEntry.objects.exists()
    assert not BoardRow.objects.exists()
    assert check_ratings().findings == []
    assert is_counting_due(LATER)
    count()
    assert not any(map(are_boards_behind, RatingPool.objects.all()))
    assert check_ratings().findings == []
    assert tables(STANDARD) == rebuilt()


@pytest.mark.parametrize("lines", [1, 3, 1000])
def test_in_whatever_portions_they_follow_they_say_the_same(
    behind: list[str], lines: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(updater, "AT_ONCE", lines)
    update_boards(STANDARD)
    assert tables(STANDARD) == rebuilt()


def test_a_new_generation_takes_over_only_boards_that_are_complete(behind: list[str]) -> None:
    void(sorted(behind)[0])
    services.store_results([sorted(behind)[0]])
    assert are_boards_behind(RatingPool.objects.get(pk=STANDARD))
    for pool in RatingPool.objects.values_list("pk", flat=True):
        rerate_pool(pool)
    count()
    assert tables(STANDARD) == rebuilt()


def test_what_a_ruling_would_change_is_foreseen_though_boards_are_behind(behind: list[str]) -> None:
    game = RatedMatch.objects.filter(pool=STANDARD).order_by("at")[3].key
    foretold = [(shift.player, shift.after, shift.met_after) for shift in shifts_if({game: (STANDARD, None)})]
    update_boards(STANDARD)
    assert foretold == [(shift.player, shift.after, shift.met_after) for shift in shifts_if({game: (STANDARD, None)})]
    assert any(met for _, _, met in foretold)


def test_what_somebody_else_has_taken_in_is_not_taken_in_twice(behind: list[str]) -> None:
    seen = RatingPool.objects.get(pk=STANDARD)
    update_boards(STANDARD)
    version = RatingPool.objects.get(pk=STANDARD).version
    updater._add_next_lines(seen)
    assert RatingPool.objects.get(pk=STANDARD).version == version
    assert tables(STANDARD) == rebuilt()


def test_a_pool_that_is_not_there_has_no_boards() -> None:
    update_boards("brikks/nothing")
    assert not BoardRow.objects.exists()
