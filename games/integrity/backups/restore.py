"""Restoring a backup: checked as a copy, then put in the place of the database in use in one transaction.

SQLite itself makes the exchange atomic: if it is interrupted, whoever opens the database next finds the old one. The
old one is kept under a dated name as well, whatever comes out.

Refused is a rollback: a backup that knows less than what is known to have happened, or something else. What is known
comes from the database in use, down to the end of each game's log, and from notes that were kept elsewhere. Nobody but
this site could sign them, so whatever they say did happen.

Whoever restores has the database for oneself. A site that runs sees to its clocks every second, which is written down;
and whoever has the file open at that moment keeps us from locking it. A site that was stopped just now has written it a
moment ago: that is waited out before the lock is taken, because under the lock nobody could write it any more.
"""

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from datetime import UTC, datetime, timedelta
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from django.db import connections

from engine.checkpoint import Note
from engine.errors import Malformed
from games.clock.site_time import now
from games.integrity.backups.backup import database_file, open_to_read, sync, write_copy
from games.integrity.backups.check import check_backup
from games.integrity.backups.contents import (
    Contents,
    End,
    compare_rights,
    contents_of,
    find_hash,
    find_note,
    heads_of,
    holders_in,
    last_note,
)
from games.integrity.checkpoints import read_notes
from games.integrity.witness.file import WitnessUnreadable, read_witness
from games.integrity.witness.history import accept_history
from games.keys.signing import known_keys
from games.refusals import Conflict


class Rollback(Conflict):
    """Something that has happened would not have happened any more."""


def require_whole_history(
    backup: sqlite3.Connection, holds: Contents, known: Iterable[tuple[str, Note]], heads: Iterable[End]
) -> None:
    """Refuse a backup that lacks a checkpoint that was signed, or the end of a game in the database in use."""
    newest, other = _compare_notes(backup, known)
    if newest is not None and newest.number > holds.last:
        template = "The backup ends at checkpoint {last}, but checkpoint {newest} was signed at {at}."
        raise Rollback("backup/older", template, last=holds.last, newest=newest.number, at=newest.at)
    if other is not None:
        template = "The backup has another checkpoint {number} than the one that was signed at {at}."
        raise Rollback("backup/other-history", template, number=other.number, at=other.at)
    _require_heads(backup, heads)


def _require_heads(backup: sqlite3.Connection, heads: Iterable[End]) -> None:
    """Refuse a backup in which a game has ended earlier, or went on in another way; the latter is the graver."""
    forks, cuts, fork, cut = 0, 0, None, None
    for head in heads:
        found = find_hash(backup, head)
        if found is None:
            cuts, cut = cuts + 1, cut or head
        elif found != head.hash:
            forks, fork = forks + 1, fork or head
    if fork is not None:
        template = (
            "Of the games in use, {forks} went on in another way in the backup and {cuts} end earlier there;"
            " an example is {game}, whose event {seq} is another one."
        )
        raise Rollback("backup/other-history", template, forks=forks, cuts=cuts, game=fork.game, seq=fork.seq)
    if cut is not None:
        template = (
            "Of the games in use, {cuts} end earlier in the backup; an example is {game}, whose event {seq} it lacks."
        )
        raise Rollback("backup/older", template, cuts=cuts, game=cut.game, seq=cut.seq)


def _compare_notes(backup: sqlite3.Connection, known: Iterable[tuple[str, Note]]) -> tuple[Note | None, Note | None]:
    """The newest note that is known, and the first that the backup does not have, nor another known one in its place.

    There are half a million of them in a year, so they are looked at one by one.
    """
    newest: Note | None = None
    lacking: dict[int, Note] = {}
    found: set[int] = set()
    for text, note in known:
        newest = note if newest is None or note.number > newest.number else newest
        if find_note(backup, note.number) == text:
            found.add(note.number)
        else:
            lacking.setdefault(note.number, note)
    others = sorted(lacking.keys() - found)
    return newest, lacking[others[0]] if others else None


QUIET: Final = timedelta(seconds=5)
"""How long nobody must have seen to the clocks."""
PAUSE: Final = 0.2
"""Seconds between two looks whether anybody has."""
PATIENCE: Final = 2.0
"""Seconds to wait for the lock."""


@contextmanager
def locked_database(path: Path, say: Callable[[str], None]) -> Iterator[sqlite3.Connection | None]:
    """The database for oneself until the block ends; None if there is none, or none that can be read."""
    if not path.exists():
        yield None
        return
    _wait_until_quiet(path, say)
    with closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)) as database:
        if not _lock(database):
            yield None
            return
        if _is_recent(_last_beat(database)):
            raise _site_is_running()
        yield database


