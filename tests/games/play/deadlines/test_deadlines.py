"""When the time for a decision begins and when it begins anew."""

import pytest

from games.play.lifecycle import adjudicate
from games.play.moves import make_move
from games.play.setup import LONGEST_DECISION, SHORTEST_DECISION
from games.sweep import sweep_once
from tests.games.clock.watch import Watch, due_at, left
from tests.games.sample_tables import caller, command, fold_of, move, phase, play_until, table

pytestmark = pytest.mark.django_db


def test_the_time_begins_with_the_game(watch: Watch) -> None:
    assert left(table(seconds=SHORTEST_DECISION), watch) == SHORTEST_DECISION
    assert left(table(seconds=LONGEST_DECISION), watch) == LONGEST_DECISION


def test_an_answer_of_another_seat_does_not_extend_mine(watch: Watch) -> None:
    game = table(seats=4, seconds=60)
    play_until(game, lambda fold: phase(fold) == "moves")
    watch.run(10)
    for seat in (2, 0, 3):
        move(game, seat)
        watch.run(4)
    assert fold_of(game).awaited == [1]
    assert left(game, watch) == 60 - 10 - 12


def test_a_new_roll_gives_everybody_the_whole_time(watch: Watch) -> None:
    game = table(seconds=60)
    play_until(game, lambda fold: phase(fold) == "moves")
    watch.run(50)
    move(game)
    move(game)
    assert left(game, watch) == 60


def test_the_next_seat_that_draws_a_start_block_gets_the_whole_time(watch: Watch) -> None:
    game = table(seats=3, seconds=60)
    watch.run(50)
    move(game)
    assert left(game, watch) == 60


def test_keeping_a_roll_gives_everybody_the_whole_time_to_answer_it(watch: Watch) -> None:
    game = table(seconds=60)
    fold = play_until(game, lambda fold: phase(fold) == "decide")
    watch.run(50)
    seat = fold.awaited[0]
    make_move(game, caller(("Ada", "Bob")[seat]), command(), {"kind": "keep", "seat": seat}, fold.asked)
    assert left(game, watch) == 60


def test_another_question_to_the_same_seat_gives_it_the_whole_time(watch: Watch) -> None:
    game = table(seconds=60)
    play_until(game, lambda fold: phase(fold) == "decide" and fold.awaited == [0])
    make_move(game, caller("Bob"), command(), {"kind": "drop", "seat": 1, "reason": "resign"}, None)
    watch.run(50)
    fold = fold_of(game)
    assert (phase(fold), fold.awaited) == ("decide", [0])
    make_move(game, caller("Ada"), command(), {"kind": "keep", "seat": 0}, fold.asked)
    assert fold_of(game).awaited == [0]
    assert left(game, watch) == 60


def test_the_time_of_the_next_question_begins_when_the_last_one_has_run_out(watch: Watch) -> None:
    game = table(seats=3, seconds=60)
    watch.run(58)
    watch.set(3.5)
    sweep_once()
    assert fold_of(game).awaited == [1]
    assert left(game, watch) == 60


def test_giving_up_extends_nobody(watch: Watch) -> None:
    game = table(seats=3, seconds=60)
    play_until(game, lambda fold: phase(fold) == "moves")
    watch.run(40)
    make_move(game, caller("Cleo"), command(), {"kind": "drop", "seat": 2, "reason": "resign"}, None)
    assert fold_of(game).awaited == [0, 1]
    assert left(game, watch) == 20


def test_what_is_refused_extends_nobody(watch: Watch) -> None:
    game = table(seconds=60)
    before = due_at(game)
    watch.run(30)
    with pytest.raises(ValueError, match="not yours"):
        make_move(game, caller("Ada"), command(), {"kind": "keep", "seat": 1}, fold_of(game).asked)
    assert due_at(game) == before


def test_a_game_that_is_over_has_no_deadline(watch: Watch) -> None:
    game = table(seconds=60)
    adjudicate(game, caller("Judge", is_staff=True), command(), "as-stands")
    assert due_at(game) is None
