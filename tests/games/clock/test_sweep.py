"""The sweep: each deadline once, one bad game never in the way of others, and cheap when nothing is due."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import pytest
from django.conf import settings
from django.db import OperationalError, connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from games import sweep
from games.clock.models import Heartbeat
from games.log.models import Game
from games.log.unit_of_work import lock_head
from games.play import deadlines
from games.play.deadlines import RETRY_PAUSE, expire_due_games, expire_game
from games.play.heartbeat import beat
from games.sweep import sweep_once
from tests.games.clock.chains import counts, is_unbroken
from tests.games.clock.threads import PATIENCE_SECONDS, failures, team
from tests.games.clock.watch import Watch, due_at, wound
from tests.games.sample_tables import fold_of, open_table, table


@pytest.fixture
def real_watch(transactional_db: None) -> Iterator[Watch]:
    """A clock for tests whose threads need to see what others have committed."""
    with wound() as watch:
        yield watch


def spoil(game: str, watch: Watch) -> None:
    """Give a game a deadline although nobody in it has to act, on which the service fails whenever it is tried."""
    Game.objects.filter(pk=game).update(due_at=watch.at - timedelta(days=1), asked_at=watch.at - timedelta(days=2))


@contextmanager
def held(game: str) -> Iterator[None]:
    """Somebody else is working on a game."""
    locked, release = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            lock_head(game)
            locked.set()
            release.wait(PATIENCE_SECONDS)
        connections.close_all()

    holder = threading.Thread(target=hold)
    holder.start()
    assert locked.wait(PATIENCE_SECONDS)
    try:
        yield
    finally:
        release.set()
        holder.join()


needs_row_locks = pytest.mark.skipif(
    connection.vendor == "sqlite", reason="on SQLite only one transaction writes at a time"
)


def test_a_database_that_is_busy_is_a_line_in_the_log(
    watch: Watch, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr(sweep, "beat", fail)
    sweep_once()
    [record] = caplog.records
    assert record.getMessage() == "The clocks could not be seen to just now: database is locked"
    assert record.exc_info is None


def test_a_tick_with_nothing_due_is_a_few_small_queries(watch: Watch) -> None:
    for _ in range(3):
        table(seconds=60)
    watch.set(1)
    with CaptureQueriesContext(connection) as queries:
        sweep_once()
    # Where there is Redis, its leaderboards are compared with the tables.
    selects = 12 if settings.REDIS_URL else 11
    assert [query["sql"].split()[0] for query in queries] == ["UPDATE", *["SELECT"] * selects]


def test_nothing_that_a_tick_looks_for_is_looked_for_in_every_game(watch: Watch) -> None:
    watch.set(1)
    with CaptureQueriesContext(connection) as queries:
        sweep_once()
    plans = [plan(query["sql"]) for query in queries if "games_game" in query["sql"]]
    by_index = ("games_due", "games_bots_due", "cards_rated_without_clock")
    assert [sum(index in text for text in plans) for index in by_index] == [1, 1, 1]
    assert len(plans) == len(by_index)


def plan(statement: str) -> str:
    """How the database would do it, were there many rows."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(("EXPLAIN QUERY PLAN " if connection.vendor == "sqlite" else "EXPLAIN ") + statement)
        return str(cursor.fetchall())


def test_a_game_that_fails_does_not_keep_others_waiting(watch: Watch, caplog: pytest.LogCaptureFixture) -> None:
    bad, good = open_table(), table(seconds=60)
    watch.run(56)
    spoil(bad, watch)
    watch.run(4)
    assert counts(good)["drop"] == 1
    assert due_at(bad) == watch.at + RETRY_PAUSE
    assert f"The time of {bad} could not run out." in caplog.text


def test_a_game_that_fails_is_tried_again_only_after_a_while(watch: Watch, caplog: pytest.LogCaptureFixture) -> None:
    spoil(open_table(), watch)
    watch.run(2.5 * RETRY_PAUSE.total_seconds())
    assert caplog.text.count("could not run out.") == 3


def test_however_many_games_fail_others_get_their_turn(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "MOST_A_SWEEP", 5)
    bad = [open_table() for _ in range(6)]
    good = table(seconds=60)
    watch.run(60, beat)
    for game in bad:
        spoil(game, watch)
    sweep_once()
    sweep_once()
    assert counts(good)["drop"] == 1


