"""Several things at the same moment: real threads, each with a connection of its own, released together."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from django.db import connections

PATIENCE_SECONDS = 60.0


class Team:
    """Threads that wait for each other before they begin."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self._pool = pool

    def at_once(self, *works: Callable[[], Any]) -> list[Any]:
        """Do all of these at once; what each gave, or what it raised."""
        gate = threading.Barrier(len(works))
        futures = [self._pool.submit(_released, gate, work) for work in works]
        return [_outcome(future) for future in futures]


def _released(gate: threading.Barrier, work: Callable[[], Any]) -> Any:
    gate.wait(PATIENCE_SECONDS)
    return work()


def _outcome(future: Future[Any]) -> Any:
    return future.exception(PATIENCE_SECONDS) or future.result()


@contextmanager
def team(size: int) -> Iterator[Team]:
    """So many threads, whose connections are closed at the end."""
    with ThreadPoolExecutor(size) as pool:
        try:
            yield Team(pool)
        finally:
            Team(pool).at_once(*[connections.close_all] * size)


def failures(outcomes: Sequence[Any]) -> list[BaseException]:
    """What was raised."""
    return [outcome for outcome in outcomes if isinstance(outcome, BaseException)]
