"""Whether the site is ready for visitors: each part that it needs, by name."""

import os
import time
from collections.abc import Callable, Mapping
from typing import Final

import redis
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor

from games.guards import missing_guards
from games.keys.fitting import require_fitting_keys
from games.selectors.operating import heartbeat_age

LONGEST_SILENCE: Final = 30.0
"""Seconds without a sweep after which the clocks count as not running."""
KEPT_SECONDS: Final = 1.0
"""For how long an answer is given again, so that asking often costs little."""
BROKER_PATIENCE: Final = 2.0

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


def broker() -> bool:
    """Whether tasks can be queued."""
    if not settings.REDIS_URL:
        return os.access(settings.CELERY_BROKER_TRANSPORT_OPTIONS["folder"], os.W_OK | os.X_OK)
    patience = {"socket_connect_timeout": BROKER_PATIENCE, "socket_timeout": BROKER_PATIENCE}
    with redis.Redis.from_url(settings.REDIS_URL, **patience) as client:
        return bool(client.ping())


def clocks() -> bool:
    """Whether somebody sees to the deadlines."""
    age = heartbeat_age()
    return age is not None and age <= LONGEST_SILENCE


PARTS: Final[Mapping[str, Part]] = {
    part.__name__: part for part in (database, migrations, guards, keys, broker, clocks)
}


class _Remembered:
    """What this process has found out before."""

    is_migrated = False
    answer: Mapping[str, bool] | None = None
    until = 0.0


def parts() -> Mapping[str, bool]:
    """Every part with whether it is in order."""
    moment = time.monotonic()
    if _Remembered.answer is None or moment >= _Remembered.until:
        _Remembered.answer = {name: _is_in_order(part) for name, part in PARTS.items()}
        _Remembered.until = moment + KEPT_SECONDS
    return _Remembered.answer


def forget() -> None:
    """Find everything out anew."""
    _Remembered.is_migrated, _Remembered.answer = False, None


def _is_in_order(part: Part) -> bool:
    try:
        return part()
    except (Error, ImproperlyConfigured, OSError, redis.RedisError):
        return False
