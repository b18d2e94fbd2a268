"""Other apps in the sweep: they are asked every time, after an outage told of it, and hear of results."""

from datetime import datetime, timedelta

import pytest

from games import extension
from games.clock.models import Heartbeat
from games.log.models import Game
from games.play import bots
from games.play.models import ResultChange
from games.refusals import Busy
from games.sweep import sweep_once
from tests.games.clocks.watch import BEGIN, Watch, left
from tests.games.reserved import kept_table, sit_down
from tests.games.tables import account, fold_of, table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what a test hooks in is called."""
    for hook in (extension.on_sweep, extension.on_outage, extension.on_step, extension.on_result):
        monkeypatch.setattr(hook, "functions", [])


def fail(*_: object) -> None:
    raise ValueError("on purpose")


def test_every_sweep_asks_and_one_that_fails_is_in_nobodys_way(watch: Watch, caplog: pytest.LogCaptureFixture) -> None:
    asked: list[datetime] = []
    extension.on_sweep.connect(fail)
    extension.on_sweep.connect(asked.append)
    game = table(seconds=20)
    watch.run(24)
    assert asked[-1] == watch.at
    assert len(asked) == 6
    assert fold_of(game).seq > 4
    assert "could not see to what is due" in caplog.text


def test_they_are_asked_once_games_have_run_out(watch: Watch) -> None:
    words: list[bool] = []
    extension.on_sweep.connect(lambda moment: words.append(ResultChange.objects.exists()))
    game = kept_table("Ada", seconds=20, timeout="forfeit")
    sit_down(game, "Ada")
    watch.run(20)
    assert fold_of(game).is_over
    assert words == [False, False, False, False, True]


def test_an_outage_is_told_with_both_its_ends_and_before_games_get_their_time_back(watch: Watch) -> None:
    told: list[tuple[datetime, datetime, float]] = []
    game = table(seconds=60)
    extension.on_outage.connect(lambda last, moment: told.append((last, moment, left(game, watch))))
    watch.set(600)
    sweep_once()
    assert told == [(BEGIN, BEGIN + timedelta(seconds=600), -540)]
    assert left(game, watch) == 60
    watch.step(-300)
    sweep_once()
    watch.run(8)
    assert len(told) == 1


def test_who_fails_to_give_time_back_keeps_nobody_else_from_it(watch: Watch, caplog: pytest.LogCaptureFixture) -> None:
    def spoil(last: datetime, moment: datetime) -> None:
        account("Eve")
        fail()

    game = table(seconds=60)
    extension.on_outage.connect(spoil)
    watch.set(600)
    sweep_once()
    assert left(game, watch) == 60
    assert "Not everybody has got back" in caplog.text
    assert not Game.objects.filter(actors__account__username="eve").exists()


def test_a_busy_database_leaves_the_whole_outage_to_the_next_sweep(watch: Watch) -> None:
    is_busy = [True, False]

    def hesitate(last: datetime, moment: datetime) -> None:
        if is_busy.pop(0):
            raise Busy("site/busy", "Later.")

    game = table(seconds=60)
    extension.on_outage.connect(hesitate)
    watch.set(600)
    sweep_once()
    assert Heartbeat.objects.get().at == BEGIN
    sweep_once()
    assert is_busy == []
    assert left(game, watch) == 60


@pytest.mark.django_db(transaction=True)
def test_a_result_is_heard_of_after_its_commit_and_one_who_fails_to_hear_changes_nothing() -> None:
    heard: list[str] = []
    extension.on_result.connect(heard.append)
    extension.on_result.connect(fail)
    game = kept_table("random")
    bots.play(game, seconds=60)
    assert heard == [game]
    assert ResultChange.objects.get().game_id == game
