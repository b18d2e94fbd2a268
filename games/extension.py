"""Every point at which something that stands higher joins in: the app of tournaments, and a room of games that a lower
one must ask or tell.

`games/apps.py` and `tournaments/apps.py` fill all of them while Django starts. Without tournaments every question has a
plain answer, and nobody hears. A process that only audits fills no more than what an audit asks for: the registries
`audit_checks`, `covering_indexes` and `other_logs`. This module imports no room of games; a row of
`games.accounts.models.Account` is therefore called `AccountRow` here.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple, TypeAlias

from django.db.models import F, Model
from django.http import HttpRequest

from engine.protocol import Json
from games.hooks import Hook, Registry, Slot
from games.refusals import no_such_game

AccountRow: TypeAlias = Any
"""An account as `games.accounts.models.Account`; everywhere else an account is its number."""

# ---------------------------------------------------------------- clubs

OWNER: Final = "owner"
ORGANISER: Final = "organiser"
SCOREKEEPER: Final = "scorekeeper"
MEMBER: Final = "member"
ROLES: Final = (OWNER, ORGANISER, SCOREKEEPER, MEMBER)
CLUB_MANAGERS: Final = frozenset((OWNER, ORGANISER))
"""Who sees the private games of a club."""
CLUB_SCOREKEEPERS: Final = frozenset((OWNER, ORGANISER, SCOREKEEPER))
"""Who may enter the rolls of dice on the tables of a club."""

club_role: Final[Slot[[int, str], str | None]] = Slot(lambda account, club: None)
"""What an account is in a club, None if it is no member; asked through `role_in`, inside or outside a transaction."""
runs_a_club: Final[Slot[[int], bool]] = Slot(lambda account: False)
"""Whether an account is owner or organiser of any club; asked when somebody lets another one back in."""
clubs_of: Final[Slot[[int], list[tuple[str, str]]]] = Slot(lambda account: [])
"""The clubs in which an account is a member, id and name of each, by name; asked when somebody sets up a game."""


def role_in(account: int | None, club: str | None) -> str | None:
    """What an account is in a club; None for nobody, no club, or no member of it."""
    return None if account is None or club is None else club_role(account, club)


# ---------------------------------------------------------------- tournaments

LEAST_PRESENT: Final = 2
"""How many must have come for a table to begin without the others."""


class TableWait(NamedTuple):
    """Until when a table waits for those for whom it keeps seats."""

    until: datetime
    """Until when everybody may come."""
    patience: timedelta
    """How long those who come later wait for the others."""
    starts_at: datetime | None
    """When it starts without whoever is missing; None while too few have come."""


table_wait: Final[Slot[[str], TableWait | None]] = Slot(lambda game: None)
"""How long the table of a game waits for whoever has not come, None if that is as long as its round is open; asked when
the table is looked at."""
tournament_names_seen: Final[Slot[[Collection[str], int | None], dict[str, str]]] = Slot(
    lambda tournaments, account: {}
)
"""The names of some tournaments by id, without those that an account, or for None everybody, may not know of; asked
through `tournament_names` by lists of games."""
overridden_among: Final[Slot[[Collection[str]], set[str]]] = Slot(lambda games: set())
"""Those of some games in whose place an organiser has put another result; asked through `overridden_games` by lists and
cards of games."""


def tournament_names(tournaments: Collection[str], account: int | None) -> dict[str, str]:
    """The names of some tournaments by id, as far as an account may know of them; without any nothing is asked."""
    return tournament_names_seen(tournaments, account) if tournaments else {}


def overridden_games(games: Collection[str]) -> set[str]:
    """Those of some games of tournaments in whose place another result counts; without any nothing is asked."""
    return overridden_among(games) if games else set()


on_result: Final[Hook[[str], None]] = Hook()
"""A game of a tournament has come to a result: its id, after the commit, and perhaps never; what is due stands in
`ResultChange`. A listener that fails is logged, and changes nothing."""

DISPUTE_OPENED: Final = "opened"
DISPUTE_RULED: Final = "ruled"


class DisputeNews(NamedTuple):
    """That a game was flagged for review, or ruled upon."""

    what: str
    game: str
    seq: int
    """The event that has opened the dispute, or is the ruling."""
    club: str | None
    actors: tuple[str, ...]
    """Those who have a seat in the game, by the names that its log knows them by."""
    by: int | None
    """The account whose doing it is, who need not be told."""
    is_secret: bool
    """Whether only those who play the game may know of it."""


on_dispute_news: Final[Hook[[DisputeNews], None]] = Hook()
"""A game was flagged or ruled upon; called inside the transaction in which that is appended to its log."""

# ---------------------------------------------------------------- time

on_sweep: Final[Hook[[datetime], None]] = Hook()
"""See to whatever is due at a moment, each thing in a transaction of its own; called in every sweep, once games whose
time has run out have their results. One that fails is logged and keeps no other from its work."""
on_outage: Final[Hook[[datetime, datetime], None]] = Hook()
"""Give back the time between two moments, the last sweep and this one; called inside the transaction that measures the
outage, before games are locked. One that fails is undone and logged; if the database is busy, all of it is undone."""
on_step: Final[Hook[[timedelta, datetime], None]] = Hook()
"""Move deadlines by as much as the machine's clock was set, now that it shows a moment; called like `on_outage`."""


