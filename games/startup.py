"""What a process that serves or works asks before it begins: whether the database keeps the log append-only, and
whether the keys are those that the database needs."""

import logging
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from django.core.exceptions import ImproperlyConfigured
from django.db import InterfaceError, OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from games.guards import GuardsMissing, require_guards
from games.keys.fitting import require_fitting_keys

log = logging.getLogger(__name__)

_LATER: Final = "games.startup"


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
    except (GuardsMissing, ImproperlyConfigured) as problem:
        return str(problem)
    except (OperationalError, InterfaceError) as error:
        log.warning("The database does not answer yet; guards and keys are checked once it does: %s", error)
        connection_created.connect(_check_first, dispatch_uid=_LATER)
    finally:
        connection.close()
    return ""


def _check_first(connection: BaseDatabaseWrapper, **facts: Any) -> None:
    """Check guards and keys before the first connection is used for anything else."""
    try:
        require_guards(connection)
        require_fitting_keys()
    except BaseException:
        connection.close()
        raise
    connection_created.disconnect(dispatch_uid=_LATER)
