"""Telling a rollback: a backup that knows less than what is known to have happened, or something else.

What is known comes from the database in use, down to the end of each game's log, and from notes that were kept
elsewhere. Nobody but this site could sign them, so whatever they say did happen.
"""

import sqlite3
from collections.abc import Iterable

from engine.checkpoint import Note
from games.backups.contents import Contents, End, find_hash, find_note
from games.refusals import Conflict


class Rollback(Conflict):
    """Something that has happened would not have happened any more."""


def require_whole_history(
    backup: sqlite3.Connection, holds: Contents, known: Iterable[tuple[str, Note]], heads: Iterable[End]
) -> None:
    """Refuse a backup that lacks a checkpoint that was signed, or the end of a game in the database in use."""
    newest, other = _compare(backup, known)
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


def _compare(backup: sqlite3.Connection, known: Iterable[tuple[str, Note]]) -> tuple[Note | None, Note | None]:
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
