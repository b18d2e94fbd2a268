"""Processes that share out the work, each with a connection of its own to the database."""

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.util import Finalize
from typing import Final, TypeAlias

from django.db import Error, connection, connections

from games.audit.reading import stream

Crew: TypeAlias = Executor

WORTHWHILE: Final = 50_000
"""From how many events on it pays to start processes."""


def fitting_number() -> int:
    """How many processes are worth their start: one for each processor, or only this one for a small database."""
    try:
        [[events]] = stream("SELECT coalesce(sum(seq), 0) FROM games_game")
        return len(os.sched_getaffinity(0)) if events >= WORTHWHILE else 1
    except (Error, ValueError, TypeError):
        # A database that cannot say how much it holds is not a large one any more.
        return 1


@contextmanager
def crew(number: int) -> Iterator[Crew | None]:
    """So many processes until the block ends; None if this one is enough.

    They are copies of this one, so that they know the same games. A connection to the database must not be shared with
    a copy: all are closed before, and whoever needs one opens its own. Inside a transaction that is impossible; and of
    a process with several threads no copy can be made, which might stand still for ever.
    """
    if number <= 1 or connection.in_atomic_block or threading.active_count() > 1:
        yield None
        return
    connections.close_all()
    executor = ProcessPoolExecutor(number, get_context("fork"), initializer=_begin)
    try:
        # The first piece of work is what makes it start them all.
        executor.submit(os.getpid).result()
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


def _begin() -> None:
    """An interruption is the affair of whoever shares out the work.

    A copy ends without the usual ending of Python: its connections are closed by then, or a server would take down that
    somebody has gone in the middle of a transaction.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Finalize(None, connections.close_all, exitpriority=10)
