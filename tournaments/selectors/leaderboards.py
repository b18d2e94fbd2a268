"""Leaderboards as a viewer may see them: pages of a board, what is around the viewer, and what a place takes.

Of players who are not open to strangers the name is told only to those who may know it; erased ones have no row.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engine.records import DEFAULT_GAME, DEFAULT_RULES
from engine.registry import find
from games.accounts.callers import Viewer
from games.accounts.name_visibility import known_by_name
from tournaments.leaderboards.among import Among
from tournaments.leaderboards.asking import ask
from tournaments.leaderboards.boards import (
    BehindError,
    Board,
    Cursor,
    Placed,
    Source,
    board_of,
    next_cursor,
    write_cursor,
)
from tournaments.leaderboards.choosing import VARIANTS, Choice
from tournaments.leaderboards.meeting import read_met
from tournaments.leaderboards.periods import ALL
from tournaments.models import BoardRow, RatedPlayer, Rating
from tournaments.ratings.pools import DUEL, pool_of
from tournaments.ratings.values import PlayerId
from tournaments.selectors.clubs import role_of
from tournaments.selectors.ledgers import player_with
from tournaments.selectors.ratings import ratings_of
from tournaments.selectors.solo import count_runs

PER_PAGE: Final = 50
MOST: Final = 100
REACH: Final = 2
"""How many rows are shown above and below somebody's own."""
OF_ACCOUNTS: Final = ("display_name", "username", "is_private", "is_minor", "is_active")


class Line(NamedTuple):
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


class Page(NamedTuple):
    """A part of a leaderboard."""

    lines: list[Line]
    players: int
    """How many have a place."""
    next: str | None
    """The cursor of the next page."""


class Own(NamedTuple):
    """Where the viewer stands."""

    line: Line | None
    """None if they have no place."""
    lines: list[Line]
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
    choice: Choice, viewer: Viewer, limit: int = PER_PAGE, after: Cursor | None = None, club: str | None = None
) -> Page:
    """A page of a leaderboard, of everybody or of the members of a club, which the viewer may see."""
    members = _members(club)

    def look(board: Board, source: Source) -> tuple[list[Placed], int, dict[PlayerId, _Stored]]:
        rows = _whole(source, members)
        found = rows.top(limit + 1, after)
        return found, rows.count(), _details(board, found[:limit])

    found, count, stored = ask(choice.pool, choice.period, look)
    following = next_cursor(found, limit)
    lines = _lines(choice, viewer, found[:limit], stored)
    return Page(lines, count, write_cursor(following) if following else None)


def see_own(choice: Choice, viewer: Viewer, reach: int = REACH, club: str | None = None) -> Own | None:
    """Where the viewer stands, with so many above and below; None for somebody without an account."""
    if viewer.account is None:
        return None
    own = _player(viewer)
    members = _members(club)

    def look(board: Board, source: Source) -> tuple[list[Placed], dict[PlayerId, _Stored]]:
        found = _whole(source, members).around(own, reach) if own is not None else []
        return found, _details(board, found)

    lines = _lines(choice, viewer, *ask(choice.pool, choice.period, look))
    line = next((line for line in lines if line.is_own), None)
    games, met = (line.games, 0) if line else _played(board_of(choice.pool, choice.period), own)
    # Without a run that was played to its end there is no row.
    given_up = count_runs(own, choice.level, choice.span) if choice.is_solo and own and not games else 0
    is_missing = line is None and (club is None or role_of(viewer.account, club) is not None)
    people = max(choice.opponents - met, 0) if is_missing else 0
    # In a duel one meets one other; elsewhere one game may be enough for all who are missing.
    to_meet = people if choice.variant == DUEL else min(people, 1)
    missing = max(choice.least - games - given_up, min(given_up, 1), to_meet) if is_missing else 0
    return Own(line, lines, games + given_up, missing, people, bool(given_up))


def usual_variant(viewer: Viewer) -> str:
    """What somebody sees who asks for nothing else: where they have played most, or else where most have a place."""
    own = _player(viewer)
    ratings = ratings_of(own) if own is not None else []
    if ratings:
        return max(ratings, key=lambda rating: rating.skill.games).pool.rpartition("/")[2]
    return max(VARIANTS, key=lambda variant: ask(pool_of(variant), ALL, lambda _, source: source.count()))


def _player(viewer: Viewer) -> PlayerId | None:
    return None if viewer.account is None else player_with(viewer.account)


def _members(club: str | None) -> list[PlayerId] | None:
    """Those of a club who have ever been rated; None for everybody."""
    if club is None:
        return None
    return list(RatedPlayer.objects.filter(account__memberships__club=club).values_list("pk", flat=True))


def _whole(source: Source, members: list[PlayerId] | None) -> Source:
    return source if members is None else Among(source, members)


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
        raise BehindError
    return {player: _Stored(row, games[player]) for player, row in rows.items()}


def _lines(choice: Choice, viewer: Viewer, found: Sequence[Placed], stored: Mapping[PlayerId, _Stored]) -> list[Line]:
    accounts = [one.row.player.account for one in stored.values() if one.row.player.account is not None]
    seen = known_by_name(accounts, viewer)
    return [_line(choice, viewer, one, stored[one.player], seen) for one in found]


def _line(choice: Choice, viewer: Viewer, one: Placed, stored: _Stored, seen: set[int]) -> Line:
    row, account = stored.row, stored.row.player.account
    is_seen = account is not None and account.is_active and account.pk in seen
    return Line(
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
