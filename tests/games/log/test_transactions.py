"""Writing in good order: one transaction, on SQLite in its turn, and a busy database told as such."""

import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connection, connections, transaction

from brikks_site.sqlite.write_queue import queue_of
from games.accounts.models import Account
from games.log.event_store import CommandSignature, read_log
from games.log.sql import write_transaction
from games.log.unit_of_work import Draft, read_head
from games.play.persistence import store_draft
from games.refusals import Busy
from tests.games.refusing import refused
from tests.games.tables import account, move, table

only_sqlite = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL lets many write at once")


@pytest.mark.django_db(transaction=True)
def test_what_waits_for_the_commit_keeps_no_other_thread_from_writing() -> None:
    """Ringing for a worker can take its time; others write meanwhile."""
    done: list[bool] = []

    def write_elsewhere() -> None:
        thread = threading.Thread(target=_rename)
        thread.start()
        thread.join(10)
        done.append(not thread.is_alive())

    account("Ada")
    with write_transaction():
        Account.objects.filter(username="ada").update(display_name="Ada 1")
        transaction.on_commit(write_elsewhere)
    assert done == [True]
    assert Account.objects.get(username="ada").display_name == "Ada 2"


def _rename() -> None:
    with write_transaction():
        Account.objects.filter(username="ada").update(display_name="Ada 2")
    connections.close_all()


@pytest.mark.django_db(transaction=True)
def test_a_failure_undoes_everything_and_ends_the_turn() -> None:
    account("Ada")
    with pytest.raises(Undone):
        _rename_and_fail()
    assert Account.objects.get(username="ada").display_name == "Ada"
    with write_transaction():
        pass


class Undone(Exception):
    pass


@pytest.mark.django_db(transaction=True)
def test_a_command_is_stored_with_the_end_of_its_transaction_and_not_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes wrong after the last statement undoes the whole of it."""

    def store_and_fail(draft: Draft, signature: CommandSignature | None) -> None:
        store_draft(draft, signature)
        raise Undone

    game = table()
    before = read_head(game)
    with monkeypatch.context() as patch:
        patch.setattr("games.play.commands.store_draft", store_and_fail)
        with pytest.raises(Undone):
            move(game)
    assert read_head(game) == before
    assert [event.seq for event in read_log(game)] == list(range(1, before.seq + 1))
    move(game)
    assert read_head(game).seq > before.seq


def _rename_and_fail() -> None:
    with write_transaction():
        Account.objects.filter(username="ada").update(display_name="somebody else")
        raise Undone


@pytest.mark.django_db(transaction=True)
def test_the_cause_of_a_busy_database_is_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING), refused(Busy, "site/busy"), write_transaction():
        raise OperationalError("disk I/O error")
    assert "The database could not be written to: disk I/O error" in caplog.text


@only_sqlite
@pytest.mark.django_db(transaction=True)
def test_inside_another_transaction_no_turn_is_waited_for() -> None:
    """Somebody who holds the database and waits for a turn would wait for somebody who waits for the database."""
    with transaction.atomic():
        assert connection.in_atomic_block
        with write_transaction(), write_transaction():
            account("Ada")


@contextmanager
def somebody_writes() -> Iterator[None]:
    """Somebody else has their turn, for as long as a block takes; we have little patience."""
    queue = queue_of(str(connection.settings_dict["NAME"]))
    with impatient():
        assert queue.enter(1)
        try:
            yield
        finally:
            queue.leave()


@contextmanager
def impatient() -> Iterator[None]:
    connection.settings_dict["OPTIONS"]["timeout"], usual = 0.1, connection.settings_dict["OPTIONS"]["timeout"]
    try:
        yield
    finally:
        connection.settings_dict["OPTIONS"]["timeout"] = usual


def rename_in_transaction() -> None:
    with transaction.atomic():
        rename_at_once()


def rename_at_once() -> None:
    Account.objects.filter(username="ada").update(display_name="Ada 3")


@only_sqlite
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("write", [rename_in_transaction, rename_at_once])
def test_whoever_writes_waits_in_the_queue_and_whoever_reads_does_not(write: Callable[[], None]) -> None:
    account("Ada")
    with somebody_writes():
        with pytest.raises(OperationalError, match=r"no turn to write within 0\.1 seconds"):
            write()
        assert Account.objects.get(username="ada").display_name == "Ada"
    write()
    assert Account.objects.get(username="ada").display_name == "Ada 3"
    assert not connection._turn  # type: ignore[attr-defined]


@only_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_turn_that_does_not_come_is_told_as_busy() -> None:
    with somebody_writes(), refused(Busy, "site/busy"), write_transaction():
        pass


@only_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_connection_that_is_closed_inside_a_transaction_gives_up_its_turn() -> None:
    with transaction.atomic():
        account("Ada")
        connection.close()
    with somebody_writes():
        pass
    assert not Account.objects.exists()


def _noting(told: list[str]) -> Callable[..., Any]:
    """Writes down how long the database is told to be patient."""

    def note(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if sql.startswith("PRAGMA busy_timeout"):
            told.append(sql)
        return execute(sql, *rest)

    return note


def _busy_timeout(pragma: str) -> int:
    return int(pragma.rpartition("=")[2])


@only_sqlite
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("write", [rename_in_transaction, rename_at_once])
def test_queue_and_database_together_keep_the_limit(write: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who knows of no queue holds the database while another one is in front of us."""
    monkeypatch.setattr("brikks_site.sqlite.base.LONG_WAIT", 0.1)
    connection.close()
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 2.0)
    told: list[str] = []
    queue = queue_of(str(connection.settings_dict["NAME"]))
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert queue.enter(1)
        threading.Timer(1.5, queue.leave).start()
        with connection.execute_wrapper(_noting(told)), pytest.raises(OperationalError, match="database is locked"):
            write()
        assert 0 <= _busy_timeout(told[0]) < 1900, "what is left of two seconds"
        other.execute("ROLLBACK")
    write()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        assert cursor.fetchone() == (2000,), "the next one has all of its time again"
    connection.close()
