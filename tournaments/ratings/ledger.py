"""The ledger in bulk: what a fold writes there, with how everybody stands, and how it is read in the order of matches.

Whoever stores holds the pool. The rows are made without models: there are thousands of them in a batch.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from django.db import connection

from games.log.steady_reads import with_zone
from tournaments.ratings.bulk_sql import Row, adapt, adapter, insert, select_among, upsert
from tournaments.ratings.leaderboards.aggregate import Step
from tournaments.ratings.leaderboards.opponents import first_players
from tournaments.ratings.models import LedgerEntry, Rating
from tournaments.ratings.pools import BEGINNING, Position
from tournaments.ratings.values import NEWCOMER, Change, Match, PlayerId, Skill

LINES_AT_ONCE: Final = 5000
_LAST_SKILLS: Final = (
    "SELECT player_id, at, mu_after, sigma_after, games FROM ("
    "SELECT seat.player_id, seat.at, entry.mu_after, entry.sigma_after, entry.games,"
    " ROW_NUMBER() OVER (PARTITION BY seat.player_id ORDER BY seat.at DESC, seat.match DESC) AS nth"
    " FROM tournaments_ratedseat seat CROSS JOIN tournaments_ledgerentry entry"
    " WHERE seat.pool = %s AND entry.generation = %s AND (seat.at, seat.match) < (%s, %s)"
    " AND entry.pool = seat.pool AND entry.at = seat.at AND entry.match = seat.match"
    " AND entry.player_id = seat.player_id AND seat.player_id IN ({among})) AS entries WHERE nth = 1"
)
"""A cross join, because SQLite takes the tables of one in this order: seats of players are few, entries are many."""
_LEDGER_END: Final = (
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


class SkillAt(NamedTuple):
    """How somebody stood at some time, and when they had played last."""

    skill: Skill
    at: datetime


class LedgerRow(NamedTuple):
    """What a match has done to somebody."""

    at: datetime
    match: str
    player: PlayerId
    before: Skill
    after: Skill


def last_skills_before(
    pool: str, generation: int, before: Position, players: Sequence[PlayerId]
) -> dict[PlayerId, SkillAt]:
    """How players stood before a match, as far as they had played."""
    found = select_among(_LAST_SKILLS, [pool, generation, *map(adapt, before)], players)
    return {player: SkillAt(Skill(*skill), with_zone(at)) for player, at, *skill in found}


def skills_before(pool: str, generation: int, before: Position, players: Sequence[PlayerId]) -> dict[PlayerId, Skill]:
    """What was thought of players before a match, as far as they had played."""
    return {player: one.skill for player, one in last_skills_before(pool, generation, before, players).items()}


def ledger_end(pool: str, generation: int, before: Position | None = None) -> Position:
    """The last match of a ledger, or of what stands in it before another one."""
    bound = map(adapt, before or ())
    with connection.cursor() as cursor:
        cursor.execute(_LEDGER_END.format(before=_BEFORE if before else ""), [pool, generation, *bound])
        found = cursor.fetchone()
    return (with_zone(found[0]), found[1]) if found else BEGINNING


def entries_since(pool: str, generation: int, at: datetime) -> Iterator[LedgerRow]:
    """The ledger from a moment on, in the order of its matches; no transaction stays open meanwhile."""
    done, end = (at, ""), ledger_end(pool, generation)
    while done < end:
        border = border_after(pool, generation, done, end, LINES_AT_ONCE)
        yield from entries_between(pool, generation, done, border)
        done = border


def border_after(pool: str, generation: int, done: Position, end: Position, lines: int) -> Position:
    """Up to which match about so many lines go; the end if there are no more."""
    with connection.cursor() as cursor:
        cursor.execute(_BORDER, [pool, generation, *map(adapt, (*done, *end)), lines])
        found = cursor.fetchone()
    return (with_zone(found[0]), found[1]) if found else end


def entries_between(pool: str, generation: int, done: Position, until: Position) -> list[LedgerRow]:
    """The ledger after one match up to another, in the order of its matches."""
    with connection.cursor() as cursor:
        cursor.execute(_ENTRIES, [pool, generation, *map(adapt, (*done, *until))])
        rows = cursor.fetchall()
    return [
        LedgerRow(with_zone(at), match, player, Skill(mu, sigma, games - 1), Skill(mu_after, sigma_after, games))
        for at, match, player, mu, sigma, mu_after, sigma_after, games in rows
    ]


_LEDGER_FIELDS: Final = (
    *("pool", "generation", "at", "match", "player", "place", "field"),
    *("mu_before", "sigma_before", "mu_after", "sigma_after", "games"),
)
_RATING_FIELDS: Final = ("pool", "generation", "player", "mu", "sigma", "games", "at")
PlayerSkill: TypeAlias = tuple[PlayerId, Skill, datetime]
"""How somebody stands, and when they have played last."""
_SKILLS: Final = (
    "SELECT player_id, mu, sigma, games FROM tournaments_rating"
    " WHERE pool = %s AND generation = %s AND player_id IN ({among})"
)


def read_skills(pool: str, generation: int, matches: Iterable[Match]) -> dict[PlayerId, Skill]:
    """What is thought of those who play some matches, as far as they have played before."""
    players = sorted({seat.player for match in matches for seat in match.seats})
    return {row[0]: Skill(*row[1:]) for row in select_among(_SKILLS, [pool, generation], players)}


def store_changes(pool: str, generation: int, changes: Sequence[Change]) -> None:
    """Store what matches have changed, in their order; none of them is stored yet."""
    store_ledger(pool, generation, changes)
    new = {change.seat.player for change in changes if change.before is NEWCOMER}
    store_ratings(pool, generation, latest_skills(changes), new)


def store_ledger(pool: str, generation: int, changes: Sequence[Change]) -> None:
    """Store what matches have changed in the ledger."""
    insert(LedgerEntry, _LEDGER_FIELDS, list(_lines(pool, generation, changes)))


def _lines(pool: str, generation: int, changes: Iterable[Change]) -> Iterator[Row]:
    """The rows of changes; those of a match stand together and have most in common."""
    adapt = adapter()
    latest: Match | None = None
    for match, (player, place, *_), (mu, sigma, _), after in changes:
        if match is not latest:
            latest, at, field = match, adapt(match.at), len(match.seats)
        yield pool, generation, at, match.key, player, place, field, mu, sigma, *after


def latest_skills(changes: Iterable[Change]) -> list[PlayerSkill]:
    """How everybody stands after some changes, and since when."""
    last = {change.seat.player: change for change in changes}
    return [(player, one.after, one.match.at) for player, one in last.items()]


def steps_of_changes(changes: Iterable[Change]) -> Iterator[Step]:
    """Some changes as leaderboards take them; those of a match stand together."""
    for _, of_match in groupby(changes, key=lambda change: id(change.match)):
        lines = list(of_match)
        around = first_players([line.seat.player for line in lines])
        for match, seat, before, after in lines:
            yield match.at, seat.player, before, after, around


def steps_of_ledger(entries: Iterable[LedgerRow]) -> Iterator[Step]:
    """The lines of a ledger as leaderboards take them, in the order of its matches."""
    for _, match in groupby(entries, key=lambda entry: (entry.at, entry.match)):
        lines = list(match)
        around = first_players([line.player for line in lines])
        for at, _, player, before, after in lines:
            yield at, player, before, after, around


def store_ratings(
    pool: str, generation: int, ratings: Sequence[PlayerSkill], new: Collection[PlayerId] = frozenset()
) -> None:
    """Store how players stand, and when they have played last; of those who are new there is nothing yet."""
    adapt = adapter()
    rows = [(pool, generation, player, *skill, adapt(at)) for player, skill, at in ratings]
    insert(Rating, _RATING_FIELDS, [row for row in rows if row[2] in new])
    upsert(Rating, _RATING_FIELDS, [row for row in rows if row[2] not in new], ("pool", "generation", "player"))
