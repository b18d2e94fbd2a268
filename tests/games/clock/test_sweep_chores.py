"""What is done now and then: once in its time, whoever is started again meanwhile, and called for by one sweep."""

from datetime import datetime, timedelta

import pytest

from games.accounts.tasks import tidy_accounts
from games.clock.models import Chore
from games.integrity.tasks import make_checkpoint
from games.sweep import CHORE_INTERVALS, call_for_chores
from tests.games.clock.threads import failures, team
from tests.games.clock.watch import BEGIN, Watch


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What workers are called for."""
    names: list[str] = []
    for task in (make_checkpoint, tidy_accounts):
        monkeypatch.setattr(task, "delay", lambda name=task.name: names.append(name))
    return names


def sweep_at(seconds: float) -> datetime:
    moment = BEGIN + timedelta(seconds=seconds)
    call_for_chores(moment)
    return moment


@pytest.mark.django_db(transaction=True)
def test_a_beat_that_is_started_again_every_fifty_seconds_does_not_put_off_checkpoints(called: list[str]) -> None:
    for started in range(0, 600, 50):
        # It rings every second, but for the first two, and knows nothing of the one before it.
        for second in range(started + 2, started + 50):
            sweep_at(second)
    assert called.count("games.make_checkpoint") == 10
    assert called.count("games.tidy_accounts") == 1


@pytest.mark.django_db(transaction=True)
def test_sweeps_at_once_call_once(called: list[str]) -> None:
    with team(4) as threads:
        assert failures(threads.at_once(*[lambda: sweep_at(0)] * 4)) == []
        assert failures(threads.at_once(*[lambda: sweep_at(61)] * 4)) == []
    assert sorted(called) == ["games.make_checkpoint"] * 2 + ["games.tidy_accounts"]


@pytest.mark.django_db
def test_nothing_is_called_for_before_its_time(watch: Watch, called: list[str]) -> None:
    planned = dict(Chore.objects.values_list("name", "due_at"))
    assert planned == {name: watch.at + every for name, every in CHORE_INTERVALS.items()}
    watch.run(56)
    assert called == []


@pytest.mark.django_db(transaction=True)
def test_a_time_that_is_too_far_ahead_does_not_stop_checkpoints(called: list[str]) -> None:
    sweep_at(0)
    Chore.objects.update(due_at=BEGIN + timedelta(days=36500))
    called.clear()
    for second in range(1, 122):
        sweep_at(second)
    assert called.count("games.make_checkpoint") == 3
    assert called.count("games.tidy_accounts") == 1
