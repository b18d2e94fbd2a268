"""Writing to the database: one transaction, and a database that cannot be written to is told as such.

That writers on SQLite queue is seen to by the backend, for every transaction (`brikks_site/sqlite`).
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError, InterfaceError, transaction

from games.storage_faults import forget_fault, refusal_of

log = logging.getLogger(__name__)


@contextmanager
def writing() -> Iterator[None]:
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
