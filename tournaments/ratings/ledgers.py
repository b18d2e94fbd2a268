"""The ledger as it is read in bulk: in its order, and how players stood before a match."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from django.db import connection

from games.log.steady_reads import with_zone
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
    "SELECT at, match FROM tournaments_ledgerentry WHERE pool = %s AND generation = %s{before}"
    " ORDER BY at DESC, match DESC LIMIT 1"
)
_BEFORE: Final = " AND (at, match) < (%s, %s)"
_BETWEEN: Final = (
    " FROM tournaments_ledgerentry WHERE pool = %s AND generation = %s"
    " AND (at, match) > (%s, %s) AND (at, match) <= (%s, %s) ORDER BY at, match"
)
_BORDER: Final = f"SELECT at, match {_BETWEEN} LIMIT 1 OFFSET %s"
_ENTRIES: Final = f"SELECT at, match, player_id, mu_before, sigma_before, mu_after, sigma_after, games {_BETWEEN}"


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
    return {player: Standpoint(Skill(*skill), with_zone(at)) for player, at, *skill in found}


def skills_before(pool: str, generation: int, before: Position, players: Sequence[PlayerId]) -> dict[PlayerId, Skill]:
    """What was thought of players before a match, as far as they had played."""
    return {player: one.skill for player, one in standpoints(pool, generation, before, players).items()}


def end_of(pool: str, generation: int, before: Position | None = None) -> Position:
    """The last match of a ledger, or of what stands in it before another one."""
    bound = map(adapt, before or ())
    with connection.cursor() as cursor:
        cursor.execute(_END.format(before=_BEFORE if before else ""), [pool, generation, *bound])
        found = cursor.fetchone()
    return (with_zone(found[0]), found[1]) if found else BEGINNING


def entries_since(pool: str, generation: int, at: datetime) -> Iterator[Entry]:
    """The ledger from a moment on, in the order of its matches; no transaction stays open meanwhile."""
    done, end = (at, ""), end_of(pool, generation)
    while done < end:
        border = border_after(pool, generation, done, end, AT_ONCE)
        yield from entries_between(pool, generation, done, border)
        done = border


def border_after(pool: str, generation: int, done: Position, end: Position, lines: int) -> Position:
    """Up to which match about so many lines go; the end if there are no more."""
    with connection.cursor() as cursor:
        cursor.execute(_BORDER, [pool, generation, *map(adapt, (*done, *end)), lines])
        found = cursor.fetchone()
    return (with_zone(found[0]), found[1]) if found else end


def entries_between(pool: str, generation: int, done: Position, until: Position) -> list[Entry]:
    """The ledger after one match up to another, in the order of its matches."""
    with connection.cursor() as cursor:
        cursor.execute(_ENTRIES, [pool, generation, *map(adapt, (*done, *until))])
        rows = cursor.fetchall()
    return [
        Entry(with_zone(at), match, player, Skill(mu, sigma, games - 1), Skill(mu_after, sigma_after, games))
        for at, match, player, mu, sigma, mu_after, sigma_after, games in rows
    ]
