"""What a time-out does to a seat, as the table has agreed; through the sweep and the service."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils.dateparse import parse_datetime

from games.log.event_store import StoredEvent, read_log
from games.log.fold import Fold
from games.play.bots import play
from games.statuses import FINISHED, RUNNING
from games.sweep import sweep_once
from tests.games.clock.watch import Watch, due_at
from tests.games.sample_tables import fold_of, mixed_table, move, phase, play_until, table

pytestmark = pytest.mark.django_db


def is_in(wanted: str) -> Callable[[Fold], bool]:
    return lambda fold: phase(fold) == wanted


def table_in(wanted: str, **setup: Any) -> str:
    """A game with a clock that has come to a phase; not every game of chance comes to each."""
    for _ in range(50):
        game = table(seconds=60, **setup)
        if not play_until(game, is_in(wanted)).is_over:
            return game
    pytest.fail(f"No game has come to {wanted}.")


def added(game: str, before: int) -> list[StoredEvent]:
    """The events of a game after one with this seq."""
    return [row for row in read_log(game) if row.seq > before]


def ran_out(game: str, watch: Watch) -> list[StoredEvent]:
    """What happens when nobody acts."""
    before = fold_of(game).seq
    watch.run(56)
    assert added(game, before) == []
    watch.run(4)
    return added(game, before)


def test_an_undecided_reroll_counts_as_keep(watch: Watch) -> None:
    game = table_in("decide")
    active = fold_of(game).awaited[0]
    [keep] = ran_out(game, watch)
    assert (keep.entry.kind, keep.entry.seat, keep.entry.actor) == ("keep", active, "system")
    assert phase(fold_of(game)) == "moves"


@pytest.mark.parametrize("timeout", ["bomb", "forfeit"])
def test_a_start_block_that_is_not_drawn_forfeits(watch: Watch, timeout: str) -> None:
    game = table(seats=3, seconds=60, timeout=timeout)
    [drop] = ran_out(game, watch)
    assert (drop.entry.kind, drop.entry.seat, drop.entry.data["reason"]) == ("drop", 2, "timeout")
    assert fold_of(game).awaited == [1]


def test_an_unanswered_roll_uses_bombs_and_then_forfeits(watch: Watch) -> None:
    game = table_in("moves", variant="solo", seats=1, timeout="bomb")
    kinds = []
    while not fold_of(game).is_over:
        kinds.append(ran_out(game, watch)[0].entry)
    assert {entry.kind for entry in kinds[:-1]} == {"bomb"}
    assert (kinds[-1].kind, kinds[-1].data) == ("drop", {"reason": "timeout"})
    assert len(kinds) > 1


def test_an_unanswered_roll_forfeits_at_once_where_that_was_agreed(watch: Watch) -> None:
    game = table_in("moves", variant="solo", seats=1, timeout="forfeit")
    drop = ran_out(game, watch)[0].entry
    assert (drop.kind, drop.data) == ("drop", {"reason": "timeout"})
    assert fold_of(game).status == FINISHED


def test_mini_blocks_that_are_not_drawn_are_waived(watch: Watch) -> None:
    game = table_in("minis", variant="duel")
    owing = fold_of(game).awaited
    events = ran_out(game, watch)
    assert [(row.entry.kind, row.entry.seat) for row in events[: len(owing)]] == [("waive", seat) for seat in owing]
    assert phase(fold_of(game)) != "minis"


def test_several_seats_run_out_of_time_in_one_transaction(watch: Watch) -> None:
    game = table_in("moves", seats=4, timeout="bomb")
    move(game, 1)
    before = fold_of(game)
    assert before.awaited == [0, 2, 3]
    events = ran_out(game, watch)
    assert [(row.entry.kind, row.entry.seat) for row in events[:3]] == [("bomb", seat) for seat in (0, 2, 3)]
    assert events[3].entry.kind == "roll"
    assert {parse_datetime(row.at) for row in events} == {watch.at}


def test_answers_that_the_clock_gives_are_blinded_like_others(watch: Watch) -> None:
    game = table_in("moves", timeout="bomb")
    assert all("blind" in row.entry.data for row in ran_out(game, watch)[:2])


def test_bots_never_run_out_of_time(watch: Watch) -> None:
    game = mixed_table(1, "random", seconds=60)
    before = fold_of(game)
    assert before.awaited == [1]
    assert due_at(game) is None
    watch.run(600)
    assert fold_of(game) == before


def test_only_the_people_at_a_table_with_bots_run_out_of_time(watch: Watch) -> None:
    game = mixed_table(1, "random", seconds=60)
    play(game)
    assert fold_of(game).awaited == [0]
    [drop, *_] = ran_out(game, watch)
    assert (drop.entry.kind, drop.entry.seat) == ("drop", 0)
    assert fold_of(game).awaited == [1]
    assert due_at(game) is None


def test_a_bot_that_owes_an_answer_beside_people_does_not_run_out_of_time(watch: Watch) -> None:
    game = mixed_table(1, "random", seconds=60)
    play(game)
    play_until(game, is_in("moves"))
    assert fold_of(game).awaited == [0, 1]
    [bomb] = ran_out(game, watch)
    assert (bomb.entry.kind, bomb.entry.seat) == ("bomb", 0)
    assert fold_of(game).awaited == [1]


def test_without_a_clock_nobody_runs_out_of_time(watch: Watch) -> None:
    game = table()
    before = fold_of(game)
    assert due_at(game) is None
    watch.set(366 * 24 * 3600)
    sweep_once()
    watch.run(600)
    assert fold_of(game) == before
    assert before.status == RUNNING
