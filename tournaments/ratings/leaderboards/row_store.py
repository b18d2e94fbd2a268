"""Stores the rows of leaderboards, and how many players have each value, which change with them.

Whoever writes here holds the pool (`tournaments.ratings.pools.lock_pool`): what is read stays until it is written.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from django.db import connection

from tournaments.ratings.bulk_sql import insert, select_among, upsert
from tournaments.ratings.leaderboards.aggregate import BoardStanding, BoardStandings, RowKey, Tallies, board_standings
from tournaments.ratings.leaderboards.opponents import Met, met_until, read_met
from tournaments.ratings.leaderboards.periods import ALL
from tournaments.ratings.models import BoardBucket, BoardRow
from tournaments.ratings.players import erased_among
from tournaments.ratings.pools import lock_pool
from tournaments.ratings.values import PlayerId


class Boards(NamedTuple):
    """All boards of a pool in one generation, and the version with which what is written now is marked."""

    pool: str
    generation: int
    version: int = 0
    """That of the pool after this transaction; 0 as long as the generation is not shown."""


_COLUMNS: Final = (*Boards._fields, *BoardStanding._fields)
_UNIQUE: Final = ("pool", "generation", "period", "player")
_BUCKET: Final = ("pool", "generation", "period", "value", "players")
_STORED: Final = (
    "SELECT period, player_id, value, before, deviation, games, is_listed, met FROM tournaments_boardrow"
    " WHERE pool = %s AND generation = %s AND {periods}player_id IN ({{among}})"
)
_BUCKETS: Final = (
    "SELECT period, value, players FROM tournaments_boardbucket"
    " WHERE pool = %s AND generation = %s AND period IN ({periods}) AND value IN ({{among}})"
)
_EMPTY: Final = "DELETE FROM tournaments_boardbucket WHERE pool = %s AND generation = %s AND period = %s AND value = %s"
_GONE: Final = "DELETE FROM tournaments_boardrow WHERE pool = %s AND generation = %s AND period = %s AND player_id = %s"


def write_rows(boards: Boards, rows: Sequence[BoardStanding]) -> None:
    """Put these rows in the place of those of the same players in the same periods; others stay."""
    players, periods = {row.player for row in rows}, {row.period for row in rows}
    put_rows(boards, rows, stored_rows(boards, players, periods))


def replace_rows_of(
    pool: str, players: Iterable[PlayerId], rows: Sequence[BoardStanding], periods: Iterable[str] | None = None
) -> None:
    """Put these rows in the place of everything that the pool shows of some players, in some periods or in all."""
    locked = lock_pool(pool)
    boards = Boards(pool, locked.generation, locked.version + 1)
    stored = stored_rows(boards, {*players, *(row.player for row in rows)}, periods)
    kept = {(row.period, row.player) for row in rows}
    gone = [place for place in stored if place not in kept]
    changed = [row for row in rows if stored.get((row.period, row.player)) != row]
    if not gone and not changed:
        return
    _delete(_GONE, boards, gone)
    put_rows(boards, changed, stored, gone)
    locked.version = boards.version
    locked.save(update_fields=["version"])


def stored_rows(boards: Boards, players: Iterable[PlayerId], periods: Iterable[str] | None = None) -> BoardStandings:
    """What the boards say of some players, in some periods or in all of them."""
    names = sorted(periods) if periods is not None else []
    only = f"period IN ({_placeholders(names)}) AND " if names else ""
    found = select_among(_STORED.format(periods=only), [boards.pool, boards.generation, *names], sorted(players))
    rows = (BoardStanding(*row) for row in found)
    return {(row.period, row.player): row for row in rows}


def put_rows(
    boards: Boards, rows: Sequence[BoardStanding], stored: Mapping[RowKey, BoardStanding], gone: Iterable[RowKey] = ()
) -> None:
    """Write rows of which it is known what was there before; `gone` are those that were deleted."""
    new = [(*boards, *row) for row in rows if (row.period, row.player) not in stored]
    insert(BoardRow, _COLUMNS, new)
    upsert(BoardRow, _COLUMNS, [(*boards, *row) for row in rows if (row.period, row.player) in stored], _UNIQUE)
    moves: Counter[tuple[str, int]] = Counter()
    for row in rows:
        was = stored.get((row.period, row.player))
        if was is not None and was.is_listed:
            moves[row.period, was.value] -= 1
        if row.is_listed:
            moves[row.period, row.value] += 1
    for place in gone:
        if stored[place].is_listed:
            moves[place[0], stored[place].value] -= 1
    _move_buckets(boards, {bucket: more for bucket, more in moves.items() if more})


def _move_buckets(boards: Boards, moves: Mapping[tuple[str, int], int]) -> None:
    """Add to the numbers of players with some values."""
    if not moves:
        return
    pool, generation, _ = boards
    periods, values = sorted({period for period, _ in moves}), sorted({value for _, value in moves})
    statement = _BUCKETS.format(periods=_placeholders(periods))
    found = select_among(statement, [pool, generation, *periods], values)
    players = {(period, value): number for period, value, number in found}
    after = {bucket: players.get(bucket, 0) + more for bucket, more in moves.items()}
    full = {bucket: number for bucket, number in after.items() if number > 0}
    insert(BoardBucket, _BUCKET, [(pool, generation, *one, full[one]) for one in full if one not in players])
    upsert(BoardBucket, _BUCKET, [(pool, generation, *one, full[one]) for one in full if one in players], _BUCKET[:4])
    _delete(_EMPTY, boards, [bucket for bucket, number in after.items() if number <= 0])


def _delete(statement: str, boards: Boards, which: Sequence[tuple[str, str | int]]) -> None:
    if which:
        with connection.cursor() as cursor:
            cursor.executemany(statement, [(boards.pool, boards.generation, *one) for one in which])


def _placeholders(values: Sequence[object]) -> str:
    return ", ".join(["%s"] * len(values))


def store_tallies(boards: Boards, tallies: Tallies) -> None:
    """Store what was played since the rows of leaderboards were last written."""
    players = sorted({player for _, player in tallies})
    stored = stored_rows(boards, players, {period for period, _ in tallies})
    rows = list(board_standings(tallies, stored, erased_among(players)))
    put_rows(boards, rows, stored)


def met_before(boards: Boards, games: Mapping[PlayerId, int]) -> dict[PlayerId, Met]:
    """Whom players had met by a match before which nothing has changed, each after so many matches of their own."""
    stored = stored_rows(boards, games, [ALL])
    rows = {player: stored.get((ALL, player)) for player in games}
    return {player: met_until(read_met(row.met), games[player]) if row else () for player, row in rows.items()}