def _wait_until_quiet(path: Path, say: Callable[[str], None]) -> None:
    """Wait as long as the clocks may have been seen to by a site that is stopped by now; refused if they still are."""
    first = _beat_in(path)
    if not _is_recent(first):
        return
    say(f"The clocks were seen to a moment ago: waiting {QUIET.seconds} seconds to see whether the site still runs …")
    while _is_recent(beat := _beat_in(path)):
        if beat != first:
            raise _site_is_running()
        time.sleep(PAUSE)


def _beat_in(path: Path) -> datetime | None:
    with open_to_read(path) as database:
        return _last_beat(database)


def _last_beat(database: sqlite3.Connection) -> datetime | None:
    """When the clocks were last seen to, None if the database does not tell."""
    try:
        [at] = database.execute("SELECT max(at) FROM games_heartbeat").fetchone()
    except sqlite3.DatabaseError:  # no such table, not to be read, or locked, which is told when we lock it
        return None
    return datetime.fromisoformat(at).replace(tzinfo=UTC) if at is not None else None


def _is_recent(beat: datetime | None) -> bool:
    return beat is not None and abs(now() - beat) < QUIET


def _lock(database: sqlite3.Connection) -> bool:
    """Take the lock and keep it, with everything in the one file; whether it is a database at all."""
    try:
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.execute("PRAGMA journal_mode = DELETE")
        database.execute("PRAGMA synchronous = EXTRA")
        database.execute("BEGIN EXCLUSIVE")
        database.execute("COMMIT")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise
        raise _site_is_running() from None
    except sqlite3.DatabaseError:
        return False
    return True


def _site_is_running() -> Conflict:
    return Conflict("backup/running", "The site is running, or something else uses its database: stop it first.")


FILE_ENDINGS = ("", "-wal", "-shm", "-journal")
"""How the names of the files end that belong to one database."""


class Restored(NamedTuple):
    """What is in the database now, and where the old one is kept; None if there was none."""

    holds: Contents
    old: Path | None
    lost: str = ""
    """What was accepted to be lost, in a sentence."""
    forgotten: str = ""
    """Why that could not be remembered beside the keys, although the backup is in its place."""


class Dialogue(NamedTuple):
    """How whoever restores is talked to."""

    say: Callable[[str], None]
    confirm: Callable[[], None]
    """Asks whether to go on, after everything was said; raises if not."""


def restore(file: Path, kept: Path | None, accept_older: bool, talk: Dialogue) -> Restored:
    """Put a backup in the place of the database in use, unless anything or whoever is asked speaks against it."""
    restored = _restore(file, kept, accept_older, talk)
    if restored.lost:
        # Only once nobody holds the database any more: what it says now is remembered in place of what it said.
        try:
            accept_history("restore --accept-older", f"{file.name} was restored.", restored.lost)
        except (OSError, WitnessUnreadable) as error:
            return restored._replace(forgotten=str(error))
    return restored


def _restore(file: Path, kept: Path | None, accept_older: bool, talk: Dialogue) -> Restored:
    say, lost = talk.say, ""
    place = database_file()
    if file.resolve() == place.resolve():
        raise Conflict("backup/itself", "{path} is the database itself.", path=str(file))
    connections.close_all()
    with locked_database(place, say) as current, TemporaryDirectory(dir=place.parent, prefix=".restore-") as folder:
        copy = Path(folder) / "copy.sqlite3"
        _copy(file, copy)
        say("Checking the backup …")
        holds = check_backup(copy, say)
        with closing(sqlite3.connect(copy, isolation_level=None)) as backup:
            backup.execute("PRAGMA journal_mode = DELETE")
            try:
                _require_no_rollback(backup, holds, current, kept)
            except Rollback as rollback:
                if not accept_older:
                    raise
                lost = rollback.sentence
                say(f"Accepted: {lost}")
            for line in compare_rights(holders_in(backup), holders_in(current)):
                say(line)
            talk.confirm()
            say("Putting it in place …")
            return Restored(holds, _put_in_place(backup, current, place), lost)


def _copy(file: Path, copy: Path) -> None:
    """Copy the backup to where the database is; it is neither changed by the checks nor afterwards."""
    try:
        with open_to_read(file) as source:
            write_copy(source, copy)
    except sqlite3.DatabaseError as error:
        template = "{path} cannot be used: {reason}."
        raise Conflict("backup/unreadable", template, path=str(file), reason=str(error)) from None


def _require_no_rollback(
    backup: sqlite3.Connection, holds: Contents, current: sqlite3.Connection | None, kept: Path | None
) -> None:
    """Refuse a backup that knows less than the database in use, as far as it can be read, or what is kept outside."""
    heads: Iterable[End] = ()
    seen = read_witness().seen
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


def _put_in_place(backup: sqlite3.Connection, current: sqlite3.Connection | None, place: Path) -> Path | None:
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
    found = [ending for ending in FILE_ENDINGS if place.with_name(place.name + ending).exists()]
    for ending in found:
        place.with_name(place.name + ending).rename(old.with_name(old.name + ending))
    sync(place.parent)
    return bool(found)
