"""What the database has already been signed and sealed with, as far as that tells whether a key has been lost.

A key that has been used must never be replaced by a new one without a word: nothing that was sealed with it would open,
and nothing that was signed with it could be checked.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from django.db import connection

from engine.checkpoint import parse_note
from engine.errors import Refused
from games.keys.sources import KeyUnusable

# The current key has signed the last checkpoint, and one that is long retired the first. The audit looks at all others.
_NOTES: Final = (
    "SELECT note FROM games_checkpoint WHERE number = (SELECT min(number) FROM games_checkpoint)"
    " OR number = (SELECT max(number) FROM games_checkpoint) ORDER BY number"
)
_OF_GAMES: Final = (
    "SELECT d.id, d.sealed_seed FROM games_game g JOIN games_deal d ON d.id = g.deal_id"
    " WHERE {} ORDER BY g.last_at DESC LIMIT 3"
)
_DEALS: Final = (
    _OF_GAMES.format("g.status IN ('open', 'running')"),
    _OF_GAMES.format("1 = 1"),
    "SELECT id, sealed_seed FROM games_deal ORDER BY id LIMIT 3",
)


class KeyLost(KeyUnusable):
    """A key is missing or another one, although the database needs it; the sentence says which and what to do."""


def signers() -> Mapping[str, int]:
    """The ids of the keys that have signed the first and the last checkpoint, with the number of that checkpoint."""
    found: dict[str, int] = {}
    for [text] in _query("games_checkpoint", _NOTES):
        with suppress(Refused):  # a damaged note is for the audit to name
            note = parse_note(text)
            found[note.key_id] = note.number
    return found


def sealed_deals() -> list[tuple[str, str]]:
    """A few deals with their sealed seeds: the newest that are still played if there are any, else others."""
    for query in _DEALS:
        if rows := _query("games_deal", query):
            return rows
    return []


def _query(table: str, query: str) -> list[Any]:
    """What the database answers; nothing if it has no tables yet, as before the first migration."""
    if table not in connection.introspection.table_names():
        return []
    with connection.cursor() as cursor:
        cursor.execute(query)
        return list(cursor.fetchall())
