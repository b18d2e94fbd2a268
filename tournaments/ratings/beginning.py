"""The beginning of a new generation: everything before the first match that is computed again, taken over as it is.

The ledger before that match never changes, nor do the boards of periods that were over by then; both are copied within
the database. How everybody stood at that moment, and the boards of the periods in which it lies, follow from the
ledger. All of it goes in portions, so that nobody waits long for the database.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.db import connection

from games.log.sql import write_transaction
from tournaments.leaderboards.meeting import Met, met_by, read_met
from tournaments.leaderboards.periods import ALL, PERIODS, period_at, span_at
from tournaments.leaderboards.rows import Boards, Place, Standing, stored_rows, write_rows
from tournaments.leaderboards.tallying import Tally, extended, kind_of, names_of, standing
from tournaments.models import Rating
from tournaments.ratings.building import Build, hold
from tournaments.ratings.bulk import adapt, portions
from tournaments.ratings.ledgers import Standpoint, border_after, end_of, entries_since, standpoints
from tournaments.ratings.locking import BEGINNING, Position
from tournaments.ratings.players import erased_among
from tournaments.ratings.storing import steps_in, store_ratings
from tournaments.ratings.values import NEWCOMER, PlayerId

AT_ONCE: Final = 20_000
"""How many rows are copied in one transaction."""
FEW: Final = 2000
"""How many are written in one that were computed here."""

_ENTRY: Final = "at, match, player_id, place, field, mu_before, sigma_before, mu_after, sigma_after, games"
_COPY_LEDGER: Final = (
    f"INSERT INTO tournaments_ledgerentry (pool, generation, {_ENTRY}) SELECT pool, %s, {_ENTRY}"  # noqa: S608
    " FROM tournaments_ledgerentry WHERE pool = %s AND generation = %s"
    " AND (at, match) > (%s, %s) AND (at, match) <= (%s, %s)"
)
_COUNTS: Final = "SELECT period, COUNT(*) FROM tournaments_boardrow WHERE pool = %s AND generation = %s GROUP BY period"
_COPY_ROWS: Final = (
    "INSERT INTO tournaments_boardrow"
    " (pool, generation, version, period, player_id, value, before, deviation, games, is_listed, met)"
    " SELECT pool, %s, 0, period, player_id, value, before, deviation, games, is_listed, met"
    " FROM tournaments_boardrow WHERE pool = %s AND generation = %s AND period IN ({periods})"
)
_COPY_BUCKETS: Final = (
    "INSERT INTO tournaments_boardbucket (pool, generation, period, value, players)"
    " SELECT pool, %s, period, value, players"
    " FROM tournaments_boardbucket WHERE pool = %s AND generation = %s AND period IN ({periods})"
)


def take_over(build: Build) -> Position:
    """Take over all that comes before the first match that is computed again; the last match before it."""
    if build.start == BEGINNING:
        return BEGINNING
    _copy_ledger(build)
    _copy_boards(build)
    _take_standpoints(build)
    _take_boards(build)
    return end_of(build.pool, build.generation)


def _copy_ledger(build: Build) -> None:
    done, end = BEGINNING, end_of(build.pool, build.shown, build.start)
    while done < end:
        border = border_after(build.pool, build.shown, done, end, AT_ONCE)
        values = [build.generation, build.pool, build.shown, *map(adapt, (*done, *border))]
        _carry_out(build, [(_COPY_LEDGER, values)])
        done = border


def _copy_boards(build: Build) -> None:
    """Those of periods that were over."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS, [build.pool, build.shown])
        counts = {period: count for period, count in cursor.fetchall() if _is_over(period, build)}
    for periods in _grouped(counts):
        places = ", ".join(["%s"] * len(periods))
        values = [build.generation, build.pool, build.shown, *periods]
        copies = (_COPY_ROWS, _COPY_BUCKETS)
        _carry_out(build, [(statement.format(periods=places), values) for statement in copies])


def _is_over(period: str, build: Build) -> bool:
    """Whether a period had ended by the first match that is computed again; periods of one kind sort by their names."""
    kind = kind_of(period)
    return kind != ALL and period < period_at(kind, build.start[0])


def _grouped(counts: dict[str, int]) -> Iterator[list[str]]:
    """Periods together as long as they have few rows."""
    group: list[str] = []
    rows = 0
    for period in sorted(counts):
        if group and rows + counts[period] > AT_ONCE:
            yield group
            group, rows = [], 0
        group.append(period)
        rows += counts[period]
    if group:
        yield group


def _take_standpoints(build: Build) -> None:
    """How everybody stood, also on the board of all time."""
    last: PlayerId = ""
    while players := _next_players(build, last):
        found = standpoints(build.pool, build.generation, build.start, players)
        with write_transaction():
            hold(build)
            store_ratings(build.pool, build.generation, [(one, at.skill, at.at) for one, at in found.items()])
            write_rows(build.boards, _of_all_time(build, found))
        last = players[-1]


def _next_players(build: Build, last: PlayerId) -> list[PlayerId]:
    rated = Rating.objects.filter(pool=build.pool, generation=build.shown, player__gt=last)
    return list(rated.order_by("player").values_list("player", flat=True)[:FEW])


def _of_all_time(build: Build, found: dict[PlayerId, Standpoint]) -> list[Standing]:
    erased = erased_among(sorted(found))
    met = met_before(Boards(build.pool, build.shown), {player: one.skill.games for player, one in found.items()})
    return [
        standing(ALL, player, Tally(NEWCOMER, one.skill, met[player]), None, player not in erased)
        for player, one in found.items()
    ]


def met_before(boards: Boards, games: Mapping[PlayerId, int]) -> dict[PlayerId, Met]:
    """Whom players had met by a match before which nothing has changed, each after so many matches of their own."""
    stored = stored_rows(boards, games, [ALL])
    rows = {player: stored.get((ALL, player)) for player in games}
    return {player: met_by(read_met(row.met), games[player]) if row else () for player, row in rows.items()}


def _take_boards(build: Build) -> None:
    """The boards of the other periods in which the first match lies that is computed again."""
    tallies = _tallies(build)
    for places in portions(sorted(tallies), FEW):
        with write_transaction():
            hold(build)
            erased = erased_among(sorted({player for _, player in places}))
            rows = [standing(*place, tallies[place], None, place[1] not in erased) for place in places]
            write_rows(build.boards, rows)


def _tallies(build: Build) -> dict[Place, Tally]:
    """What was played in these periods before it."""
    at = build.start[0]
    periods = {period_at(kind, at) for kind in PERIODS if kind != ALL}
    begun = min(span[0] for kind in PERIODS if (span := span_at(kind, at)) is not None)
    tallies: dict[Place, Tally] = {}
    for at, player, before, after, around in steps_in(entries_since(build.pool, build.generation, begun)):
        for period in periods & names_of(at.date()).keys():
            tallies[period, player] = extended(tallies.get((period, player)), player, before, after, around)
    return tallies


def _carry_out(build: Build, statements: Sequence[tuple[str, Sequence[Any]]]) -> None:
    with write_transaction(), connection.cursor() as cursor:
        hold(build)
        for statement, values in statements:
            cursor.execute(statement, values)
