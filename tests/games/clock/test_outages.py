"""Outages and jumps of the clock: nobody loses time that nobody saw to, and nobody gains much."""

from datetime import datetime, timedelta

import pytest

from games.clock.models import Heartbeat
from games.clock.site_time import use_clock
from games.clock.steps import OUTAGE_TOLERANCE
from games.log.event_store import read_log
from games.log.models import Game
from games.play.deadlines import expire_due_games
from games.play.heartbeat import beat
from games.sweep import sweep_once
from tests.games.clock.watch import BEGIN, Watch, left
from tests.games.sample_tables import fold_of, mixed_table, move, table

pytestmark = pytest.mark.django_db

HOUR = 3600.0


def measured_at() -> datetime:
    return Heartbeat.objects.get().at


def test_the_first_sweep_measures_no_outage(watch: Watch) -> None:
    game = table(seconds=60)
    Heartbeat.objects.all().delete()
    watch.set(30)
    sweep_once()
    assert left(game, watch) == 30
    assert measured_at() == watch.at


def test_a_late_sweep_is_no_outage(watch: Watch) -> None:
    game = table(seconds=60)
    watch.set(OUTAGE_TOLERANCE.total_seconds())
    sweep_once()
    assert left(game, watch) == 60 - OUTAGE_TOLERANCE.total_seconds()


def test_an_outage_of_an_hour_leaves_everybody_the_time_they_had(
    watch: Watch, caplog: pytest.LogCaptureFixture
) -> None:
    games = [table(seconds=seconds) for seconds in (20, 60, 7200)]
    watch.run(16)
    before = [fold_of(game).seq for game in games]
    watch.set(HOUR)
    sweep_once()
    assert [left(game, watch) for game in games] == [4, 44, 7184]
    assert [fold_of(game).seq for game in games] == before
    assert "The clocks were not seen to" in caplog.text
    watch.run(4)
    assert fold_of(games[0]).seq > before[0]


def test_two_outages_add_up(watch: Watch) -> None:
    game = table(seconds=60)
    for _ in range(2):
        watch.set(HOUR)
        sweep_once()
        watch.run(10)
    assert left(game, watch) == 40


def test_whoever_was_asked_during_an_outage_gets_back_only_what_was_lost_since(watch: Watch) -> None:
    early, late = table(seconds=60), table(seconds=60)
    watch.run(20)
    watch.set(HOUR / 2)
    move(late)
    asked = fold_of(late)
    watch.set(HOUR / 2)
    sweep_once()
    assert left(early, watch) == 40
    assert left(late, watch) == 60
    assert fold_of(late) == asked


def test_whoever_was_asked_during_one_outage_keeps_the_time_of_the_next(watch: Watch) -> None:
    game = table(seconds=60)
    watch.set(HOUR)
    move(game)
    watch.set(10)
    sweep_once()
    watch.run(20)
    watch.set(HOUR)
    sweep_once()
    assert left(game, watch) == 40


def test_a_deadline_that_had_passed_before_the_outage_runs_out_after_it(watch: Watch) -> None:
    game = table(seconds=8)
    watch.run(8, beat)
    watch.set(HOUR)
    sweep_once()
    assert "drop" in {row.entry.kind for row in read_log(game)}


def test_a_clock_set_forward_costs_nobody_their_time(watch: Watch) -> None:
    game = table(seconds=60)
    watch.run(20)
    watch.step(HOUR + 1)
    sweep_once()
    assert left(game, watch) == 40


def test_a_clock_set_back_takes_deadlines_along(watch: Watch) -> None:
    game = table(seconds=60)
    watch.run(20)
    watch.step(-HOUR)
    sweep_once()
    assert left(game, watch) == 40
    assert measured_at() == watch.at
    watch.run(40)
    assert "drop" in {row.entry.kind for row in read_log(game)}


def test_whoever_was_asked_after_a_clock_was_set_back_loses_nothing(watch: Watch) -> None:
    game = table(seconds=60)
    watch.run(20)
    watch.step(-HOUR)
    move(game)
    watch.set(1)
    sweep_once()
    assert left(game, watch) == 59


def test_after_a_clock_was_set_back_nobody_has_more_than_one_decision(watch: Watch) -> None:
    game = table(seconds=7200)
    watch.set(HOUR * 1.5)
    Heartbeat.objects.update(at=watch.at)
    watch.step(-HOUR)
    sweep_once()
    assert left(game, watch) == 1800


def test_a_clock_that_was_wrong_for_a_while_has_done_no_harm(watch: Watch) -> None:
    game = table(seconds=60)
    watch.run(10)
    for _ in range(3):
        watch.step(HOUR)
        sweep_once()
        watch.step(-HOUR)
        sweep_once()
    assert left(game, watch) == 50
    move(game)
    assert left(game, watch) == 60


def test_the_log_never_runs_backwards(watch: Watch) -> None:
    game = table(seconds=60)
    watch.run(20)
    move(game)
    watch.step(-HOUR)
    sweep_once()
    move(game)
    times = [row.at for row in read_log(game)]
    assert times == sorted(times)


def test_bots_are_called_again_soon_after_a_clock_was_set_back(watch: Watch) -> None:
    game = mixed_table(1, "random")
    watch.step(-HOUR)
    sweep_once()
    bots_due_at = Game.objects.get(pk=game).bots_due_at
    assert bots_due_at is not None
    assert bots_due_at <= watch.at + timedelta(seconds=10)


def test_a_sweep_that_was_held_up_is_no_clock_set_back(watch: Watch) -> None:
    game = table(seconds=60)
    watch.run(40)
    # It has looked at the clock and was stopped; meanwhile another has beaten.
    looks = iter([BEGIN + timedelta(seconds=1)])
    with use_clock(lambda: next(looks, watch.at), watch.ticks):
        beat()
    assert left(game, watch) == 20
    assert measured_at() == watch.at


def test_a_sweep_that_was_held_up_expires_nothing_that_was_extended_since(watch: Watch) -> None:
    game = table(seconds=60)
    watch.run(56)
    watch.set(4)
    moment = beat()
    watch.set(HOUR)
    beat()
    expire_due_games(moment)
    assert left(game, watch) == 0
    assert len(read_log(game)) == fold_of(game).seq == 4
