"""The guards of the log held against those that this site has made: never made is no matter, made and gone is.

They are looked at before a migration, which may drop and make them anew for good reasons, and remembered after it. A
guard is remembered by its definition, so that a new version of the site that makes another one raises no alarm.
"""

import logging
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256

from django.db.backends.base.base import BaseDatabaseWrapper

from games.clock.site_time import now, write_time
from games.integrity.witness import file
from games.integrity.witness.file import Adopted, GuardsGone, WitnessStatement, WitnessUnreadable
from games.integrity.witness.history import name_on_this_machine
from games.log.guards import found_triggers, made_guards
from games.log.guards.tables import CHECKPOINTS, event_chains

log = logging.getLogger(__name__)


def look_for_guards(database: BaseDatabaseWrapper) -> None:
    """Remember, and say, which guards are gone or changed that had been made."""
    try:
        if gone := tuple(_gone(file.read_witness(), database)):
            log.error("Guards of the log are gone or were changed since they were made: %s.", ", ".join(gone))
            file.change_witness(lambda statement: _with_gone(statement, gone))
    except (OSError, WitnessUnreadable) as error:
        log.error("Whether guards of the log are gone cannot be remembered beside the keys: %s", error)


def remember_guards(database: BaseDatabaseWrapper) -> None:
    """Remember the guards as they have just been made."""
    guards = {name: _digest(definition) for name, definition in sorted(made_guards(database).items())}
    try:
        if file.read_witness().guards != guards:
            file.change_witness(lambda statement: replace(_begun(statement, database), guards=guards))
    except (OSError, WitnessUnreadable) as error:
        log.error("The guards of the log cannot be remembered beside the keys: %s", error)


def _begun(statement: WitnessStatement, database: BaseDatabaseWrapper) -> WitnessStatement:
    """Where nothing was remembered, logs that are there already are taken at their word, which is said for ever.

    A last checkpoint is taken at its word in the same way (`games.integrity.witness.history`).
    """
    begins = not statement.guards and statement.seen is None
    present = {_table(name) for name in made_guards(database)}
    has_logs = any(_has_rows(table, database) for table in event_chains() if table in present)
    if not begins or not has_logs or _has_rows(CHECKPOINTS.name, database):
        return statement
    log.warning("%s begins with logs that were there before and are under no checkpoint.", file.witness_path())
    return replace(statement, adopted=(*statement.adopted, Adopted(write_time(now()), 0, "")))


def acknowledge_guards_gone(by: str, reason: str) -> tuple[GuardsGone, ...]:
    """Take down that somebody knows of the guards that were gone; which these were."""
    known, at, who = file.read_witness().unacknowledged, write_time(now()), name_on_this_machine(by)

    def explained(statement: WitnessStatement) -> WitnessStatement:
        told = (
            replace(gone, acknowledged_at=at, by=who, reason=reason) if gone in known else gone
            for gone in statement.gone
        )
        return replace(statement, gone=tuple(told))

    file.change_witness(explained)
    return known


def _gone(statement: WitnessStatement, database: BaseDatabaseWrapper) -> Iterator[str]:
    """Without a memory, as after an upgrade, a table that has rows must have had its guards."""
    found = found_triggers(database)
    expected = made_guards(database)
    if statement.guards:
        digests = {(name, _digest(definition)) for name, definition in found}
        present = {_table(name) for name in expected}
        for name, digest in statement.guards.items():
            if _table(name) in present and (name, digest) not in digests:
                yield name
        return
    names = {name for name, _ in found}
    filled = {table for table in {_table(name) for name in expected} if _has_rows(table, database)}
    yield from sorted(name for name in expected if name not in names and _table(name) in filled)


def _with_gone(statement: WitnessStatement, names: tuple[str, ...]) -> WitnessStatement:
    """Every start finds the same guards gone until somebody may put them back; once is enough."""
    if any(gone.names == names for gone in statement.unacknowledged):
        return statement
    return replace(statement, gone=(*statement.gone, GuardsGone(write_time(now()), names)))


def _table(guard: str) -> str:
    return guard.rpartition("_no_")[0]


def _has_rows(table: str, database: BaseDatabaseWrapper) -> bool:
    with database.cursor() as cursor:
        cursor.execute(f"SELECT 1 FROM {table} LIMIT 1")  # noqa: S608
        return cursor.fetchone() is not None


def _digest(definition: str) -> str:
    return sha256(definition.encode()).hexdigest()
