"""Outages: a round that would have closed in one gets grace, and only that one, once. And a clock that is set: a round
that is open has as much time left as before, and what is agreed on for later stays where it is."""

from datetime import timedelta

import pytest

from games.integrity.audit.full_audit import audit
from games.integrity.checkpoints import make_checkpoint, make_checkpoints
from games.sweep import sweep_once
from tests.games.clock.threads import failures, team
from tests.games.clock.watch import Watch
from tests.games.sample_tables import caller, command
from tests.tournaments.events.rounds.world import (
    FIRST,
    HOUR,
    announced,
    counts,
    is_unbroken,
    latest,
    pass_time,
    settings,
    settle_down,
    sit_down,
    status,
    told,
)
from tournaments.events.services.rounds import publish_round
from tournaments.events.services.schedule import pause, resume


def left(tournament: str, watch: Watch) -> timedelta:
    return latest(tournament).closes_at - watch.at


@pytest.mark.parametrize(("outage", "grace"), [(HOUR // 2, HOUR // 2), (5 * HOUR, HOUR)])
def test_a_round_whose_end_fell_into_an_outage_gets_grace(watch: Watch, outage: int, grace: int) -> None:
    tournament = announced(settings(rounds=1), "Ada", "Bob")
    pass_time(watch, FIRST)
    pass_time(watch, HOUR - 600)
    watch.set(outage)
    sweep_once()
    assert (status(tournament)[2], left(tournament, watch)) == ("open", timedelta(seconds=grace))
    [said] = told(tournament, "round/extended")
    assert said["cause"] == "outage"
    pass_time(watch, grace)
    assert status(tournament) == ("finished", 1, "closed")


def test_an_outage_that_ends_before_the_round_does_gives_nothing(watch: Watch) -> None:
    tournament = announced(settings(rounds=1), "Ada", "Bob")
    pass_time(watch, FIRST)
    watch.set(HOUR // 2)
    settle_down()
    assert (counts(tournament)["round/extended"], left(tournament, watch)) == (0, timedelta(minutes=30))


def test_a_round_that_came_due_in_an_outage_opens_afterwards(watch: Watch) -> None:
    tournament = announced(settings(rounds=1), "Ada", "Bob")
    watch.set(FIRST + 600)
    settle_down()
    assert (status(tournament), left(tournament, watch)) == (("running", 1, "open"), timedelta(minutes=50))
    other = announced(settings(rounds=1), "Ada", "Bob")
    watch.set(FIRST + 2 * HOUR)
    settle_down()
    assert (status(other), left(other, watch)) == (("running", 1, "open"), timedelta(hours=1))


def test_in_a_pause_there_is_nothing_to_extend(watch: Watch) -> None:
    tournament = announced(settings(rounds=1), "Ada", "Bob")
    pass_time(watch, FIRST)
    pause(tournament, caller("Olga"), command())
    watch.set(2 * HOUR)
    settle_down()
    assert (counts(tournament)["round/extended"], status(tournament)[2]) == (0, "open")


@pytest.mark.django_db(transaction=True)
def test_sweeps_at_once_give_grace_once(real_watch: Watch) -> None:
    tournaments = [announced(settings(rounds=1), "Ada", "Bob") for _ in range(3)]
    pass_time(real_watch, FIRST)
    real_watch.set(2 * HOUR)
    with team(4) as threads:
        assert failures(threads.at_once(*[sweep_once] * 4)) == []
    assert [counts(tournament)["round/extended"] for tournament in tournaments] == [1] * 3
    assert all(is_unbroken(tournament) for tournament in tournaments)


@pytest.mark.parametrize(("outage", "grace"), [(HOUR // 2, HOUR // 2), (3 * HOUR, HOUR)])
def test_tables_that_would_have_started_in_an_outage_wait_as_long_again(watch: Watch, outage: int, grace: int) -> None:
    tournament = announced(settings(rounds=1, seats=3, length=5 * HOUR, wait=600), "Ada", "Bob", "Cleo")
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada", "Bob")
    pass_time(watch, 590)
    watch.set(outage)
    settle_down()
    assert counts(tournament)["table/started-without"] == 0
    [said] = told(tournament, "round/wait-extended")
    assert (said["cause"], latest(tournament).waits_until) == ("outage", watch.at + timedelta(seconds=grace))
    pass_time(watch, grace - 1)
    assert counts(tournament)["table/started-without"] == 0
    pass_time(watch, 1)
    assert counts(tournament)["table/started-without"] == 1
    make_checkpoint()
    assert (is_unbroken(tournament), audit().findings) == (True, [])


def test_an_outage_before_the_tables_start_gives_nothing(watch: Watch) -> None:
    tournament = announced(settings(rounds=1, seats=3, wait=HOUR // 2), "Ada", "Bob", "Cleo")
    pass_time(watch, FIRST)
    watch.set(600)
    settle_down()
    assert counts(tournament)["round/wait-extended"] == 0


STEPS = [-600, 3600, -86_400]


@pytest.mark.parametrize("step", STEPS)
def test_an_open_round_has_as_much_time_left_after_the_clock_was_set(watch: Watch, step: int) -> None:
    tournament = announced(settings(rounds=2, remind=600), "Ada", "Bob")
    pass_time(watch, FIRST)
    pass_time(watch, 1200)
    remind_at = latest(tournament).remind_at
    assert remind_at is not None
    watch.step(step)
    sweep_once()
    assert left(tournament, watch) == timedelta(minutes=40)
    assert latest(tournament).remind_at == remind_at + timedelta(seconds=step)
    [said] = told(tournament, "round/extended")
    assert said["cause"] == "clock"
    pass_time(watch, 2399)
    assert status(tournament) == ("running", 1, "open")
    pass_time(watch, 1)
    assert status(tournament) == ("running", 2, "open")
    assert left(tournament, watch) == timedelta(hours=1)
    make_checkpoints()
    assert (is_unbroken(tournament), audit().findings) == (True, [])


@pytest.mark.parametrize("step", STEPS)
def test_a_round_that_is_still_to_open_keeps_its_date_when_the_clock_is_set(watch: Watch, step: int) -> None:
    tournament = announced(settings(rounds=1), "Ada", "Bob")
    opens = watch.at + timedelta(seconds=FIRST)
    watch.step(step)
    sweep_once()
    pass_time(watch, (opens - watch.at).total_seconds() - 1)
    assert status(tournament)[0] != "running"
    pass_time(watch, 1)
    assert (status(tournament), latest(tournament).opens_at) == (("running", 1, "open"), opens)


def test_a_round_that_follows_another_does_not_wait_for_the_clock_to_catch_up(watch: Watch) -> None:
    tournament = announced(settings(rounds=2, pairings="preview"), "Ada", "Bob")
    pass_time(watch, FIRST)
    publish_round(tournament, caller("Olga"), command())
    settle_down()
    pass_time(watch, HOUR)
    assert status(tournament) == ("running", 2, "paired")
    watch.step(-86_400)
    sweep_once()
    publish_round(tournament, caller("Olga"), command())
    settle_down()
    assert (status(tournament), left(tournament, watch)) == (("running", 2, "open"), timedelta(hours=1))


@pytest.mark.parametrize("step", STEPS)
def test_tables_wait_no_shorter_and_no_day_longer_when_the_clock_is_set(watch: Watch, step: int) -> None:
    tournament = announced(settings(rounds=1, seats=3, length=5 * HOUR, wait=1200), "Ada", "Bob", "Cleo")
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada", "Bob")
    pass_time(watch, 300)
    watch.step(step)
    sweep_once()
    pass_time(watch, 899)
    assert counts(tournament)["table/started-without"] == 0
    pass_time(watch, 1)
    assert counts(tournament)["table/started-without"] == 1
    make_checkpoints()
    assert (is_unbroken(tournament), audit().findings) == (True, [])


@pytest.mark.parametrize("step", STEPS)
def test_a_pause_in_which_the_clock_is_set_costs_nobody_any_time(watch: Watch, step: int) -> None:
    tournament = announced(settings(rounds=1), "Ada", "Bob")
    pass_time(watch, FIRST)
    pass_time(watch, 1200)
    pause(tournament, caller("Olga"), command())
    watch.step(step)
    sweep_once()
    pass_time(watch, 300)
    resume(tournament, caller("Olga"), command())
    assert left(tournament, watch) == timedelta(minutes=40)
    make_checkpoints()
    assert (is_unbroken(tournament), audit().findings) == (True, [])
