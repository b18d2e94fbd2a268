"""Bits of a SQLite file flipped, one at a time: `python -m tests.tournaments.audit.bit_flips FILE NUMBER SEED`.

What a reader would see is everything that any statement can give: each table row by row, each index entry by entry, and
the schema, with the numbers of rows by which an index finds them. A flip that changes none of it lies in free pages, in
unused bytes, or in numbers that only SQLite minds.
"""

import json
import os
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import django

Seen = dict[str, Any]
_INDEXES = "SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'index'"


def seen_in(path: Path) -> Seen | None:
    """Everything that a reader sees; None if something cannot be read."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            database.text_factory = bytes
            return dict(_tables(database)) | dict(_indexes(database))
    except (sqlite3.Error, UnicodeDecodeError, OverflowError):
        return None


def _tables(database: sqlite3.Connection) -> Any:
    schema = database.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name").fetchall()
    yield "schema", schema
    for kind, name, _, _ in schema:
        if kind == b"table":
            table = name.decode()
            columns = [row[1].decode() for row in database.execute(f'PRAGMA table_info("{table}")')]
            found = database.execute(f'SELECT *, rowid FROM "{table}" NOT INDEXED').fetchall()
            for place, column in enumerate(columns):
                yield f"{table}.{column}", [row[place] for row in found]
            if not any(row[:1] == row[-1:] for row in found):
                yield f"{table}.rowid", [row[-1] for row in found]


def _indexes(database: sqlite3.Connection) -> Any:
    for name, table, statement in database.execute(_INDEXES).fetchall():
        parts = [row[2] for row in database.execute(f'PRAGMA index_info("{name.decode()}")')]
        named = ", ".join(f'"{part.decode()}"' if part else "lower(username)" for part in parts)
        _, _, condition = (statement or b"").decode().partition(" WHERE ")
        asked = f'SELECT rowid, {named} FROM "{table.decode()}" INDEXED BY "{name.decode()}"'
        where = f" WHERE {condition}" if condition else ""
        yield f"index {name.decode()}", database.execute(f"{asked}{where} ORDER BY {named}").fetchall()


def flip(path: Path, at: int) -> None:
    """Turn one bit of a file over."""
    with path.open("r+b") as file:
        file.seek(at // 8)
        [byte] = file.read(1)
        file.seek(at // 8)
        file.write(bytes([byte ^ 1 << at % 8]))


def try_out(original: Path, before: Seen, at: int, copy: Path) -> dict[str, Any]:
    """What a flip changes for a reader, and what the audit says of it."""
    from games.integrity.audit.full_audit import audit
    from games.integrity.backups.check import database_replaced_by as looking_at

    shutil.copyfile(original, copy)
    flip(copy, at)
    after = seen_in(copy)
    changed = None if after is None else sorted(name for name in before | after if before.get(name) != after.get(name))
    with looking_at(copy):
        codes = sorted({finding.code for finding in audit(is_in_use=False).findings})
    return {"at": at, "changed": changed, "codes": codes}


def places(path: Path, number: int, seed: str) -> list[int]:
    """So many anywhere, and half as many in the name of some log, wherever it stands: in a table or in an index."""
    rng, content = Random(seed), path.read_bytes()
    anywhere = [rng.randrange(len(content) * 8) for _ in range(number)]
    with closing(sqlite3.connect(path)) as database:
        [(name,)] = database.execute("SELECT game_id FROM games_event GROUP BY 1 ORDER BY count(*) DESC LIMIT 1")
    found = [at for at in range(len(content)) if content.startswith(name.encode(), at)]
    return anywhere + [
        8 * (rng.choice(found) + rng.randrange(len(name))) + rng.randrange(8) for _ in range(number // 2)
    ]


def main(file: str, number: str, seed: str) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brikks_site.settings")
    django.setup()
    from tests.games.integrity.audit.world import stones_known

    original, copy = Path(file), Path(f"{file}.flipped")
    before = seen_in(original)
    assert before is not None
    with stones_known():
        outcomes = [try_out(original, before, at, copy) for at in places(original, int(number), seed)]
    sys.stdout.write(json.dumps(outcomes))


if __name__ == "__main__":
    main(*sys.argv[1:])
