"""Calling for a worker: after every move of a person, again when a call was lost, and more rarely when it is no use."""

from itertools import pairwise

import pytest

from engine.protocol import Json
from engine.registry import find
from games.play.bots import LONGEST_PAUSE, play, play_next, take_bot_turn
from games.play.persistence import BOT_LEASE
from games.sweep import sweep_once
from tests.games.clock.threads import team
from tests.games.clock.watch import Watch
from tests.games.play.bots.waiting_calls import waiting_calls
from tests.games.sample_tables import fold_of, mixed_table, move, table

pytestmark = pytest.mark.django_db(transaction=True)


def broken(view: object, seat: int, seed: str) -> Json:
    """A bot whose code fails."""
    raise ZeroDivisionError


@pytest.fixture
def broken_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every bot that is called random fails."""
    monkeypatch.setitem(find("brikks", 1).bots, "random", broken)


def test_a_worker_is_called_when_a_bot_has_to_act() -> None:
    game = mixed_table(1, "random")
    assert waiting_calls() == [game]


def test_nobody_is_called_for_people() -> None:
    table()
    assert waiting_calls() == []


def test_a_move_does_not_wait_for_the_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    game = mixed_table(1, "greedy", "greedy")
    play(game, 60)
    monkeypatch.setitem(find("brikks", 1).bots, "greedy", broken)
    waiting_calls()
    while fold_of(game).awaited == [0]:
        move(game, 0)
    assert fold_of(game).awaited == [0, 1, 2]
    assert waiting_calls() == [game]


def test_what_bots_do_calls_nobody_else() -> None:
    game = mixed_table(0, "random", "random")
    assert waiting_calls() == [game]
    play(game, 60)
    assert fold_of(game).is_over
    assert waiting_calls() == []


def test_bots_that_take_long_leave_the_rest_to_the_next_call() -> None:
    game = mixed_table(0, "random", "random")
    waiting_calls()
    turns = 0
    while not fold_of(game).is_over:
        assert play(game, 0) == 1
        turns += 1
        assert waiting_calls() == ([] if fold_of(game).is_over else [game])
    assert turns > 10


def test_a_lost_call_is_made_again_by_the_sweep(watch: Watch) -> None:
    game = mixed_table(1, "random")
    waiting_calls()
    watch.set(BOT_LEASE.total_seconds() / 2)
    sweep_once()
    assert waiting_calls() == []
    watch.set(BOT_LEASE.total_seconds() / 2)
    sweep_once()
    assert waiting_calls() == [game]
    play_next()
    sweep_once()
    assert waiting_calls() == []


def test_bots_that_were_taken_by_a_worker_that_is_gone_are_called_for_again(watch: Watch) -> None:
    game = mixed_table(1, "random")
    waiting_calls()
    assert take_bot_turn(watch.at) == game
    assert take_bot_turn(watch.at) is None
    watch.run(2 * BOT_LEASE.total_seconds())
    assert waiting_calls() == [game]
    assert play_next() == 1


def test_however_many_bots_wait_a_sweep_calls_for_a_few(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.play.deadlines.MOST_BOT_CALLS", 2)
    for _ in range(4):
        mixed_table(1, "random")
    waiting_calls()
    watch.set(BOT_LEASE.total_seconds())
    sweep_once()
    assert len(waiting_calls()) == 2


def test_workers_at_once_take_each_game_once(watch: Watch) -> None:
    games = [mixed_table(1, "random") for _ in range(4)]
    with team(4) as threads:
        taken = threads.at_once(*[lambda: take_bot_turn(watch.at)] * 4)
    later = [take_bot_turn(watch.at) for _ in games]
    assert sorted(filter(None, [*taken, *later])) == sorted(games)


@pytest.mark.slow
def test_a_bot_that_fails_is_called_ever_more_rarely(watch: Watch, broken_bots: None) -> None:
    game = mixed_table(1, "random")
    calls = []

    def answer() -> None:
        sweep_once()
        for _ in waiting_calls():
            calls.append(watch.at)
            with pytest.raises(ZeroDivisionError):
                play_next()

    waiting_calls()
    watch.run(600, answer)
    pauses = [later - earlier for earlier, later in pairwise(calls)]
    assert len(calls) < 20
    assert pauses == sorted(pauses)
    assert LONGEST_PAUSE <= pauses[-1] < 2 * LONGEST_PAUSE
    assert fold_of(game).awaited == [1]


def test_bots_that_fail_do_not_keep_others_from_acting(watch: Watch, broken_bots: None) -> None:
    failing = [mixed_table(1, "random") for _ in range(3)]
    watch.set(1)
    good = mixed_table(1, "greedy")
    for _ in failing:
        with pytest.raises(ZeroDivisionError):
            play_next()
    assert play_next() == 1
    assert fold_of(good).awaited == [0]
