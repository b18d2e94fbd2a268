"""`kill -9` at every transition: it has happened or it has not, the next worker goes on, and nothing happens twice."""

import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from time import monotonic, sleep

import pytest
from django.db.models import Count, Sum

from engine.protocol import Json
from games.clock.models import Heartbeat
from games.clock.site_time import now, write_time
from games.integrity.audit.full_audit import audit
from games.integrity.checkpoints import make_checkpoint, make_checkpoints
from games.log.models import Game
from games.play import bots
from games.play.models import ResultChange
from games.play.seats import join_game
from games.refusals import Conflict
from games.sweep import sweep_once
from tests.games.chaos.site import Site, running, wait_until
from tests.games.clock.threads import failures, team
from tests.games.clock.watch import Watch
from tests.games.sample_tables import caller, command, fold_of
from tests.sizes import size
from tests.tournaments.events.rounds.killed_worker import POINTS, die, is_killed, kill_at, then
from tests.tournaments.events.rounds.world import (
    FIRST,
    HOUR,
    announced,
    counts,
    duplicate,
    entrant,
    game_of,
    games_of,
    is_unbroken,
    pass_time,
    row,
    settings,
    settle_down,
    sit_down,
    status,
)
from tournaments.events.log import commands
from tournaments.events.log.event_store import store
from tournaments.events.models import Table, Tournament
from tournaments.events.rounds import results
from tournaments.events.rounds.results import take_in_results
from tournaments.events.rounds.runner import take_step
from tournaments.events.services.rounds import start_table
from tournaments.events.services.schedule import cancel
from tournaments.events.situation import situation_of
from tournaments.events.state_machine import Step, next_step
from tournaments.notices.models import Notice

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(sys.platform != "linux", reason="processes are forked and killed"),
    pytest.mark.slow,
]
EVERY_ROUND = ("paired", "published", "opening", "opened", "closing", "closed")


def die_at(tournament: str, step: Step, point: str) -> None:
    """What a worker does that is killed at a point of a step."""
    kill_at(step, point)
    take_step(tournament, now())
    die()


def step_with_kills(tournament: str, watch: Watch) -> Iterator[Step]:
    """Take every step that is due, with a worker killed at each point of each; the last kill comes after the commit."""
    while (step := next_step(situation_of(row(tournament)), watch.at)) is not None:
        for point in POINTS:
            before = all_that_grows(tournament)
            assert is_killed(lambda: die_at(tournament, step, point))  # noqa: B023
            assert (all_that_grows(tournament) == before) == (point != "after the commit"), (step, point)
        yield step


def all_that_grows(tournament: str) -> tuple[object, ...]:
    """How far the logs of a tournament and of all games are."""
    found = row(tournament)
    return found.seq, found.due_at, Game.objects.aggregate(Count("pk"), Sum("seq"))


def run_with_kills(tournament: str, watch: Watch, *times: float) -> set[Step]:
    """Let time pass again and again, and every worker be killed; the steps that were taken."""
    taken: set[Step] = set()
    for seconds in times:
        watch.set(seconds)
        Heartbeat.objects.update(at=watch.at)
        taken.update(step_with_kills(tournament, watch))
    return taken


def check(tournament: str, rounds: int) -> None:
    """Whether everything has happened once."""
    assert status(tournament) == ("finished", rounds, "closed")
    seen = counts(tournament)
    assert [seen[f"round/{kind}"] for kind in EVERY_ROUND] == [rounds] * 6
    once = ("opened", "check-in-opened", "started", "finished")
    assert [seen[f"tournament/{kind}"] for kind in once] == [1] * 4
    assert seen["result/recorded"] == Table.objects.filter(round__tournament=tournament).count()
    assert Table.objects.exclude(game=None).count() == Game.objects.count()
    make_checkpoint()
    assert audit().findings == []


