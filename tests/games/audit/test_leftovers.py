"""Rows that belong to no game, and people who have played a shared deal twice."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from games.clocks.clock import now
from games.models import Attempt, Dispute, Game, PlayerGame
from tests.games.audit.tampering import IS_SQLITE, Named, execute, found
from tests.games.audit.world import World
from tests.games.tables import account

NOBODY = "g-nobody"
TABLES = {
    "card": "games_gamecard",
    "result": "games_seatresult",
    "player": "games_playergame",
    "snapshot": "games_snapshot",
    "actor": "games_actor",
    "attempt": "games_attempt",
    "text": "games_erasabletext",
    "word": "games_uncountedresult",
}


@contextmanager
def without_foreign_keys() -> Iterator[None]:
    """As whoever writes into the database by hand may have it."""
    if IS_SQLITE:
        # Inside a transaction they are only checked at its end, which never comes.
        yield
        return
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    execute("SET session_replication_role = replica")
    yield
    execute("SET session_replication_role = DEFAULT")
    execute("SET CONSTRAINTS ALL DEFERRED")


def move(table: str) -> None:
    """Let the rows of some game belong to one that there is not."""
    with without_foreign_keys():
        execute(
            f"UPDATE {table} SET game_id = %s WHERE game_id = (SELECT max(game_id) FROM {table})",
            NOBODY,
        )


@pytest.mark.parametrize("what", sorted(TABLES))
def test_rows_of_a_game_that_is_not_there(world: World, what: str) -> None:
    move(TABLES[what])
    assert Named(f"leftover/{what}", NOBODY) in found()


def test_a_dispute_of_a_game_that_is_not_there(world: World) -> None:
    made = {"game_id": NOBODY, "seq": 7, "at": 3, "status": "open", "opened_at": now()}
    with without_foreign_keys():
        Dispute.objects.create(**made)
        assert Named("leftover/dispute", NOBODY) in found()


def test_a_leaf_of_a_game_that_is_not_there(world: World) -> None:
    with without_foreign_keys():
        execute("DELETE FROM games_game WHERE id = %s", world.created)
    assert {Named("leftover/leaf", world.created), Named("game/missing", world.created)} <= found()


def play_again(world: World) -> str:
    """Let it have been Ada who has played both games of a shared deal; the second of them."""
    ada, second = account("Ada").pk, world.shared[1]
    execute("UPDATE games_actor SET account_id = %s WHERE game_id = %s", ada, second)
    PlayerGame.objects.filter(game=second).update(account=ada)
    Attempt.objects.filter(game=second).delete()
    return second


def test_somebody_who_has_played_a_shared_deal_twice(world: World) -> None:
    play_again(world)
    assert found() == {Named("deal/twice", max(world.shared))}


def test_somebody_whose_first_game_never_began(world: World) -> None:
    Game.objects.filter(pk=play_again(world)).update(status="aborted")
    assert "deal/twice" not in {one.code for one in found()}
