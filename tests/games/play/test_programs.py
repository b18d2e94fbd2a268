"""Programs act for the account whose token they hold, but not in rated games."""

import pytest

from games.accounts.callers import caller_of
from games.log.models import Game
from games.play.moves import make_move
from games.play.seats import join_by_invite, join_game, leave_seat
from games.refusals import Forbidden, NotFound
from tests.games.refusals import refused
from tests.games.sample_tables import CONTRIBUTION, account, choose, command, fold_of, move, open_table, table

pytestmark = pytest.mark.django_db


def test_a_program_plays_where_nothing_is_rated() -> None:
    game = table()
    fold = fold_of(game)
    make_move(game, caller_of(account("Bob"), is_program=True), command(), choose(fold, 1), fold.asked)
    assert fold_of(game).seq > fold.seq


def test_a_program_and_its_account_are_the_same_to_the_log() -> None:
    game, ada = open_table(), account("Ada")
    by_hand = join_game(game, caller_of(ada), "c-once", CONTRIBUTION)
    assert join_game(game, caller_of(ada, is_program=True), "c-once", CONTRIBUTION) == by_hand


def test_a_program_does_not_sit_down_at_a_rated_game() -> None:
    game, program = open_table(rated=True), caller_of(account("Bob"), is_program=True)
    invite = Game.objects.get(pk=game).invite
    with refused(Forbidden, "token/rated"):
        join_by_invite(invite, program, command(), CONTRIBUTION)
    with refused(Forbidden, "token/rated"):
        join_game(game, program, command(), CONTRIBUTION)


def test_a_program_does_not_act_in_a_rated_game_not_even_to_resign() -> None:
    game = table(rated=True)
    move(game, 1)
    fold, program = fold_of(game), caller_of(account("Ada"), is_program=True)
    with refused(Forbidden, "token/rated"):
        make_move(game, program, command(), choose(fold, 0), fold.asked)
    with refused(Forbidden, "token/rated"):
        make_move(game, program, command(), fold.rules.encode(fold.rules.resigned(fold.state, 0)), None)


def test_a_program_learns_nothing_of_a_rated_game_that_it_may_not_know_of() -> None:
    game, program = open_table(rated=True, visibility="hidden"), caller_of(account("Bob"), is_program=True)
    with refused(NotFound, "game/not-found"):
        join_game(game, program, command(), CONTRIBUTION)
    with refused(NotFound, "game/not-found"):
        leave_seat(game, program, command(), 0)
