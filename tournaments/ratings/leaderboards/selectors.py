"""Leaderboards as a viewer may see them, and the lists of games with dice on the table, which tell names in the same
way."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from engine.protocol import Json
from engine.records import DEFAULT_GAME, DEFAULT_RULES
from engine.registry import find
from games.accounts.callers import Viewer
from games.accounts.models import Account
from games.accounts.name_visibility import known_by_name
from tournaments.clubs.selectors import role_of
from tournaments.ratings.leaderboards.board import (
    Board,
    Cursor,
    OutdatedError,
    Placed,
    Source,
    current_board,
    next_cursor,
    write_cursor,
)
from tournaments.ratings.leaderboards.filters import VARIANTS, BoardFilter
from tournaments.ratings.leaderboards.opponents import read_met
from tournaments.ratings.leaderboards.periods import ALL
from tournaments.ratings.leaderboards.source import SubsetSource, ask_board
from tournaments.ratings.leaderboards.table_dice import (
    TableDiceCursor,
    TableDiceRow,
    count_table_dice,
    pick_page,
    write_table_dice_cursor,
)
from tournaments.ratings.models import BoardRow, RatedPlayer, Rating, SoloRun
from tournaments.ratings.pools import pool_of
from tournaments.ratings.selectors import player_with, ratings_of
from tournaments.ratings.values import PlayerId
from tournaments.variants import DUEL

PER_PAGE: Final = 50
MOST: Final = 100
REACH: Final = 2
"""How many rows are shown above and below somebody's own."""
OF_ACCOUNTS: Final = ("display_name", "username", "is_private", "is_minor", "is_active")


class BoardLine(NamedTuple):
    """A row of a leaderboard."""

    place: int
    value: int
    before: int | None
    deviation: int | None
    games: int
    is_provisional: bool
    is_own: bool
    name: str | None
    """None if the viewer may not know who it is."""
    handle: str | None
    """Which leads to a profile; None for those of whom the viewer may not know."""
    title: str | None
    """Of a solo score, in English."""

    @property
    def change(self) -> int | None:
        """By how much the rating has changed in the period; None where there was none before."""
        return None if self.before is None else self.value - self.before


class BoardPage(NamedTuple):
    """A part of a leaderboard."""

    lines: list[BoardLine]
    players: int
    """How many have a place."""
    next: str | None
    """The cursor of the next page."""


class OwnPlace(NamedTuple):
    """Where the viewer stands."""

    line: BoardLine | None
    """None if they have no place."""
    lines: list[BoardLine]
    """Theirs, and those around it."""
    games: int
    """How many rated games of theirs count here."""
    missing: int
    """How many more a place takes; none on the board of a club in which they are no member."""
    missing_opponents: int = 0
    """Against how many people whom they have not met yet some of these have to be."""
    needs_end: bool = False
    """Whether all of their solo runs were given up: a place takes one that is played to its end."""


class _Stored(NamedTuple):
    """What the tables say of a row."""

    row: BoardRow
    games: int
    """How many rated games the player has in the pool, in all periods."""


def see_leaderboard(
    choice: BoardFilter, viewer: Viewer, limit: int = PER_PAGE, after: Cursor | None = None, club: str | None = None
) -> BoardPage:
    """A page of a leaderboard, of everybody or of the members of a club, which the viewer may see."""
    members = _members(club)

    def look(board: Board, source: Source) -> tuple[list[Placed], int, dict[PlayerId, _Stored]]:
        rows = _source_among(source, members)
        found = rows.top(limit + 1, after)
        return found, rows.count(), _details(board, found[:limit])

    found, count, stored = ask_board(choice.pool, choice.period, look)
    following = next_cursor(found, limit)
    lines = _lines(choice, viewer, found[:limit], stored)
    return BoardPage(lines, count, write_cursor(following) if following else None)


def see_own_place(choice: BoardFilter, viewer: Viewer, reach: int = REACH, club: str | None = None) -> OwnPlace | None:
    """Where the viewer stands, with so many above and below; None for somebody without an account."""
    if viewer.account is None:
        return None
    own = _player(viewer)
    members = _members(club)

    def look(board: Board, source: Source) -> tuple[list[Placed], dict[PlayerId, _Stored]]:
        found = _source_among(source, members).around(own, reach) if own is not None else []
        return found, _details(board, found)

    lines = _lines(choice, viewer, *ask_board(choice.pool, choice.period, look))
    line = next((line for line in lines if line.is_own), None)
    games, met = (line.games, 0) if line else _played(current_board(choice.pool, choice.period), own)
    # Without a run that was played to its end there is no row.
    given_up = _count_runs(own, choice.level, choice.span) if choice.is_solo and own and not games else 0
    is_missing = line is None and (club is None or role_of(viewer.account, club) is not None)
    people = max(choice.opponents - met, 0) if is_missing else 0
    # In a duel one meets one other; elsewhere one game may be enough for all who are missing.
    to_meet = people if choice.variant == DUEL else min(people, 1)
    missing = max(choice.least - games - given_up, min(given_up, 1), to_meet) if is_missing else 0
    return OwnPlace(line, lines, games + given_up, missing, people, bool(given_up))


def _count_runs(player: str, level: int | None, span: tuple[datetime, datetime] | None) -> int:
    """How many runs of somebody count, at one level or at all, in a span of time or in all; also those given up."""
    runs = SoloRun.objects.filter(player=player, key=DEFAULT_GAME)
    if level is not None:
        runs = runs.filter(level=level)
    return (runs if span is None else runs.filter(ended_at__gte=span[0], ended_at__lt=span[1])).count()


