"""Everything that a database holds, as one text; on SQLite also the bytes of its files, free pages included."""

from pathlib import Path

from django.db import connection
from django.db.backends.utils import CursorWrapper


def dump() -> str:
    """Every value of every row of every table."""
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        return "\n".join(line for table in tables for line in _rows(cursor, table))


def _rows(cursor: CursorWrapper, table: str) -> list[str]:
    cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
    return [f"{table} {row!r}" for row in cursor.fetchall()]


def raw_bytes() -> bytes:
    """What is in the files of the database; nothing where they belong to a server."""
    if connection.vendor != "sqlite":
        return b""
    name = str(connection.settings_dict["NAME"])
    return b"".join(Path(name + end).read_bytes() for end in ("", "-wal") if Path(name + end).exists())


def traces(*words: str) -> set[str]:
    """Those of the words that are still somewhere, whatever their case."""
    text, stored = dump().casefold(), raw_bytes()
    return {word for word in words if word.casefold() in text or word.encode() in stored}
