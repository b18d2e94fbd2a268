"""The ledger as it is read in bulk: in its order, and how players stood before a match."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db import connection

from games.audit.reading import zoned
from tournaments.ratings.bulk import adapt, select_among
from tournaments.ratings.locking import BEGINNING, Position
from tournaments.ratings.values import PlayerId, Skill

AT_ONCE: Final = 5000
_LAST: Final = (
    "SELECT player_id, at, mu_after, sigma_after, games FROM ("
    "SELECT seat.player_id, seat.at, entry.mu_after, entry.sigma_after, entry.games,"
    " ROW_NUMBER() OVER (PARTITION BY seat.player_id ORDER BY seat.at DESC, seat.match DESC) AS nth"
    " FROM tournaments_ratedseat seat CROSS JOIN tournaments_ledgerentry entry"
    " WHERE seat.pool = %s AND entry.generation = %s AND (seat.at, seat.match) < (%s, %s)"
    " AND entry.pool = seat.pool AND entry.at = seat.at AND entry.match = seat.match"
    " AND entry.player_id = seat.player_id AND seat.player_id IN ({among})) AS entries WHERE nth = 1"
)
"""A cross join, because SQLite takes the tables of one in this order: seats of players are few, entries are many."""
_END: Final = (
    "SELECT at, match FROM tournaments_ledgerentry WHERE pool = %s AND generation = %s"
    " ORDER BY at DESC, match DESC LIMIT 1"
)
_SINCE: Final = (
    "SELECT id, at, match, player_id, mu_before, sigma_before, mu_after, sigma_after, games"
    " FROM tournaments_ledgerentry WHERE pool = %s AND generation = %s AND (at, match, id) > (%s, %s, %s)"
    " ORDER BY at, match, id LIMIT %s"
)


class Standpoint(NamedTuple):
    """How somebody stood at some time, and when they had played last."""

    skill: Skill
    at: datetime


class Entry(NamedTuple):
    """What a match has done to somebody."""

    at: datetime
    match: str
    player: PlayerId
    before: Skill
    after: Skill


def standpoints(
    pool: str, generation: int, before: Position, players: Sequence[PlayerId]
) -> dict[PlayerId, Standpoint]:
    """How players stood before a match, as far as they had played."""
    found = select_among(_LAST, [pool, generation, *map(adapt, before)], players)
    return {player: Standpoint(Skill(*skill), zoned(at)) for player, at, *skill in found}


def skills_before(pool: str, generation: int, before: Position, players: Sequence[PlayerId]) -> dict[PlayerId, Skill]:
    """What was thought of players before a match, as far as they had played."""
    return {player: one.skill for player, one in standpoints(pool, generation, before, players).items()}


def end_of(pool: str, generation: int) -> Position:
    """The last match of a ledger."""
    with connection.cursor() as cursor:
        cursor.execute(_END, [pool, generation])
        found = cursor.fetchone()
    return (zoned(found[0]), found[1]) if found else BEGINNING


def entries_since(pool: str, generation: int, at: datetime) -> Iterator[Entry]:
    """The ledger from a moment on, in the order of its matches; no transaction stays open meanwhile."""
    border: tuple[Any, ...] = (adapt(at), "", 0)
    while True:
        with connection.cursor() as cursor:
            cursor.execute(_SINCE, [pool, generation, *border, AT_ONCE])
            rows = cursor.fetchall()
        for _, moment, match, player, mu, sigma, mu_after, sigma_after, games in rows:
            before, after = Skill(mu, sigma, games - 1), Skill(mu_after, sigma_after, games)
            yield Entry(zoned(moment), match, player, before, after)
        if len(rows) < AT_ONCE:
            return
        border = (adapt(zoned(rows[-1][1])), rows[-1][2], rows[-1][0])
