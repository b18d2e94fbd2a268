"""Restoring a backup: checked as a copy, then put in the place of the database in use in one transaction.

SQLite itself makes the exchange atomic: if it is interrupted, whoever opens the database next finds the old one. The
old one is kept under a dated name as well, whatever comes out.
"""

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing, nullcontext, suppress
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from django.db import connections

from engine.checkpoint import Note
from engine.errors import Malformed
from games.backups.contents import Contents, End, contents_of, heads_of, last_note
from games.backups.files import database_file, open_to_read, sync, write_copy
from games.backups.histories import Rollback, require_whole_history
from games.backups.judging import judge
from games.backups.locking import locked
from games.backups.rights import compare_rights, holders_in
from games.checkpoints.kept import read_notes
from games.clocks.clock import now
from games.keys.known import known_keys
from games.refusals import Conflict
from games.witness.file import read
from games.witness.history import accept
from games.witness.statement import Unreadable

BESIDE = ("", "-wal", "-shm", "-journal")
"""How the names of the files end that belong to one database."""


class Restored(NamedTuple):
    """What is in the database now, and where the old one is kept; None if there was none."""

    holds: Contents
    old: Path | None
    lost: str = ""
    """What was accepted to be lost, in a sentence."""
    forgotten: str = ""
    """Why that could not be remembered beside the keys, although the backup is in its place."""


class Talk(NamedTuple):
    """How whoever restores is talked to."""

    say: Callable[[str], None]
    confirm: Callable[[], None]
    """Asks whether to go on, after everything was said; raises if not."""


def restore(file: Path, kept: Path | None, accept_older: bool, talk: Talk) -> Restored:
    """Put a backup in the place of the database in use, unless anything or whoever is asked speaks against it."""
    restored = _restore(file, kept, accept_older, talk)
    if restored.lost:
        # Only once nobody holds the database any more: what it says now is remembered in place of what it said.
        try:
            accept("restore --accept-older", f"{file.name} was restored.", restored.lost)
        except (OSError, Unreadable) as error:
            return restored._replace(forgotten=str(error))
    return restored


def _restore(file: Path, kept: Path | None, accept_older: bool, talk: Talk) -> Restored:
    say, lost = talk.say, ""
    place = database_file()
    if file.resolve() == place.resolve():
        raise Conflict("backup/itself", "{path} is the database itself.", path=str(file))
    connections.close_all()
    with locked(place, say) as current, TemporaryDirectory(dir=place.parent, prefix=".restore-") as folder:
        copy = Path(folder) / "copy.sqlite3"
        _copy(file, copy)
        say("Checking the backup …")
        holds = judge(copy, say)
        with closing(sqlite3.connect(copy, isolation_level=None)) as backup:
            backup.execute("PRAGMA journal_mode = DELETE")
            try:
                _compare(backup, holds, current, kept)
            except Rollback as rollback:
                if not accept_older:
                    raise
                lost = rollback.sentence
                say(f"Accepted: {lost}")
            for line in compare_rights(holders_in(backup), holders_in(current)):
                say(line)
            talk.confirm()
            say("Putting it in place …")
            return Restored(holds, _exchange(backup, current, place), lost)


def _copy(file: Path, copy: Path) -> None:
    """Copy the backup to where the database is; it is neither changed by the checks nor afterwards."""
    try:
        with open_to_read(file) as source:
            write_copy(source, copy)
    except sqlite3.DatabaseError as error:
        template = "{path} cannot be used: {reason}."
        raise Conflict("backup/unreadable", template, path=str(file), reason=str(error)) from None


def _compare(
    backup: sqlite3.Connection, holds: Contents, current: sqlite3.Connection | None, kept: Path | None
) -> None:
    """Refuse a backup that knows less than the database in use, as far as it can be read, or what is kept outside."""
    heads: Iterable[End] = ()
    seen = read().seen
    last: list[tuple[str, Note]] = [(seen.note, seen.parsed)] if seen else []
    if current is not None:
        with suppress(sqlite3.DatabaseError):
            if contents_of(current):
                heads, last = heads_of(current), [*last, *last_note(current)]
    with kept.open(encoding="utf-8") if kept else nullcontext(()) as lines:
        notes = read_notes(lines, known_keys()) if kept else ()
        try:
            require_whole_history(backup, holds, chain(last, notes), heads)
        except UnicodeDecodeError:
            raise Malformed("checkpoint/kept", "{path} is not UTF-8 text.", path=str(kept)) from None


def _exchange(backup: sqlite3.Connection, current: sqlite3.Connection | None, place: Path) -> Path | None:
    """Keep the database in use under a dated name, then put the backup in its place."""
    old = place.with_name(f"{place.stem}-before-{now():%Y%m%dT%H%M%S.%fZ}{place.suffix}")
    if current is not None:
        write_copy(current, old, must_be_sound=False)
        backup.backup(current)
        return old
    is_there = _move_aside(place, old)
    write_copy(backup, place)
    return old if is_there else None


def _move_aside(place: Path, old: Path) -> bool:
    """Give what is no database another name, and what belongs to it as well; whether there was anything."""
    found = [ending for ending in BESIDE if place.with_name(place.name + ending).exists()]
    for ending in found:
        place.with_name(place.name + ending).rename(old.with_name(old.name + ending))
    sync(place.parent)
    return bool(found)
