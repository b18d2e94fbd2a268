"""Accounts take turns with their bots: one token with hundreds of games keeps nobody else's bot waiting."""

import pytest

from games.accounts.callers import SYSTEM_CALLER, Caller
from games.clock.site_time import now
from games.integrity.site_health import site_health
from games.play import bots as bot_turns
from games.play.bots import play_next
from games.play.creation import create_game
from games.play.lifecycle import start_game
from games.play.models import GameCard
from games.play.seats import join_game
from games.play.setup import Setup
from tests.games.clock.watch import Watch
from tests.games.sample_tables import CONTRIBUTION, bots, caller, command, fold_of
from tests.sizes import size

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nobody_was_served() -> None:
    bot_turns._served.clear()


def among_bots(by: Caller, number: int = 4) -> str:
    """A game among bots only that has begun."""
    game = create_game(Setup("standard", [1] * number, bots(*["greedy"] * number)), by, command()).game
    start_game(game, by, command())
    return game


def with_bot(name: str) -> str:
    """A game of somebody with a bot that has to act."""
    by = caller(name)
    game = create_game(Setup("standard", [1, 1], [{"kind": "person"}, *bots("greedy")]), by, command()).game
    join_game(game, by, command(), CONTRIBUTION, 0)
    start_game(game, by, command())
    return game


def test_hundreds_of_games_of_one_account_keep_nobody_elses_bot_waiting() -> None:
    flood = [among_bots(caller("Bob")) for _ in range(size(12, 210))]
    for _ in flood[:3]:
        play_next(0)
    mine = with_bot("Ada")
    assert play_next(0) == 1
    assert 1 not in fold_of(mine).awaited


def test_accounts_take_turns() -> None:
    flood = {with_bot("Bob") for _ in range(5)}
    others = {with_bot("Ada"), with_bot("Cleo")}
    taken = [bot_turns.take_bot_turn(now()) for _ in range(3)]
    assert others < set(taken)
    assert len(flood.intersection(taken)) == 1
    later = with_bot("Ada")
    assert bot_turns.take_bot_turn(now()) in flood
    assert bot_turns.take_bot_turn(now()) == later


def test_games_in_which_people_play_come_before_those_among_bots() -> None:
    idle, played = among_bots(caller("Cleo")), [with_bot("Bob") for _ in range(3)]
    taken = [bot_turns.take_bot_turn(now()) for _ in range(4)]
    assert set(taken[:3]) == set(played)
    assert taken[3] == idle


def test_games_of_the_server_have_a_turn_each() -> None:
    flood = {among_bots(caller("Bob")) for _ in range(3)}
    made = {among_bots(SYSTEM_CALLER) for _ in range(3)}
    assert set(GameCard.objects.filter(host=None).values_list("pk", flat=True)) == made
    taken = {bot_turns.take_bot_turn(now()) for _ in range(4)}
    assert made < taken
    assert len(flood & taken) == 1


def test_a_game_whose_turn_is_over_stands_at_the_end_of_the_line() -> None:
    first, second = among_bots(caller("Bob")), among_bots(caller("Bob"))
    play_next(0)
    assert fold_of(first).seq > fold_of(second).seq
    play_next(0)
    assert fold_of(first).seq == fold_of(second).seq


def test_who_watches_the_site_sees_how_many_bots_wait(watch: Watch) -> None:
    for _ in range(3):
        with_bot("Ada")
    watch.set(7)
    assert (site_health().waiting_bots, site_health().bots_wait) == (3, 7.0)
    play_next()
    assert site_health().waiting_bots == 2