def with_everything(agreed: Json) -> Json:
    """Settings under which there is every step."""
    opens = write_time(now() + timedelta(seconds=60))
    return {**agreed, "registration_opens_at": opens, "check_in": HOUR, "remind": HOUR // 2}


STEPS = set(Step) - {Step.CALL_OFF, Step.START_WITHOUT}


def test_every_step_survives_a_kill(real_watch: Watch) -> None:
    tournament = announced(with_everything(settings(rounds=2)), robots=2)
    times = (60, FIRST - HOUR - 60, HOUR, HOUR // 2, HOUR // 2, HOUR // 2, HOUR // 2)
    assert run_with_kills(tournament, real_watch, *times) == STEPS
    check(tournament, 2)


def test_every_step_of_a_duplicate_round_survives_a_kill(real_watch: Watch) -> None:
    tournament = announced(with_everything(duplicate(rounds=1)), robots=2)
    assert run_with_kills(tournament, real_watch, 60, FIRST - HOUR - 60, HOUR, HOUR // 2, HOUR // 2) == STEPS
    check(tournament, 1)
    assert counts(tournament)["round/dealt"] == 1


def test_starting_tables_without_somebody_survives_a_kill(real_watch: Watch) -> None:
    tournament = announced(settings(rounds=1, seats=4, wait=600), "Ada", "Bob", "Cleo", robots=1)
    pass_time(real_watch, FIRST)
    sit_down(tournament, "Ada")
    waited = game_of(tournament, "Ada")
    assert run_with_kills(tournament, real_watch, 600) == {Step.START_WITHOUT}
    assert (counts(tournament)["table/started-without"], Game.objects.count()) == (1, 2)
    assert game_of(tournament, "Ada") != waited
    assert Notice.objects.exclude(kind="round-open").count() == 3
    pass_time(real_watch, HOUR)
    assert (status(tournament), is_unbroken(tournament)) == (("finished", 1, "closed"), True)
    make_checkpoint()
    assert audit().findings == []


def test_two_workers_start_a_table_without_somebody_once(real_watch: Watch) -> None:
    tournament = announced(settings(rounds=1, seats=3, wait=600), "Ada", "Bob", "Cleo")
    pass_time(real_watch, FIRST)
    sit_down(tournament, "Ada", "Bob")
    real_watch.set(600)
    Heartbeat.objects.update(at=real_watch.at)
    with team(4) as threads:
        assert failures(threads.at_once(*[lambda: take_step(tournament, now())] * 4)) == []
    assert (counts(tournament)["table/started-without"], Game.objects.count()) == (1, 2)
    assert (fold_of(game_of(tournament, "Ada")).status, is_unbroken(tournament)) == ("running", True)


def test_whoever_sits_down_at_the_last_moment_plays_or_is_told_that_it_is_too_late(real_watch: Watch) -> None:
    tournament = announced(settings(rounds=1, seats=3, wait=600), "Ada", "Bob", "Cleo")
    pass_time(real_watch, FIRST)
    sit_down(tournament, "Ada", "Bob")
    game, late = game_of(tournament, "Cleo"), caller("Cleo")
    real_watch.set(600)
    Heartbeat.objects.update(at=real_watch.at)
    refusals: list[str] = []

    def arrive() -> None:
        try:
            join_game(game, late, command(), "")
        except Conflict as refusal:
            refusals.append(refusal.code)

    with team(2) as threads:
        assert failures(threads.at_once(arrive, lambda: take_step(tournament, now()))) == []
    settle_down()
    seated = len(fold_of(game_of(tournament, "Ada")).seated)
    assert (seated, refusals) in ((3, []), (2, ["seat/too-late"]))


@pytest.mark.parametrize("turn", range(size(3, 30)))
def test_an_organiser_the_sweep_and_the_missing_player_at_once(real_watch: Watch, turn: int) -> None:
    tournament = announced(settings(rounds=1, seats=3, wait=600), "Ada", "Bob", "Cleo")
    pass_time(real_watch, FIRST)
    sit_down(tournament, "Ada", "Bob")
    game, late, missing = game_of(tournament, "Cleo"), caller("Cleo"), [entrant(tournament, "Cleo")]
    olga, otto = caller("Olga"), caller("Otto")
    real_watch.set(600)
    Heartbeat.objects.update(at=real_watch.at)
    refusals: list[str] = []

    def trying(work: Callable[[], object]) -> Callable[[], None]:
        def tried() -> None:
            try:
                work()
            except Conflict as refusal:
                refusals.append(refusal.code)

        return tried

    works = [
        trying(lambda: join_game(game, late, command(), "")),
        trying(lambda: start_table(tournament, olga, "once", 1, missing, "She has called.")),
        trying(lambda: start_table(tournament, olga, "once", 1, missing, "She has called.")),
        trying(lambda: start_table(tournament, otto, command(), 1, missing, "It is late.")),
        lambda: take_step(tournament, now()),
    ]
    with team(5) as threads:
        assert failures(threads.at_once(*works[turn % 5 :], *works[: turn % 5])) == []
    settle_down()
    seated, started = len(fold_of(game_of(tournament, "Ada")).seated), counts(tournament)["table/started-without"]
    assert (seated, started, Game.objects.count()) in ((3, 0, 1), (2, 1, 2))
    assert ("seat/too-late" in refusals) == (started == 1)
    assert set(refusals) <= {"seat/too-late", "round/already-started"}
    assert fold_of(game_of(tournament, "Ada")).status == "running"
    make_checkpoints()
    assert audit().findings == []


def test_an_organiser_whose_request_dies_has_started_a_table_or_not(real_watch: Watch) -> None:
    tournament = announced(settings(rounds=1, seats=3), "Ada", "Bob", "Cleo")
    pass_time(real_watch, FIRST)
    sit_down(tournament, "Ada", "Bob")
    otto, missing = caller("Otto"), [entrant(tournament, "Cleo")]

    def start(last: Callable[..., object] | None = None) -> None:
        if last is not None:
            setattr(commands, "store", then(store, last))  # noqa: B010
        start_table(tournament, otto, "once", 1, missing, "She has called.")
        die()

    before = all_that_grows(tournament)
    assert is_killed(lambda: start(die))
    assert all_that_grows(tournament) == before
    assert is_killed(start)
    assert start_table(tournament, otto, "once", 1, missing, "She has called.").seq == row(tournament).seq
    assert (counts(tournament)["table/started-without"], Game.objects.count()) == (1, 2)
    assert is_unbroken(tournament)


def test_calling_off_survives_a_kill(real_watch: Watch) -> None:
    tournament = announced(settings(), robots=4)
    pass_time(real_watch, FIRST)
    cancel(tournament, caller("Olga"), command(), "The room is flooded.")
    assert run_with_kills(tournament, real_watch, 1) == {Step.CALL_OFF}
    assert (status(tournament), row(tournament).due_at) == (("cancelled", 1, "closed"), None)
    assert counts(tournament)["round/closed"] == 1
    assert not games_of(tournament)


@pytest.mark.parametrize("is_committed", [False, True])
def test_a_result_is_taken_in_once_whenever_the_worker_is_killed(real_watch: Watch, is_committed: bool) -> None:
    tournament = announced(settings(rounds=1), robots=4)
    pass_time(real_watch, FIRST)
    game = games_of(tournament)[0]
    while bots.play(game, seconds=60):
        pass
    assert ResultChange.objects.count() == 1

    def take_in_and_die() -> None:
        if not is_committed:
            setattr(results, "store", then(store, die))  # noqa: B010
        take_in_results()
        die()

    assert is_killed(take_in_and_die)
    assert (ResultChange.objects.count(), counts(tournament)["result/recorded"]) == ((0, 1) if is_committed else (1, 0))
    sweep_once()
    assert (ResultChange.objects.count(), counts(tournament)["result/recorded"]) == (0, 1)
    assert is_unbroken(tournament)


def kill_workers(site: Site, tournaments: list[str]) -> None:
    """Kill one worker or beat after the other while rounds are played."""
    end = monotonic() + size(6, 40)
    while monotonic() < end and not are_over(tournaments):
        sleep(1.0)
        site.kill("worker")
        site.kill("beat")


def are_over(tournaments: list[str]) -> bool:
    return Tournament.objects.filter(pk__in=tournaments, status="finished").count() == len(tournaments)


def test_two_beats_and_two_workers_play_every_round_once_whoever_is_killed(tmp_path: Path) -> None:
    soon = write_time(now() + timedelta(seconds=8))
    tournaments = [announced(settings(rounds=2, first_at=soon), robots=4) for _ in range(2)]
    tournaments.append(announced(duplicate(rounds=2, first_at=soon), robots=3))
    with running(tmp_path, "worker", "worker", "beat", "beat") as site:
        kill_workers(site, tournaments)
        wait_until(lambda: are_over(tournaments), "all rounds are played")
        site.stop()
    for tournament in tournaments:
        seen = counts(tournament)
        assert [seen[f"round/{kind}"] for kind in EVERY_ROUND] == [2] * 6
        assert seen["result/recorded"] == Table.objects.filter(round__tournament=tournament).count()
    make_checkpoint()
    assert audit().findings == []
