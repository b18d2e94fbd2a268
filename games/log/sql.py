"""Transactions that say when the database cannot be written to, and rows that are claimed so that of several workers
one does what is due.

On PostgreSQL workers share the work by passing over each other's rows; a row that is held again and again is waited
for, so that nobody keeps a deadline off by never letting go of the game. On SQLite whoever may write is alone; that
writers queue is seen to by the backend, for every transaction (`brikks_site/sqlite`).
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import DatabaseError, InterfaceError, connection, transaction
from django.db.models import Model, QuerySet

from games.log.storage_faults import forget_fault, refusal_of

log = logging.getLogger(__name__)


@contextmanager
def write_transaction() -> Iterator[None]:
    """One transaction; refused if the database is busy or out of order.

    Nothing has been written then, unless the connection was lost in the very moment of the commit; whoever gives the
    same command again finds out.
    """
    try:
        with transaction.atomic():
            yield
    except (DatabaseError, InterfaceError) as error:
        refusal = refusal_of(error)
        if refusal is None:
            raise
        log.warning("The database could not be written to: %s", error)
        raise refusal from error
    forget_fault()


PATIENCE = "1s"
"""How long a row is waited for; a process that was stopped while it held one must not hold up a whole sweep."""


def claim_row(wanted: QuerySet[Any], waits: bool = False) -> bool:
    """Lock the row that is wanted; False if it is none any more, or if somebody else holds it."""
    if connection.features.has_select_for_update_skip_locked:
        wanted = wanted.select_for_update(skip_locked=not waits)
        if waits:
            _limit_waiting()
    return bool(wanted.values_list("pk"))


def lock_table(model: type[Model]) -> None:
    """Wait for everybody who writes to a table or holds a row of it, and let nobody else begin until the transaction
    ends; on SQLite whoever may write is alone anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {connection.ops.quote_name(model._meta.db_table)} IN EXCLUSIVE MODE")


def _limit_waiting() -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL lock_timeout = '{PATIENCE}'")