def usual_variant(viewer: Viewer) -> str:
    """What somebody sees who asks for nothing else: where they have played most, or else where most have a place."""
    own = _player(viewer)
    ratings = ratings_of(own) if own is not None else []
    if ratings:
        return max(ratings, key=lambda rating: rating.skill.games).pool.rpartition("/")[2]
    return max(VARIANTS, key=lambda variant: ask_board(pool_of(variant), ALL, lambda _, source: source.count()))


def _player(viewer: Viewer) -> PlayerId | None:
    return None if viewer.account is None else player_with(viewer.account)


def _members(club: str | None) -> list[PlayerId] | None:
    """Those of a club who have ever been rated; None for everybody."""
    if club is None:
        return None
    return list(RatedPlayer.objects.filter(account__memberships__club=club).values_list("pk", flat=True))


def _source_among(source: Source, members: list[PlayerId] | None) -> Source:
    return source if members is None else SubsetSource(source, members)


def _played(board: Board, player: PlayerId | None) -> tuple[int, int]:
    """How many games of somebody without a place count, and how many they have met in these; of more than a place takes
    it says no more than that."""
    rows = _rows(board, [player] if player is not None else [])
    return (rows[0].games, len(read_met(rows[0].met))) if rows else (0, 0)


def _rows(board: Board, players: Sequence[PlayerId]) -> list[BoardRow]:
    if not players:
        return []
    found = BoardRow.objects.filter(pool=board.pool, generation=board.generation, period=board.period)
    said = ("value", "before", "deviation", "games", "met", *(f"player__account__{name}" for name in OF_ACCOUNTS))
    return list(found.filter(player__in=players).select_related("player__account").only(*said))


def _details(board: Board, found: Sequence[Placed]) -> dict[PlayerId, _Stored]:
    """What the tables say of some rows; if a value differs, these are of another state of the board."""
    rows = {row.player_id: row for row in _rows(board, [one.player for one in found])}
    games = {player: row.games for player, row in rows.items()}
    if board.period != ALL:
        ratings = Rating.objects.filter(pool=board.pool, generation=board.generation, player__in=rows)
        games.update(ratings.values_list("player", "games"))
    if any(one.player not in rows or rows[one.player].value != one.value for one in found):
        raise OutdatedError
    return {player: _Stored(row, games[player]) for player, row in rows.items()}


def _lines(
    choice: BoardFilter, viewer: Viewer, found: Sequence[Placed], stored: Mapping[PlayerId, _Stored]
) -> list[BoardLine]:
    accounts = [one.row.player.account for one in stored.values() if one.row.player.account is not None]
    seen = known_by_name(accounts, viewer)
    return [_line(choice, viewer, one, stored[one.player], seen) for one in found]


def _line(choice: BoardFilter, viewer: Viewer, one: Placed, stored: _Stored, seen: set[int]) -> BoardLine:
    row, account = stored.row, stored.row.player.account
    is_seen = account is not None and account.is_active and account.pk in seen
    return BoardLine(
        place=one.place,
        value=one.value,
        before=row.before,
        deviation=row.deviation,
        games=row.games,
        is_provisional=not choice.is_solo and stored.games < choice.sure,
        is_own=account is not None and account.pk == viewer.account,
        name=account.display_name if account is not None and is_seen else None,
        handle=account.username if account is not None and is_seen else None,
        title=find(DEFAULT_GAME, DEFAULT_RULES).title(one.value) if choice.is_solo else None,
    )


class TableLine(NamedTuple):
    """A row of a list."""

    place: int
    games: int
    wins: int | None
    """None for games that are played alone."""
    best: int
    is_own: bool
    name: str | None
    """None if the viewer may not know who it is."""
    handle: str | None
    """Which leads to a profile."""


class TablePage(NamedTuple):
    """A part of a list."""

    lines: list[TableLine]
    players: int
    """How many are listed."""
    next: str | None
    """The cursor of the next page."""


def see_table_dice(
    choice: BoardFilter,
    viewer: Viewer,
    limit: int = PER_PAGE,
    after: TableDiceCursor | None = None,
    club: str | None = None,
) -> TablePage:
    """A page of a list, of everybody or of the members of a club, which the viewer may see."""
    counted = count_table_dice(choice, club)
    found = pick_page(counted, limit + 1, after)
    shown = found[:limit]
    accounts = Account.objects.in_bulk([one.account for one in shown])
    seen = known_by_name(accounts.values(), viewer)
    lines = [
        _table_dice_line(choice, viewer, one, accounts[one.account], seen) for one in shown if one.account in accounts
    ]
    return TablePage(lines, counted.count(), write_table_dice_cursor(shown[-1].mark) if len(found) > limit else None)


def _table_dice_line(
    choice: BoardFilter, viewer: Viewer, one: TableDiceRow, account: Account, seen: set[int]
) -> TableLine:
    is_seen = account.pk in seen
    return TableLine(
        place=one.place,
        games=one.games,
        wins=None if choice.is_solo else one.mark.wins,
        best=one.mark.best,
        is_own=account.pk == viewer.account,
        name=account.display_name if is_seen else None,
        handle=account.username if is_seen else None,
    )


def table_dice_as_json(choice: BoardFilter, page: TablePage, club: str | None) -> Json:
    """A page of a list, for programs."""
    return {
        "variant": choice.variant,
        "level": choice.level,
        "period": choice.kind,
        "of": choice.period,
        "club": club,
        "players": page.players,
        "next": page.next,
        "rows": [line._asdict() for line in page.lines],
    }