def move_times(model: type[Model], *columns: str) -> Callable[[timedelta, datetime], None]:
    """What moves columns that say when something is due or how long it is held; to be connected to `on_step`."""

    def move(by: timedelta, moment: datetime) -> None:
        for column in columns:
            times = model._default_manager.filter(**{f"{column}__isnull": False})
            times.update(**{column: F(column) + by})

    return move


# ---------------------------------------------------------------- accounts

on_erase: Final[Hook[[int], None]] = Hook()
"""Leave and delete what is kept of an account; called before its games are left, in no transaction, and again if that
is interrupted."""
unfinished_games: Final[Slot[[int], set[str]]] = Slot(lambda account: set())
"""The games with a part of an account in them that are not over; asked again in the transaction in which it goes."""
leave_game: Final[Slot[[str, AccountRow], None]] = Slot(lambda game, account: None)
"""Leave one of these games, in a transaction of its own; a refusal is logged by whoever fills this."""
on_forget: Final[Hook[[int], None]] = Hook()
"""Keep what must outlive an account without saying whose it was; called inside the transaction in which its row goes,
whose games are all locked and over or left by then."""
on_guest_game_moved: Final[Hook[[str, int, int], None]] = Hook()
"""A game was a guest's and becomes an account's, both named by number; called inside the transaction that says so, with
the game locked."""
account_export: Final[Hook[[int], Json]] = Hook()
"""What is kept of an account, by the names under which its export shows it; asked for each export."""
acquaintances: Final[Hook[[int, Collection[int]], set[int]]] = Hook()
"""Those of some accounts whom another one knows, in one question however many they are; asked in order, and only about
those whom nobody has named before."""
ended_public_games: Final[Slot[[int], int]] = Slot(lambda account: 0)
"""How many games of an account have ended that everybody may see; asked by its profile."""


def _see_nothing(game: str, account: AccountRow) -> None:
    raise no_such_game(game)


require_game_seen: Final[Slot[[str, AccountRow], None]] = Slot(_see_nothing)
"""Refuse whoever may not see a game; asked when a complaint names one."""

# ---------------------------------------------------------------- pages


class Panel(NamedTuple):
    """A part of a page: a template, and what it calls `panel`."""

    template: str
    shown: Mapping[str, Any]


profile_panels: Final[Hook[[HttpRequest, AccountRow, AccountRow | None], Panel | None]] = Hook()
"""The panel of somebody as a viewer may see it, None if there is nothing to say; asked once it is settled that the
profile may be seen."""
game_panels: Final[Hook[[HttpRequest, Json], Panel | None]] = Hook()
"""The panel of a game that is over as its page shows it, None if there is nothing to say; asked once it is settled that
the game may be seen."""


def panels_of_profile(request: HttpRequest, shown: AccountRow, viewer: AccountRow | None) -> list[Panel]:
    """All that is to be said of somebody."""
    return _said(profile_panels.call_all(request, shown, viewer))


def panels_of_game(request: HttpRequest, seen: Json) -> list[Panel]:
    """All that is to be said of a game, nothing before it is over."""
    return _said(game_panels.call_all(request, seen)) if seen["is_over"] else []


def _said(panels: Iterable[Panel | None]) -> list[Panel]:
    return [panel for panel in panels if panel is not None]


# ---------------------------------------------------------------- logs, audit, rebuild


class LogSort(NamedTuple):
    """Where the logs of one sort are kept."""

    noun: str
    """What owns one of them: the column in which events and leaves name it, and what the audit calls it."""
    owners: type[Model]
    """Rows that say where a log ends (`seq`, `head_hash`, `last_at`) and how much is covered (`checkpointed_seq`)."""
    events: type[Model]
    leaves: type[Model]
    """Rows like those of `CheckpointLeaf`."""

    @property
    def column(self) -> str:
        """The column of events and leaves that names the owner."""
        return f"{self.noun}_id"


class CoveringIndex(NamedTuple):
    """Columns that no log vouches for, in which SQLite is to find a bit that has changed."""

    table: str
    columns: tuple[str, ...] = ()
    """All of them unless some are named."""


class Rebuild(NamedTuple):
    """Something derived that can be made anew."""

    part: str
    """What `manage.py rebuild` calls it."""
    remake: Callable[[], Iterable[Any]]
    """Makes it anew, one after the other; for each None, or as a `Finding` why that is impossible."""


other_logs: Final[Registry[LogSort]] = Registry()
"""The logs beside those of games: their tables are guarded, and checkpoints cover them."""
covering_indexes: Final[Registry[CoveringIndex]] = Registry()
"""The indexes that are made after every migration beside those over tables of games."""
audit_checks: Final[Registry[str]] = Registry()
"""Checks of the audit, each by where it stands: loaded and called with the time since which rows have changed, None for
all of them, inside the transaction in which the audit reads; each gives a `Report`."""
rebuilds: Final[Registry[Rebuild]] = Registry()
"""What can be made anew beside what games derives; called in no transaction."""
