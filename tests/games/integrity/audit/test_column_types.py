"""Values that no column should hold, which SQLite takes nevertheless."""

from typing import Any

import pytest

from games.integrity.audit.rebuild import PARTS, rebuild
from games.log.models import Checkpoint
from tests.games.integrity.audit.tampering import IS_SQLITE, Named, change, found
from tests.games.integrity.audit.world import World

pytestmark = [pytest.mark.skipif(not IS_SQLITE, reason="PostgreSQL refuses such values itself."), pytest.mark.slow]

CODES = {
    "games_gamecard": "card/type",
    "games_seatresult": "result/type",
    "games_playergame": "player/type",
    "games_snapshot": "snapshot/type",
}
ODD = [
    ("games_gamecard", "is_rated", -1),
    ("games_gamecard", "is_rated", 2),
    ("games_gamecard", "is_rated", 0.5),
    ("games_gamecard", "is_rated", "yes"),
    ("games_gamecard", "ended_at", 1),
    ("games_gamecard", "ended_at", "some day"),
    ("games_seatresult", "has_won", -1),
    ("games_seatresult", "has_forfeited", -1),
    ("games_playergame", "level", 1.5),
    ("games_playergame", "account_id", "x"),
    ("games_snapshot", "state", b"{}"),
]


@pytest.mark.parametrize(("table", "column", "value"), ODD)
def test_a_value_of_another_type_in_a_row_of_a_game(world: World, table: str, column: str, value: Any) -> None:
    change(table, {column: value}, game_id=world.finished)
    assert Named(CODES[table], world.finished) in found()
    assert rebuild(world.finished, list(PARTS)) is None
    assert found() == set()


@pytest.mark.parametrize(
    "value", [1, "now", "2026-11-18", "2026-11-18 00:00:00 and a bit", "2026-11-18 00:00:00.1234567"]
)
def test_a_deadline_that_is_no_time_where_there_should_be_none(world: World, value: Any) -> None:
    change("games_game", {"due_at": value}, id=world.finished)
    assert Named("head/due_at", world.finished) in found()
    assert rebuild(world.finished, list(PARTS)) is None
    assert found() == set()


def test_a_time_as_bytes_comes_after_every_other(world: World) -> None:
    change("games_gamecard", {"created_at": b"2026-11-18 00:00:00"}, game_id=world.finished)
    assert Named("card/type", world.finished) in found()


def test_a_deal_that_is_shared_for_the_database_but_not_for_the_site(world: World) -> None:
    change("games_deal", {"is_shared": -1}, is_shared=False)
    assert Named("value/type") in found()


@pytest.mark.parametrize("column", ["number", "at", "note"])
def test_a_checkpoint_of_which_nothing_can_be_made_leaves_the_rest_to_be_audited(world: World, column: str) -> None:
    value = "one" if column == "number" else b"\xff"
    change("games_gamecard", {"status": "running"}, game_id=world.finished)
    change("games_checkpoint", {column: value}, number=1)
    assert {Named("value/type"), Named("card/status", world.finished)} <= found()


def test_a_leaf_of_which_nothing_can_be_made_leaves_the_rest_to_be_audited(world: World) -> None:
    change("games_checkpointleaf", {"game_id": b"\xff"}, game_id=world.finished)
    assert {"checkpoint/unreadable", "value/type"} <= {named.code for named in found()}


def test_a_last_checkpoint_without_a_number_leaves_the_rest_to_be_audited(world: World) -> None:
    change("games_checkpoint", {"number": "last"}, number=Checkpoint.objects.count())
    change("games_gamecard", {"status": "running"}, game_id=world.finished)
    assert {Named("checkpoint/unreadable"), Named("card/status", world.finished)} <= found()


def test_one_unreadable_checkpoint_does_not_hide_what_is_wrong_with_another(world: World) -> None:
    change("games_checkpoint", {"at": "2026-01-01T00:00:00.000000Z"}, number=1)
    change("games_checkpoint", {"at": b"\xff"}, number=2)
    assert {Named("checkpoint/at", checkpoint=1), Named("checkpoint/unreadable", checkpoint=2)} <= found()
