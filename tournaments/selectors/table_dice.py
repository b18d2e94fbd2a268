"""The lists of games with dice on the table, as a viewer may see them; names are told as on leaderboards."""

from typing import NamedTuple

from engine.protocol import Json
from games.accounts.callers import Viewer
from games.accounts.models import Account
from games.accounts.name_visibility import known_by_name
from tournaments.leaderboards.choosing import Choice
from tournaments.leaderboards.table_dice import Mark, Played, count_played, pick, write_mark
from tournaments.selectors.leaderboards import PER_PAGE


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
    choice: Choice, viewer: Viewer, limit: int = PER_PAGE, after: Mark | None = None, club: str | None = None
) -> TablePage:
    """A page of a list, of everybody or of the members of a club, which the viewer may see."""
    counted = count_played(choice, club)
    found = pick(counted, limit + 1, after)
    shown = found[:limit]
    accounts = Account.objects.in_bulk([one.account for one in shown])
    seen = known_by_name(accounts.values(), viewer)
    lines = [_line(choice, viewer, one, accounts[one.account], seen) for one in shown if one.account in accounts]
    return TablePage(lines, counted.count(), write_mark(shown[-1].mark) if len(found) > limit else None)


def _line(choice: Choice, viewer: Viewer, one: Played, account: Account, seen: set[int]) -> TableLine:
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


def about_table_dice(choice: Choice, page: TablePage, club: str | None) -> Json:
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
