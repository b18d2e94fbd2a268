"""Attacks on what is derived: snapshots, results, cards, players."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import models

from games.log.models import Snapshot
from games.log.state_cache import seal_snapshot
from games.play.models import GameCard, PlayerGame, SeatResult
from tests.games.integrity.audit.tampering import IS_SQLITE, Named, changed, execute, found, length
from tests.games.integrity.audit.world import World
from tests.games.sample_tables import account
from tests.sizes import size

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("number", range(size(10, 200)))
def test_a_changed_byte_of_a_snapshot(world: World, number: int) -> None:
    rng = Random(f"snapshot {number}")
    snapshot = Snapshot.objects.order_by("pk")[rng.randrange(Snapshot.objects.count())]
    text = changed(snapshot.state, rng.randrange(len(snapshot.state)))
    Snapshot.objects.filter(pk=snapshot.pk).update(state=text)
    assert found() == {Named(f"snapshot/{what}", snapshot.game_id, snapshot.seq) for what in ("state", "seal")}


def test_a_changed_state_that_was_sealed_again(world: World) -> None:
    snapshot = Snapshot.objects.get(pk=world.finished)
    state = snapshot.state.replace('"rolls":', '"rolls":1')
    seal = seal_snapshot(world.finished, snapshot.seq, snapshot.hash, state)
    Snapshot.objects.filter(pk=world.finished).update(state=state, seal=seal)
    assert found() == {Named("snapshot/state", world.finished, snapshot.seq)}


@pytest.mark.parametrize("at", [None, 0, 30, 63])
def test_a_changed_seal(world: World, at: int | None) -> None:
    snapshot = Snapshot.objects.get(pk=world.finished)
    seal = "" if at is None else changed(snapshot.seal, at)
    Snapshot.objects.filter(pk=world.finished).update(seal=seal)
    assert found() == {Named("snapshot/seal", world.finished, snapshot.seq)}


def test_the_seal_of_another_game(world: World) -> None:
    other, snapshot = Snapshot.objects.get(pk=world.duel), Snapshot.objects.get(pk=world.finished)
    Snapshot.objects.filter(pk=world.finished).update(seal=other.seal)
    assert found() == {Named("snapshot/seal", world.finished, snapshot.seq)}


def test_a_snapshot_of_another_event(world: World) -> None:
    snapshot = Snapshot.objects.get(pk=world.finished)
    Snapshot.objects.filter(pk=world.finished).update(seq=snapshot.seq - 1)
    assert found() == {
        Named(f"snapshot/{what}", world.finished, snapshot.seq - 1) for what in ("hash", "state", "seal")
    }


@pytest.mark.parametrize("seq", [0, 100_000])
def test_a_snapshot_of_an_event_that_there_is_not(world: World, seq: int) -> None:
    Snapshot.objects.filter(pk=world.finished).update(seq=seq)
    assert found() == {Named("snapshot/seq", world.finished, seq), Named("snapshot/seal", world.finished, seq)}


def test_a_snapshot_of_another_chain(world: World) -> None:
    snapshot = Snapshot.objects.get(pk=world.finished)
    Snapshot.objects.filter(pk=world.finished).update(hash=changed(snapshot.hash, 40))
    assert found() == {Named(f"snapshot/{what}", world.finished, snapshot.seq) for what in ("hash", "seal")}


def test_a_missing_snapshot_is_no_finding(world: World) -> None:
    assert length(world.finished) > 32
    Snapshot.objects.all().delete()
    assert found() == set()


@pytest.mark.parametrize(
    ("column", "value"), [("score", 1000), ("place", 4), ("place", None), ("has_won", None), ("has_forfeited", True)]
)
def test_a_changed_result(world: World, column: str, value: Any) -> None:
    results = SeatResult.objects.filter(game=world.finished, seat=1)
    new = not results.get().has_won if column == "has_won" else value
    results.update(**{column: new})
    assert found() == {Named(f"result/{column}", world.finished)}


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("key", "stones"),
        ("variant", "duel"),
        ("levels", "4,4"),
        ("visibility", "hidden"),
        ("is_rated", True),
        ("dice", "table"),
        ("deal_id", None),
        ("seconds", 60),
        ("free_seats", 1),
        ("status", "voided"),
        ("started_at", None),
        ("ended_at", None),
    ],
)
def test_a_changed_card(world: World, column: str, value: Any) -> None:
    GameCard.objects.filter(pk=world.finished).update(**{column: value})
    assert found() == {Named(f"card/{column}", world.finished)}


@pytest.mark.parametrize("column", ["created_at", "started_at", "ended_at"])
def test_a_time_in_a_card_that_is_a_moment_off(world: World, column: str) -> None:
    moved = models.F(column) + timedelta(microseconds=1)
    GameCard.objects.filter(pk=world.finished).update(**{column: moved})
    assert found() == {Named(f"card/{column}", world.finished)}


@pytest.mark.parametrize(
    ("column", "value"), [("actor", "p-0"), ("account", None), ("account", "Dan"), ("bot", "greedy"), ("level", 4)]
)
def test_a_changed_player(world: World, column: str, value: Any) -> None:
    new = account(value) if column == "account" and value else value
    PlayerGame.objects.filter(game=world.finished, seat=0).update(**{column: new})
    field = "account_id" if column == "account" else column
    assert found() == {Named(f"player/{field}", world.finished)}


def test_a_player_who_joined_at_another_time(world: World) -> None:
    moved = models.F("joined_at") - timedelta(seconds=1)
    PlayerGame.objects.filter(game=world.sealed, seat=2).update(joined_at=moved)
    assert found() == {Named("player/joined_at", world.sealed)}


@pytest.mark.parametrize(
    ("table", "column", "code"),
    [
        ("gamecard", "created_at", "card/created_at"),
        ("gamecard", "started_at", "card/started_at"),
        ("gamecard", "ended_at", "card/ended_at"),
        ("playergame", "joined_at", "player/joined_at"),
    ],
)
def test_a_time_that_there_is_not(world: World, table: str, column: str, code: str) -> None:
    value = "2026-13-40 00:00:00" if IS_SQLITE else "infinity"
    execute(f"UPDATE games_{table} SET {column} = %s WHERE game_id = %s", value, world.finished)
    assert found() == {Named(code, world.finished)}


@pytest.mark.parametrize(
    ("model", "code"), [(GameCard, "card/missing"), (SeatResult, "result/missing"), (PlayerGame, "player/missing")]
)
def test_missing_rows(world: World, model: type[models.Model], code: str) -> None:
    model._default_manager.filter(game=world.duel).delete()
    assert found() == {Named(code, world.duel)}


def test_a_result_of_a_game_that_is_not_over(world: World) -> None:
    SeatResult.objects.create(game_id=world.sealed, seat=0, score=90, place=1, has_won=True, has_forfeited=False)
    assert found() == {Named("result/extra", world.sealed)}


def test_a_player_on_a_free_seat(world: World) -> None:
    seat = PlayerGame.objects.get(game=world.finished, seat=0)
    PlayerGame.objects.create(
        game_id=world.waiting, seat=2, actor="p-1", account=None, bot="", level=1, joined_at=seat.joined_at
    )
    assert found() == {Named("player/extra", world.waiting)}
