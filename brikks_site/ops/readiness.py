"""Whether the site is ready for visitors: each part that it needs, by name, and why it is not."""

import os
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import redis
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor

from brikks_site.ops.failures import sentence_of
from brikks_site.ops.logs import scrub
from games.integrity.site_health import heartbeat_age
from games.integrity.witness.file import WitnessUnreadable, read_witness
from games.integrity.witness.history import HistoryContradicted, require_history
from games.keys.fit import require_fitting_keys
from games.log.guards import missing_guards
from games.log.storage_faults import StorageFault, remembered_fault

LONGEST_SILENCE: Final = 30.0
"""Seconds without a sweep after which the clocks count as not running."""
KEPT_SECONDS: Final = 1.0
"""For how long an answer is given again, so that asking often costs little."""
BROKER_PATIENCE: Final = 2.0
ROOM: Final = 256 * 1024
"""Bytes that must find room on a disk: what a few commands of a busy moment add."""

Part = Callable[[], bool]


def database() -> bool:
    """Whether the database answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return True


def migrations() -> bool:
    """Whether the tables are those that this version of the site expects; once they are, they stay so."""
    if not _Remembered.is_migrated:
        executor = MigrationExecutor(connection)
        _Remembered.is_migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _Remembered.is_migrated


def guards() -> bool:
    """Whether the database keeps the log append-only."""
    return not missing_guards()


def keys() -> bool:
    """Whether the keys are there and fit the database."""
    require_fitting_keys()
    return True


def history() -> bool:
    """Whether the database is the one that was signed before, as far as this machine remembers."""
    require_history()
    return True


def broker() -> bool:
    """Whether tasks can be queued."""
    if not settings.REDIS_URL:
        _require_room(Path(settings.CELERY_BROKER_TRANSPORT_OPTIONS["folder"]))
        return True
    patience = {"socket_connect_timeout": BROKER_PATIENCE, "socket_timeout": BROKER_PATIENCE}
    with redis.Redis.from_url(settings.REDIS_URL, **patience) as client:
        # One that is full, or a copy of another, would still answer to a greeting.
        return bool(client.set(f"{settings.REDIS_PREFIX}readiness", 1, ex=60))


def storage() -> bool:
    """Whether what visitors do can be kept; found out without writing to the database, where others may wait."""
    if fault := remembered_fault():
        raise NotStored(fault)
    if connection.vendor == "sqlite":
        file = Path(connection.settings_dict["NAME"])
        _require_room(file.parent)
        if not os.access(file, os.W_OK):
            raise NotStored(StorageFault.READ_ONLY)
    else:
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('transaction_read_only')")
            is_writable = cursor.fetchone() == ("off",)
        if not is_writable:
            # A session that began in this way stays so; the next one may not.
            connection.close()
            raise NotStored(StorageFault.READ_ONLY)
    return True


class NotStored(Exception):
    """Nothing can be kept, for a reason that no other exception has told."""

    def __init__(self, fault: StorageFault) -> None:
        super().__init__(fault.value)


def _require_room(folder: Path) -> None:
    """Fail as the system does where nothing more can be written."""
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(bytes(ROOM))
        file.flush()


def clocks() -> bool:
    """Whether somebody sees to the deadlines."""
    age = heartbeat_age()
    return age is not None and age <= LONGEST_SILENCE


PARTS: Final[Mapping[str, Part]] = {
    part.__name__: part for part in (database, storage, migrations, guards, keys, history, broker, clocks)
}


class _Remembered:
    """What this process has found out before."""

    is_migrated = False
    answer: Mapping[str, str | None] | None = None
    until = 0.0


def parts() -> Mapping[str, str | None]:
    """Every part with why it is not in order, None if it is; an empty text if nobody can say."""
    moment = time.monotonic()
    if _Remembered.answer is None or moment >= _Remembered.until:
        _Remembered.answer = {name: _problem(part) for name, part in PARTS.items()}
        _Remembered.until = moment + KEPT_SECONDS
    return _Remembered.answer


def unacknowledged() -> int:
    """How often guards of the log were found gone that nobody has explained; visitors are let in all the same."""
    try:
        return len(read_witness().unacknowledged)
    except WitnessUnreadable:  # which `history` tells
        return 0


def forget() -> None:
    """Find everything out anew."""
    _Remembered.is_migrated, _Remembered.answer = False, None


def _problem(part: Part) -> str | None:
    try:
        return None if part() else ""
    except (NotStored, HistoryContradicted, WitnessUnreadable) as reason:
        return str(reason)
    except (Error, ImproperlyConfigured, OSError, redis.RedisError) as error:
        return scrub(sentence_of(error))
