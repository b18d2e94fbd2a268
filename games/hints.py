"""Tasks that are queued after a commit, as a hint that something can be done now.

What is due stands in the database and is found by the next tick, whether or not the hint arrives. So a broker that is
away must not turn a move that is stored into an error: it gets one line in the log and nothing else.
"""

import logging
from typing import Any

from celery import Task
from django.db import transaction
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


class Hint(Task[..., None]):
    """A task with `delay_on_commit`; give it to `shared_task` as its `base`."""

    def delay_on_commit(self, *arguments: Any) -> None:
        """Queue the task when the open transaction is committed, or at once if there is none."""

        def ring() -> None:
            try:
                self.delay(*arguments)
            except (OperationalError, OSError) as error:
                logger.warning("%s was not queued, the broker is away: %s", self.name, error)

        transaction.on_commit(ring, robust=True)
