"""The beginning of a new generation: everything before the first match that is computed again, taken over as it is.

The ledger before that match never changes, nor do the boards of periods that were over by then; both are copied within
the database. How everybody stood at that moment, and the boards of the periods in which it lies, follow from the
ledger. All of it goes in portions, so that nobody waits long for the database.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.db import connection

from games.log.sql import write_transaction
from tournaments.ratings.bulk_sql import adapt, portions
from tournaments.ratings.generation import Build, hold_build
from tournaments.ratings.leaderboards.aggregate import (
    BoardStanding,
    RowKey,
    Tally,
    board_standing,
    extend_tally,
    period_kind,
    period_names,
)
from tournaments.ratings.leaderboards.periods import ALL, PERIODS, period_at, span_at
from tournaments.ratings.leaderboards.row_store import Boards, met_before, write_rows
from tournaments.ratings.ledger import (
    SkillAt,
    border_after,
    entries_since,
    last_skills_before,
    ledger_end,
    steps_of_ledger,
    store_ratings,
)
from tournaments.ratings.models import Rating
from tournaments.ratings.players import erased_among
from tournaments.ratings.pools import BEGINNING, Position
from tournaments.ratings.values import NEWCOMER, PlayerId

COPIED_AT_ONCE: Final = 20_000
"""How many rows are copied in one transaction."""
WRITTEN_AT_ONCE: Final = 2000
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


def copy_unchanged_prefix(build: Build) -> Position:
    """Take over all that comes before the first match that is computed again; the last match before it."""
    if build.start == BEGINNING:
        return BEGINNING
    _copy_ledger(build)
    _copy_boards(build)
    _copy_skills(build)
    _begin_boards(build)
    return ledger_end(build.pool, build.generation)


def _copy_ledger(build: Build) -> None:
    done, end = BEGINNING, ledger_end(build.pool, build.shown, build.start)
    while done < end:
        border = border_after(build.pool, build.shown, done, end, COPIED_AT_ONCE)
        values = [build.generation, build.pool, build.shown, *map(adapt, (*done, *border))]
        _execute_in_portion(build, [(_COPY_LEDGER, values)])
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
        _execute_in_portion(build, [(statement.format(periods=places), values) for statement in copies])


def _is_over(period: str, build: Build) -> bool:
    """Whether a period had ended by the first match that is computed again; periods of one kind sort by their names."""
    kind = period_kind(period)
    return kind != ALL and period < period_at(kind, build.start[0])


def _grouped(counts: dict[str, int]) -> Iterator[list[str]]:
    """Periods together as long as they have few rows."""
    group: list[str] = []
    rows = 0
    for period in sorted(counts):
        if group and rows + counts[period] > COPIED_AT_ONCE:
            yield group
            group, rows = [], 0
        group.append(period)
        rows += counts[period]
    if group:
        yield group


def _copy_skills(build: Build) -> None:
    """How everybody stood, also on the board of all time."""
    last: PlayerId = ""
    while players := _next_players(build, last):
        found = last_skills_before(build.pool, build.generation, build.start, players)
        with write_transaction():
            hold_build(build)
            store_ratings(build.pool, build.generation, [(one, at.skill, at.at) for one, at in found.items()])
            write_rows(build.boards, _all_time_rows(build, found))
        last = players[-1]


def _next_players(build: Build, last: PlayerId) -> list[PlayerId]:
    rated = Rating.objects.filter(pool=build.pool, generation=build.shown, player__gt=last)
    return list(rated.order_by("player").values_list("player", flat=True)[:WRITTEN_AT_ONCE])


def _all_time_rows(build: Build, found: dict[PlayerId, SkillAt]) -> list[BoardStanding]:
    erased = erased_among(sorted(found))
    met = met_before(Boards(build.pool, build.shown), {player: one.skill.games for player, one in found.items()})
    return [
        board_standing(ALL, player, Tally(NEWCOMER, one.skill, met[player]), None, player not in erased)
        for player, one in found.items()
    ]


def _begin_boards(build: Build) -> None:
    """The boards of the other periods in which the first match lies that is computed again."""
    tallies = _tallies_of_periods(build)
    for places in portions(sorted(tallies), WRITTEN_AT_ONCE):
        with write_transaction():
            hold_build(build)
            erased = erased_among(sorted({player for _, player in places}))
            rows = [board_standing(*place, tallies[place], None, place[1] not in erased) for place in places]
            write_rows(build.boards, rows)


def _tallies_of_periods(build: Build) -> dict[RowKey, Tally]:
    """What was played in these periods before it."""
    at = build.start[0]
    periods = {period_at(kind, at) for kind in PERIODS if kind != ALL}
    begun = min(span[0] for kind in PERIODS if (span := span_at(kind, at)) is not None)
    tallies: dict[RowKey, Tally] = {}
    for at, player, before, after, around in steps_of_ledger(entries_since(build.pool, build.generation, begun)):
        for period in periods & period_names(at.date()).keys():
            tallies[period, player] = extend_tally(tallies.get((period, player)), player, before, after, around)
    return tallies


def _execute_in_portion(build: Build, statements: Sequence[tuple[str, Sequence[Any]]]) -> None:
    with write_transaction(), connection.cursor() as cursor:
        hold_build(build)
        for statement, values in statements:
            cursor.execute(statement, values)