@pytest.mark.django_db(transaction=True)
def test_one_bad_game_of_several_changes_only_itself(real_watch: Watch) -> None:
    bad = open_table()
    games = [table(seconds=60) for _ in range(3)]
    real_watch.run(56)
    spoil(bad, real_watch)
    real_watch.run(4)
    assert [counts(game)["drop"] for game in games] == [1, 1, 1]
    assert all(is_unbroken(game) for game in [bad, *games])


@pytest.mark.django_db(transaction=True)
def test_sweeps_at_once_let_each_deadline_run_out_once(real_watch: Watch, caplog: pytest.LogCaptureFixture) -> None:
    games = [table(seconds=60) for _ in range(12)]
    real_watch.run(56)
    real_watch.set(4)
    with team(4) as threads:
        assert failures(threads.at_once(*[sweep_once] * 4)) == []
    assert caplog.records == []
    assert [counts(game)["drop"] for game in games] == [1] * 12
    assert all(is_unbroken(game) for game in games)


@pytest.mark.django_db(transaction=True)
def test_sweeps_at_once_measure_an_outage_once(real_watch: Watch, caplog: pytest.LogCaptureFixture) -> None:
    game = table(seconds=60)
    real_watch.run(20)
    with team(4) as threads:
        for _ in range(5):
            real_watch.set(3600)
            assert failures(threads.at_once(*[sweep_once] * 4)) == []
    assert ["not seen to" in record.getMessage() for record in caplog.records] == [True] * 5
    due = due_at(game)
    assert due is not None
    assert (due - real_watch.at).total_seconds() == 40


@pytest.mark.django_db(transaction=True)
def test_first_sweeps_at_once_begin_the_heartbeat_together(caplog: pytest.LogCaptureFixture) -> None:
    with team(4) as threads:
        assert failures(threads.at_once(*[sweep_once] * 4)) == []
    assert caplog.records == []
    assert Heartbeat.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_others_can_write_between_two_games_of_a_sweep(real_watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        table(seconds=60)
    real_watch.run(60, beat)
    written = []

    def write() -> bool:
        """What fails at once if the sweep holds the database between two games."""
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute("PRAGMA busy_timeout = 0")
        with transaction.atomic():
            return bool(Game.objects.update(checkpointed_seq=0))

    with team(1) as threads:

        def expire_and_write(game: str, moment: datetime, waits: bool) -> bool:
            done = expire_game(game, moment, waits)
            written.extend(threads.at_once(write))
            return done

        monkeypatch.setattr(deadlines, "expire_game", expire_and_write)
        expire_due_games(real_watch.at)
    assert written == [True] * 3


@needs_row_locks
@pytest.mark.django_db(transaction=True)
def test_a_game_that_is_held_by_somebody_who_was_stopped_does_not_hold_up_others(
    real_watch: Watch, caplog: pytest.LogCaptureFixture
) -> None:
    stuck, free = table(seconds=60), table(seconds=60)
    real_watch.run(56)
    real_watch.set(4)
    with held(stuck):
        sweep_once()
        assert counts(free)["drop"] == 1
        assert f"The time of {stuck} could not run out just now" in caplog.text
    assert counts(stuck)["drop"] == 0
    sweep_once()
    assert counts(stuck)["drop"] == 1


@needs_row_locks
@pytest.mark.django_db(transaction=True)
def test_holding_a_game_again_and_again_keeps_no_deadline_off(real_watch: Watch) -> None:
    game = table(seconds=60)
    real_watch.run(56)
    real_watch.set(4)
    done = threading.Event()

    def hold_again_and_again() -> None:
        while not done.is_set():
            with transaction.atomic():
                lock_head(game)
                done.wait(0.01)

    def sweep_and_stop_holding() -> None:
        try:
            sweep_once()
        finally:
            done.set()

    with team(5) as threads:
        assert failures(threads.at_once(sweep_and_stop_holding, *[hold_again_and_again] * 4)) == []
    assert counts(game)["drop"] == 1
    assert fold_of(game).awaited == [0]
