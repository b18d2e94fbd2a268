"""Indexes over every column that no log vouches for: by them SQLite itself finds a bit that has changed.

SQLite writes no checksums. What a log says is held against it by the audit; for the rest SQLite is asked to compare its
indexes with its tables, byte for byte. Columns that have an index anyway need no more. PostgreSQL has checksums of its
pages, and `amcheck`.
"""

from collections.abc import Iterator
from typing import Final

from django.db.backends.base.base import BaseDatabaseWrapper

from games.extension import covering_indexes

_ALL_COLUMNS: Final = ()
_covered: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(
        (
            *("account_emailaddress", "account_emailconfirmation", "mfa_authenticator"),
            *("auth_permission", "django_admin_log", "django_migrations", "django_session"),
            *("games_account", "games_block", "games_browsersession", "games_checkpointdelivery", "games_chore"),
            *("games_heartbeat", "games_onetimelink", "games_outgoingmail", "games_report", "games_token"),
        ),
        _ALL_COLUMNS,
    ),
    "games_contribution": ("value",),
    "games_deal": ("closed_at", "revealed_at", "reveal_due_at"),
    "games_game": ("asked_at",),
    "games_importedgame": ("imported_at",),
}


def _all_covered() -> dict[str, tuple[str, ...]]:
    """The columns of each table that are covered, those of other apps last."""
    return {**_covered, **dict(covering_indexes)}


def make_covering_indexes(database: BaseDatabaseWrapper) -> None:
    """Make those that are not there, as after a migration."""
    with database.cursor() as cursor:
        for name, _, statement in missing_covering_indexes(database):
            cursor.execute(f"DROP INDEX IF EXISTS {name}")
            cursor.execute(statement)


def drop_covering_indexes(database: BaseDatabaseWrapper) -> None:
    """Make way for a migration: SQLite drops no column that is in an index."""
    if database.vendor == "sqlite":
        with database.cursor() as cursor:
            # By the catalogue: another version may have covered other tables.
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'index' AND substr(name, -9) = '_covering'")
            for (name,) in cursor.fetchall():
                cursor.execute(f'DROP INDEX "{name}"')


def missing_covering_indexes(database: BaseDatabaseWrapper) -> list[tuple[str, str, str]]:
    """The names of the indexes that are not there or are others, with their tables and statements."""
    if database.vendor != "sqlite":
        return []
    with database.cursor() as cursor:
        cursor.execute("SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'index'")
        found = set(cursor.fetchall())
    return [index for index in _expected(database) if index not in found]


def _expected(database: BaseDatabaseWrapper) -> Iterator[tuple[str, str, str]]:
    for table, chosen in _all_covered().items():
        with database.cursor() as cursor:
            cursor.execute("SELECT name, pk FROM pragma_table_info(%s)", [table])
            there = [name for name, is_key in cursor.fetchall() if not is_key]
        if columns := [name for name in there if name in (chosen or there)]:
            name, named = f"{table}_covering", ", ".join(f'"{column}"' for column in columns)
            yield name, table, f'CREATE INDEX {name} ON "{table}" ({named})'
