"""Giving a seat up before the start."""

from typing import Any

import pytest

from engine.errors import Malformed
from games.accounts.callers import SYSTEM_CALLER, Caller
from games.log.event_store import read_log
from games.log.models import Game
from games.play.models import PlayerGame
from games.play.seats import join_by_invite, leave_seat
from games.refusals import Conflict, Forbidden, NotFound
from tests.games.refusals import refused
from tests.games.sample_tables import CONTRIBUTION, caller, command, fold_of, open_table, table

pytestmark = pytest.mark.django_db


def with_bob(**setup: Any) -> str:
    game = open_table(**setup)
    join_by_invite(Game.objects.get(pk=game).invite, caller("Bob"), command(), CONTRIBUTION, 1)
    return game


def test_the_seat_is_free_again_and_the_contribution_gone() -> None:
    game = with_bob()
    receipt = leave_seat(game, caller("Bob"), command(), 1)
    row = read_log(game)[-1]
    assert (row.entry.kind, row.entry.seat, row.entry.data) == ("game/left", 1, {})
    assert (receipt.seq, receipt.hash) == (row.seq, row.hash)
    fold = fold_of(game)
    assert (fold.seated, fold.contributions) == ((None, None), ("", ""))
    assert not PlayerGame.objects.filter(game=game).exists()


def test_somebody_else_can_take_it_and_whoever_left_can_come_back() -> None:
    game = with_bob()
    leave_seat(game, caller("Bob"), command(), 1)
    invite = Game.objects.get(pk=game).invite
    join_by_invite(invite, caller("Cleo"), command(), "", 1)
    join_by_invite(invite, caller("Bob"), command(), "", 0)
    assert None not in fold_of(game).seated


@pytest.mark.parametrize(("name", "seat"), [("Bob", 0), ("Ada", 1), ("Cleo", 1), ("Bob", 2), ("Bob", -1)])
def test_only_ones_own_seat_is_given_up(name: str, seat: int) -> None:
    game, somebody = with_bob(), caller(name)
    with refused(Forbidden, "seat/not-yours"):
        leave_seat(game, somebody, command(), seat)


@pytest.mark.parametrize("somebody", [Caller(), Caller(bot_seat=1), SYSTEM_CALLER])
def test_nobody_gives_up_somebody_elses_seat(somebody: Caller) -> None:
    game = with_bob()
    with refused(Forbidden, "seat/not-yours"):
        leave_seat(game, somebody, "bot-1" if somebody.bot_seat else command(), 1)


@pytest.mark.parametrize("visibility", ["private", "hidden"])
def test_a_stranger_does_not_learn_of_a_game(visibility: str) -> None:
    game, cleo = with_bob(visibility=visibility), caller("Cleo")
    with refused(NotFound, "game/not-found"):
        leave_seat(game, cleo, command(), 1)


def test_after_the_start_nobody_leaves() -> None:
    game = table()
    bob = caller("Bob")
    with refused(Conflict, "game/not-open"):
        leave_seat(game, bob, command(), 1)


@pytest.mark.parametrize("seat", [None, True, "1", [1]])
def test_a_seat_is_a_number(seat: Any) -> None:
    game, bob = with_bob(), caller("Bob")
    with refused(Malformed, "seat/number"):
        leave_seat(game, bob, command(), seat)
