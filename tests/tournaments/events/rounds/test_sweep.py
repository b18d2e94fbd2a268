"""The sweep over tournaments: every step once, one bad tournament never in the way, and cheap when nothing is due."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.clock.models import Heartbeat
from games.clock.site_time import write_time
from games.log.models import Game
from games.play.deadlines import RETRY_PAUSE
from games.sweep import sweep_once
from tests.games.clock.chains import is_unbroken as is_game_unbroken
from tests.games.clock.test_sweep import plan
from tests.games.clock.threads import failures, team
from tests.games.clock.watch import Watch
from tests.games.sample_tables import command
from tests.tournaments.events.rounds.world import (
    FIRST,
    HOUR,
    announced,
    counts,
    duplicate,
    is_unbroken,
    pass_time,
    play_bots,
    row,
    settings,
    settle_down,
    status,
)
from tournaments.events.log.event_store import UnitOfWork
from tournaments.events.models import Table, Tournament
from tournaments.events.rounds import close_round, open_round, results, runner
from tournaments.events.rounds.runner import catch_up, sweep
from tournaments.events.state_machine import Step

EVERY_ROUND = ("paired", "published", "opening", "opened", "closing", "closed")


def test_a_sweep_with_nothing_due_is_two_small_queries_however_many_tournaments_wait(watch: Watch) -> None:
    announced(settings(first_at=write_time(watch.at + timedelta(days=9))), "Ada", "Bob")
    idle(300)
    with CaptureQueriesContext(connection) as queries:
        sweep(watch.at)
    assert len(queries) == 2
    plans = [plan(query["sql"]) for query in queries]
    assert any("tournaments_due" in text for text in plans)
    assert any("result_changes_by_age" in text for text in plans)


def idle(number: int) -> None:
    """Many tournaments in which only people can do something."""
    first = Tournament.objects.get()
    rows = [
        Tournament(
            **{field.attname: getattr(first, field.attname) for field in Tournament._meta.concrete_fields}
            | {"id": f"t-{at}", "invite": command(), "due_at": None}
        )
        for at in range(number)
    ]
    Tournament.objects.bulk_create(rows)


def test_a_tournament_that_fails_does_not_keep_others_waiting_and_is_tried_again_later(
    watch: Watch, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = (announced(settings(), "Ada", "Bob") for _ in range(2))
    start = runner.STEPS[Step.START]

    def fail(draft: UnitOfWork) -> None:
        if draft.tournament.pk == bad:
            raise RuntimeError("no")
        start(draft)

    monkeypatch.setattr(runner, "STEPS", {**runner.STEPS, Step.START: fail})
    pass_time(watch, FIRST)
    assert (status(good)[0], status(bad)[0]) == ("running", "registration")
    assert row(bad).due_at == watch.at + RETRY_PAUSE
    assert f"{bad} could not go on." in caplog.text
    monkeypatch.undo()
    pass_time(watch, RETRY_PAUSE.total_seconds())
    assert status(bad)[0] == "running"


def test_results_that_cannot_be_taken_in_keep_nobody_waiting(
    watch: Watch, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = (announced(settings(rounds=1), robots=2) for _ in range(2))
    pass_time(watch, FIRST)
    take_in_of = results.take_in_of

    def fail(tournament: str, games: Sequence[str]) -> None:
        if tournament == bad:
            raise RuntimeError("no")
        take_in_of(tournament, games)

    monkeypatch.setattr(results, "take_in_of", fail)
    for tournament in (bad, good):
        play_bots(tournament)
    assert (status(good)[0], status(bad)[0]) == ("finished", "running")
    assert f"Results of {bad} could not be taken in." in caplog.text
    monkeypatch.undo()
    settle_down()
    assert status(bad)[0] == "finished"


def test_between_ticks_nothing_is_done_that_came_due_since_the_last(watch: Watch) -> None:
    tournament = announced(settings(), "Ada", "Bob")
    watch.set(FIRST)
    catch_up()
    assert status(tournament)[0] == "registration"
    Heartbeat.objects.update(at=watch.at)
    catch_up()
    assert status(tournament)[0] == "running"


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_sweeps_at_once_take_every_step_once(real_watch: Watch, caplog: pytest.LogCaptureFixture) -> None:
    tournaments = [announced(settings(rounds=2), "Ada", "Bob", robots=3) for _ in range(3)]
    tournaments.append(announced(duplicate(rounds=2), "Ada", "Bob", robots=2))
    with team(4) as threads:
        for seconds in (FIRST, HOUR, HOUR):
            real_watch.set(seconds)
            Heartbeat.objects.update(at=real_watch.at)
            while Tournament.objects.filter(due_at__lte=real_watch.at).exists():
                assert failures(threads.at_once(*[sweep_once] * 4)) == []
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []
    for tournament in tournaments:
        assert status(tournament) == ("finished", 2, "closed")
        seen = counts(tournament)
        assert [seen[f"round/{kind}"] for kind in EVERY_ROUND] == [2] * 6
        assert (seen["tournament/started"], seen["tournament/finished"]) == (1, 1)
        tables = Table.objects.filter(round__tournament=tournament)
        assert seen["result/recorded"] == tables.count() == tables.exclude(game=None).count()
        assert is_unbroken(tournament)
    games = Game.objects.values_list("pk", flat=True)
    assert len(games) == Table.objects.count()
    assert all(is_game_unbroken(game) for game in games)


def test_a_big_round_is_opened_and_closed_in_several_steps(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_round, "BATCH", 2)
    monkeypatch.setattr(close_round, "BATCH", 2)
    taken: list[Step] = []
    steps = {step: noted(taken, step) for step in runner.STEPS}
    monkeypatch.setattr(runner, "STEPS", steps)
    tournament = announced(duplicate(rounds=1), "Ada", "Bob", "Cleo", "Dan", "Eve")
    pass_time(watch, FIRST)
    assert taken.count(Step.MAKE_GAMES) == 3
    pass_time(watch, HOUR)
    settle_down()
    assert taken.count(Step.SETTLE) == 6
    assert (status(tournament), counts(tournament)["result/recorded"]) == (("finished", 1, "closed"), 5)


def noted(taken: list[Step], step: Step) -> runner.StepFunction:
    """The step, which notes that it was taken."""
    take = runner.STEPS[step]

    def noting(draft: UnitOfWork) -> None:
        taken.append(step)
        take(draft)

    return noting
