"""Writing in good order: one transaction, threads of a process in turn, and a busy database told as such."""

import logging
import threading

import pytest
from django.db import OperationalError, connection, connections, transaction

from games.log import transactions
from games.log.transactions import Turns, writing
from games.models import Account
from games.refusals import Busy
from tests.games.refusing import refused
from tests.games.tables import account

only_sqlite = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL lets many write at once")


def test_a_turn_is_had_by_one_thread_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transactions, "LONGEST_WAIT", 0.05)
    turns, seen = Turns(), []

    def other() -> None:
        try:
            with turns.taken():
                seen.append("in")
        except Busy as refusal:
            seen.append(refusal.code)

    with turns.taken():
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
    assert seen == ["site/busy"]
    other()
    assert seen == ["site/busy", "in"]


def test_a_turn_that_was_given_up_is_not_given_up_again() -> None:
    turns = Turns()
    with turns.taken():
        turns.give_up()
        with turns.taken():
            pass
    with turns.taken():
        pass


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
    with writing():
        Account.objects.filter(username="ada").update(display_name="Ada 1")
        transaction.on_commit(write_elsewhere)
    assert done == [True]
    assert Account.objects.get(username="ada").display_name == "Ada 2"


def _rename() -> None:
    with writing():
        Account.objects.filter(username="ada").update(display_name="Ada 2")
    connections.close_all()


@pytest.mark.django_db(transaction=True)
def test_a_failure_undoes_everything_and_ends_the_turn() -> None:
    account("Ada")
    with pytest.raises(Undone):
        _rename_and_fail()
    assert Account.objects.get(username="ada").display_name == "Ada"
    with writing():
        pass


class Undone(Exception):
    pass


def _rename_and_fail() -> None:
    with writing():
        Account.objects.filter(username="ada").update(display_name="somebody else")
        raise Undone


@pytest.mark.django_db(transaction=True)
def test_the_cause_of_a_busy_database_is_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING), refused(Busy, "site/busy"), writing():
        raise OperationalError("disk I/O error")
    assert "The database could not be written to: disk I/O error" in caplog.text


@only_sqlite
@pytest.mark.django_db(transaction=True)
def test_inside_another_transaction_no_turn_is_waited_for() -> None:
    """Somebody who holds the database and waits for a turn would wait for somebody who waits for the database."""
    with transaction.atomic():
        assert connection.in_atomic_block
        with writing(), writing():
            account("Ada")
