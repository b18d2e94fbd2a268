"""The backend as Django loads it: every transaction, and every statement that writes outside one, has its turn first.

Reading needs no turn. A turn ends with the commit, before what waits for the commit is done, or with the rollback, or
when the connection is closed.
"""

import time
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from django.db import OperationalError
from django.db.backends.sqlite3 import base

from brikks_site.sqlite.write_queue import WriteQueue, queue_of

LONG_WAIT: Final = 1.0
"""Seconds in the queue after which the database's own patience is shortened, so that both together keep the limit."""
_WRITING: Final = ("INSERT", "UPDATE", "DELETE", "REPLACE")
_Result = TypeVar("_Result")


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to SQLite that queues before it writes."""

    is_queueing = True
    """Only the benchmark that compares both ways says no."""
    _turn: WriteQueue | None = None
    """The queue in which this connection has its turn."""

    def create_cursor(self, name: str | None = None) -> base.SQLiteCursorWrapper:
        """A cursor that queues for what is written outside a transaction."""
        cursor: QueueingCursor = self.connection.cursor(factory=lambda connection: QueueingCursor(connection, self))
        return cursor

    def have_turn_for(self, write: Callable[[], _Result]) -> _Result:
        """Do something in a turn of its own."""
        waited = self._take_turn()
        try:
            return self._in_what_is_left(waited, write)
        finally:
            self._end_turn()

    def _start_transaction_under_autocommit(self) -> None:
        waited = self._take_turn()
        try:
            self._in_what_is_left(waited, super()._start_transaction_under_autocommit)  # type: ignore[misc]  # the stubs do not know it
        except BaseException:
            self._end_turn()
            raise

    def _in_what_is_left(self, waited: float, write: Callable[[], _Result]) -> _Result:
        """Do something in what is left of the time; somebody who does not queue may hold the database."""
        if waited < LONG_WAIT:
            return write()
        with self.cursor() as cursor:
            cursor.execute(f"PRAGMA busy_timeout = {max(0, int((self._patience - waited) * 1000))}")
            try:
                return write()
            finally:
                cursor.execute(f"PRAGMA busy_timeout = {int(self._patience * 1000)}")

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]  # the stubs do not know it
        # A commit that has failed is followed by a rollback.
        self._end_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]  # the stubs do not know it
        finally:
            self._end_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]  # the stubs do not know it
        finally:
            self._end_turn()

    @property
    def _patience(self) -> float:
        return float(self.settings_dict["OPTIONS"].get("timeout", 5))

    def _take_turn(self) -> float:
        """Wait for a turn; how long it took. Refused as SQLite refuses it, after the same time."""
        if not self.is_queueing or self._turn is not None or self.is_in_memory_db():
            return 0.0
        queue, began = queue_of(str(self.settings_dict["NAME"])), time.monotonic()
        if not queue.enter(self._patience):
            raise OperationalError(f"database is locked: no turn to write within {self._patience:g} seconds")
        self._turn = queue
        return time.monotonic() - began

    def _end_turn(self) -> None:
        turn, self._turn = self._turn, None
        if turn is not None:
            turn.leave()


class QueueingCursor(base.SQLiteCursorWrapper):
    """Queues for a statement that writes and is a transaction by itself."""

    def __init__(self, connection: Any, database: DatabaseWrapper) -> None:
        super().__init__(connection)
        self._database = database

    def execute(self, query: str, params: Any = None) -> Any:
        """Run a statement, in its turn if it needs one."""
        if self._needs_turn(query):
            return self._database.have_turn_for(lambda: super(QueueingCursor, self).execute(query, params))
        return super().execute(query, params)

    def executemany(self, query: str, param_list: Iterable[Any]) -> Any:
        """Run a statement many times, in its turn if it needs one."""
        if self._needs_turn(query):
            return self._database.have_turn_for(lambda: super(QueueingCursor, self).executemany(query, param_list))
        return super().executemany(query, param_list)

    def _needs_turn(self, query: str) -> bool:
        return not self.connection.in_transaction and query.lstrip().startswith(_WRITING)
