"""Attacks on the rows of games: found, and named with the column."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F

from games.clock import site_time
from games.clock.site_time import now
from games.log.models import Game
from games.play.deadlines import RETRY_PAUSE, put_off_game
from tests.games.integrity.audit.tampering import IS_SQLITE, Named, changed, execute, found, length
from tests.games.integrity.audit.world import World


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("seq", 3),
        ("head_hash", "0" * 64),
        ("last_at", "2026-11-16T09:00:00.000000Z"),
        ("status", "running"),
        ("status", "aborted"),
        ("awaited", 2),
    ],
)
def test_a_column_that_follows_from_the_end_of_the_log(world: World, column: str, value: Any) -> None:
    Game.objects.filter(pk=world.finished).update(**{column: value})
    # A game that ended long ago, by its row, has been counted long since.
    beside = {Named("rating/waiting", world.finished)} if column == "last_at" else set()
    assert found() == {Named(f"head/{column}", world.finished, length(world.finished)), *beside}


@pytest.mark.parametrize(("column", "value"), [("key", "stones"), ("rules_version", 2)])
def test_a_column_that_follows_from_the_first_event(world: World, column: str, value: Any) -> None:
    Game.objects.filter(pk=world.finished).update(**{column: value})
    assert found() == {Named(f"head/{column}", world.finished, 1)}


def test_one_changed_byte_of_the_head(world: World) -> None:
    before = Game.objects.get(pk=world.sealed).head_hash
    for at in (0, 31, 63):
        Game.objects.filter(pk=world.sealed).update(head_hash=changed(before, at))
        assert found() == {Named("head/head_hash", world.sealed, length(world.sealed))}


def test_a_game_that_waits_for_somebody_else(world: World) -> None:
    before = Game.objects.get(pk=world.sealed).awaited
    Game.objects.filter(pk=world.sealed).update(awaited=before ^ 1)
    assert found() == {Named("head/awaited", world.sealed, length(world.sealed))}


@pytest.mark.parametrize("column", ["asked_at", "due_at"])
def test_a_game_that_waits_without_a_time(world: World, column: str) -> None:
    Game.objects.filter(pk=world.sealed).update(**{column: None})
    assert found() == {Named(f"head/{column}", world.sealed)}


def test_bots_that_nobody_calls(world: World) -> None:
    Game.objects.filter(pk=world.mixed).update(bots_due_at=None)
    assert found() == {Named("head/bots_due_at", world.mixed)}


def test_a_game_that_is_over_and_has_a_deadline(world: World) -> None:
    due_at = Game.objects.get(pk=world.sealed).due_at
    Game.objects.filter(pk=world.finished).update(due_at=due_at)
    assert found() == {Named("head/due_at", world.finished)}


@pytest.mark.parametrize(
    "moved",
    [timedelta(seconds=-1), timedelta(days=-400), timedelta(hours=2), timedelta(days=4000)],
    ids=str,
)
def test_a_deadline_that_was_not_agreed_on(world: World, moved: timedelta) -> None:
    Game.objects.filter(pk=world.sealed).update(due_at=F("due_at") + moved)
    assert found() == {Named("head/due_at", world.sealed)}


def test_a_deadline_that_was_moved_by_an_outage(world: World) -> None:
    by = timedelta(days=30)
    Game.objects.filter(pk=world.sealed).update(due_at=F("due_at") + by, asked_at=F("asked_at") + by)
    assert found() == {Named("head/asked_at", world.sealed)}
    moment = now()
    with site_time.use_clock(lambda: moment + by):
        assert found() == set()


def test_a_deadline_that_was_put_off(world: World) -> None:
    row = Game.objects.get(pk=world.sealed)
    assert row.due_at is not None
    with site_time.use_clock(lambda: row.due_at or now()):
        put_off_game(world.sealed, row.due_at, row.due_at + RETRY_PAUSE)
        assert Game.objects.get(pk=world.sealed).due_at == row.due_at + RETRY_PAUSE
        assert found() == set()


@pytest.mark.parametrize("column", ["asked_at", "due_at"])
def test_a_time_that_there_is_not(world: World, column: str) -> None:
    value = "2026-13-40 25:61:00" if IS_SQLITE else "infinity"
    execute(f"UPDATE games_game SET {column} = %s WHERE id = %s", value, world.sealed)
    assert found() == {Named(f"head/{column}", world.sealed)}


def test_the_deal_of_another_game(world: World) -> None:
    deal = Game.objects.get(pk=world.hidden).deal
    Game.objects.filter(pk=world.finished).update(deal=deal)
    named = found()
    assert Named("head/deal", world.finished, 1) in named
    assert {one.game for one in named} == {world.finished, None}


@pytest.mark.parametrize("value", [0, 1, 10_000])
def test_another_number_of_checkpointed_events(world: World, value: int) -> None:
    last = length(world.finished)
    Game.objects.filter(pk=world.finished).update(checkpointed_seq=value)
    assert found() == {Named("head/checkpointed_seq", world.finished, last)}
