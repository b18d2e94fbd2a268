"""Tasks that are queued after a commit, as a hint that something can be done now.

What is due stands in the database and is found by the next sweep, whether or not the hint arrives. So a broker that is
away must not turn a move that is stored into an error: it gets one line in the log and nothing else.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from celery import Task
from django.db import transaction
from kombu.exceptions import OperationalError

from games.refusals import Busy

log = logging.getLogger(__name__)


class OnCommitTask(Task[..., None]):
    """A task with `delay_on_commit`; give it to `shared_task` as its `base`."""

    def delay_on_commit(self, *arguments: Any) -> None:
        """Queue the task when the open transaction is committed, or at once if there is none."""

        def ring() -> None:
            try:
                self.delay(*arguments)
            except (OperationalError, OSError) as error:
                log.warning("%s was not queued, the broker is away: %s", self.name, error)

        transaction.on_commit(ring, robust=True)


@contextmanager
def left_for_later_if_busy() -> Iterator[None]:
    """A busy database is no failure of a task: the sweep calls for the bots again, and the next minute signs."""
    try:
        yield
    except Busy as refusal:
        log.warning("Left for later: %s", refusal)
