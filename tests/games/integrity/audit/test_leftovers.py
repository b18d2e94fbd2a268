"""Rows that belong to no game, and people who have played a shared deal twice."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from games.clock.site_time import now
from games.log.models import Game
from games.play.models import Attempt, Contribution, Deal, Dispute, GameCard, PlayerGame
from tests.games.integrity.audit.tampering import IS_SQLITE, Named, execute, found
from tests.games.integrity.audit.world import World
from tests.games.sample_tables import account

pytestmark = pytest.mark.slow

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
    GameCard.objects.filter(game=second).update(host=ada)
    Attempt.objects.filter(game=second).delete()
    return second


def test_somebody_who_has_played_a_shared_deal_twice(world: World) -> None:
    play_again(world)
    assert found() == {Named("deal/twice", max(world.shared))}


def test_somebody_whose_first_game_never_began(world: World) -> None:
    Game.objects.filter(pk=play_again(world)).update(status="aborted")
    assert "deal/twice" not in {one.code for one in found()}


def test_an_attempt_that_was_struck_out(world: World) -> None:
    Attempt.objects.filter(game=world.shared[0]).delete()
    assert found() == {Named("attempt/missing", world.shared[0])}


def test_an_attempt_that_was_given_to_somebody_else(world: World) -> None:
    Attempt.objects.filter(game=world.shared[0]).update(account=account("Dan"))
    assert found() == {Named("attempt/missing", world.shared[0]), Named("attempt/deal", world.shared[0])}


def test_an_attempt_in_the_game_of_somebody_else(world: World) -> None:
    own, other = world.shared
    Attempt.objects.filter(game=own).update(game=other)
    assert found() == {Named("attempt/deal", other)}


def test_an_attempt_at_another_deal(world: World) -> None:
    other = Game.objects.get(pk=world.finished).deal_id
    Attempt.objects.filter(game=world.shared[0]).update(deal=other)
    assert found() == {Named("attempt/missing", world.shared[0]), Named("attempt/deal", world.shared[0])}


@pytest.mark.parametrize("column", ["contributions", "tournament", "closed_at"])
def test_a_deal_of_one_game_that_has_what_only_shared_ones_have(world: World, column: str) -> None:
    deal = Game.objects.filter(pk=world.finished).values_list("deal")
    Deal.objects.filter(pk__in=deal).update(**{column: now() if column == "closed_at" else "[]"})
    assert Named("deal/alone", world.finished) in found()


def test_a_deal_of_a_tournament_that_is_anybodys(world: World) -> None:
    Deal.objects.filter(games=world.bot_run).update(tournament=None)
    assert found() == {Named("deal/elsewhere", world.bot_run)}


def test_something_that_was_added_to_the_dice_but_left_out_of_them(world: World) -> None:
    added = Contribution.objects.filter(deal__games=world.hidden, account=account("Bob"))
    assert added.update(value="f" * 32) == 1
    assert found() == {Named("deal/left-out", world.hidden)}
