"""What a process that serves or works asks before it begins: whether the database keeps the log append-only, whether
the keys are those that the database needs, and whether it is the one that was signed before."""

import logging
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final

from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, InterfaceError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from games.clock.site_time import adopt_heartbeat_time
from games.integrity.witness.file import WitnessUnreadable
from games.integrity.witness.history import HistoryContradicted, catch_up, witness_alarms
from games.keys.fit import require_fitting_keys
from games.log.guards import GuardsMissing, require_guards
from games.log.storage_faults import StorageFault, fault_of

log = logging.getLogger(__name__)
_LATER: Final = "games.integrity.startup"


def check_at_start() -> None:
    """End the process if the guards of the log are missing, or a key that the database needs.

    A database that does not answer yet is no reason to end: both are then checked at the first connection, and every
    connection is refused until they are there.
    """
    # In a thread of its own: the web server loads its application inside its event loop, where Django refuses to ask.
    with ThreadPoolExecutor(1) as thread:
        problem = thread.submit(_problem).result()
    if problem:
        sys.exit(problem)


def _problem() -> str:
    """What is wrong with guards or keys, nothing if they are there or cannot be asked for yet."""
    try:
        require_guards()
        require_fitting_keys()
        _hear_the_witness()
        adopt_heartbeat_time()
    except (GuardsMissing, ImproperlyConfigured) as problem:
        return str(problem)
    except (DatabaseError, InterfaceError) as error:
        fault = fault_of(error)
        if fault is None:
            raise
        if fault is StorageFault.DAMAGED:
            return f"{fault.value} ({error})"
        log.warning("The database does not answer yet; guards and keys are checked once it does: %s", error)
        connection_created.connect(_check_first, dispatch_uid=_LATER)
    finally:
        connection.close()
    return ""


def _hear_the_witness() -> None:
    """A contradicted history, or guards that were gone, do not end the process, but nobody must overlook it."""
    with suppress(HistoryContradicted, WitnessUnreadable):  # which are among the alarms
        catch_up()
    for alarm in witness_alarms():
        log.error("%s", alarm)


def _check_first(connection: BaseDatabaseWrapper, **facts: Any) -> None:
    """Check guards and keys before the first connection is used for anything else."""
    try:
        require_guards(connection)
        require_fitting_keys()
        _hear_the_witness()
        adopt_heartbeat_time()
    except BaseException:
        connection.close()
        raise
    connection_created.disconnect(dispatch_uid=_LATER)
