"""Writing to the database: one transaction, and in good order.

SQLite lets one writer in at a time and makes the others try again at growing intervals, in no order. Threads of one
process take turns here instead, which keeps the waiting short and fair when many write at once.
"""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import InterfaceError, OperationalError, connection, transaction

from games.refusals import busy

log = logging.getLogger(__name__)

LONGEST_WAIT = 20.0
"""Seconds after which it is better to say that the site is busy."""


class Turns:
    """Lets one thread after the other write."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._mine = threading.local()

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Wait for this thread's turn and have it until the block ends, if it is not given up before."""
        if not self._lock.acquire(timeout=LONGEST_WAIT):
            raise busy()
        self._mine.is_held = True
        try:
            yield
        finally:
            self.give_up()

    def give_up(self) -> None:
        """Let the next thread write; again does nothing."""
        if getattr(self._mine, "is_held", False):
            self._mine.is_held = False
            self._lock.release()


_turns = Turns()


@contextmanager
def writing() -> Iterator[None]:
    """One transaction; refused as busy if the database does not let it be.

    Nothing has been written then, unless the connection was lost in the very moment of the commit; whoever gives the
    same command again finds out.
    """
    try:
        with _in_order():
            yield
    except (OperationalError, InterfaceError) as error:
        log.warning("The database could not be written to: %s", error)
        raise busy() from error


@contextmanager
def _in_order() -> Iterator[None]:
    """A transaction, on SQLite in this thread's turn; what waits for the commit comes after the turn."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        # Inside another transaction one would wait for a turn while others wait for that transaction.
        with transaction.atomic():
            yield
        return
    with _turns.taken(), transaction.atomic():
        transaction.on_commit(_turns.give_up)
        yield
