"""Where tournaments joins in: hooks that another app fills in its `ready`, and through which games asks or tells.

Clubs, tournaments and notices live in that other app. Asked are the roles in clubs, the names of tournaments, results
that were overridden, and how long a table waits. Told are sweeps, outages, steps of the clock, results and disputes.
Without any other app every question has a plain answer, and nobody hears.
"""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Final, NamedTuple, TypeAlias

from django.db.models import F, Model

OWNER: Final = "owner"
ORGANISER: Final = "organiser"
SCOREKEEPER: Final = "scorekeeper"
MEMBER: Final = "member"
ROLES: Final = (OWNER, ORGANISER, SCOREKEEPER, MEMBER)
CLUB_MANAGERS: Final = frozenset((OWNER, ORGANISER))
"""Who sees the private games of a club."""
CLUB_SCOREKEEPERS: Final = frozenset((OWNER, ORGANISER, SCOREKEEPER))
"""Who may enter the rolls of dice on the tables of a club."""
RoleOf: TypeAlias = Callable[[int, str], str | None]
"""What an account is in a club, None if it is no member."""
RunsAnyClub: TypeAlias = Callable[[int], bool]
"""Whether an account is owner or organiser of some club."""
ClubsOf: TypeAlias = Callable[[int], list[tuple[str, str]]]
"""The clubs of an account: id and name of each."""
TournamentNamesOf: TypeAlias = Callable[[Collection[str], int | None], dict[str, str]]
"""The names of some tournaments by id, without those that an account, or for None everybody, may not know of."""
OverriddenAmong: TypeAlias = Callable[[Collection[str]], set[str]]
"""Those of some games in whose place another result counts at their tables."""


def _no_role(account: int, club: str) -> str | None:
    return None


def _manages_none(account: int) -> bool:
    return False


def _no_clubs(account: int) -> list[tuple[str, str]]:
    return []


def _no_names(tournaments: Collection[str], account: int | None) -> dict[str, str]:
    return {}


def _none_overridden(games: Collection[str]) -> set[str]:
    return set()


_role_of: RoleOf = _no_role
_runs_one: RunsAnyClub = _manages_none
_clubs_of: ClubsOf = _no_clubs
_names_of: TournamentNamesOf = _no_names
_overridden_among: OverriddenAmong = _none_overridden


def provide_club_roles(role_of: RoleOf, runs_one: RunsAnyClub) -> None:
    """Let the app that keeps the clubs say who is what."""
    global _role_of, _runs_one
    _role_of, _runs_one = role_of, runs_one


def provide_clubs(clubs_of: ClubsOf) -> None:
    """Let the app that keeps the clubs say in which ones somebody is."""
    global _clubs_of
    _clubs_of = clubs_of


def provide_tournament_names(names_of: TournamentNamesOf) -> None:
    """Let the app that keeps the tournaments say what they are called."""
    global _names_of
    _names_of = names_of


def provide_overridden_games(overridden_among: OverriddenAmong) -> None:
    """Let the app that keeps the tournaments say where another result counts than was played."""
    global _overridden_among
    _overridden_among = overridden_among


def overridden_games(games: Collection[str]) -> set[str]:
    """Those of some games of tournaments in whose place an organiser has put another result; without any nothing is
    asked."""
    return _overridden_among(games) if games else set()


def tournament_names(tournaments: Collection[str], account: int | None) -> dict[str, str]:
    """The names of some tournaments by id, as far as an account may know of them; without any nothing is asked."""
    return _names_of(tournaments, account) if tournaments else {}


def clubs_of(account: int) -> list[tuple[str, str]]:
    """The clubs in which an account is a member: id and name of each, by name."""
    return _clubs_of(account)


def role_in(account: int | None, club: str | None) -> str | None:
    """What an account is in a club; None for nobody, no club, or no member of it."""
    return None if account is None or club is None else _role_of(account, club)


def runs_a_club(account: int) -> bool:
    """Whether an account is owner or organiser of any club."""
    return _runs_one(account)


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


TableWaitOf: TypeAlias = Callable[[str], TableWait | None]
"""How long the table of a game waits, None if that is as long as its round is open."""


def _waits_for_ever(game: str) -> TableWait | None:
    return None


_wait_of: TableWaitOf = _waits_for_ever


def provide_table_waits(wait_of: TableWaitOf) -> None:
    """Let the app that keeps the tournaments say how long their tables wait."""
    global _wait_of
    _wait_of = wait_of


def table_wait(game: str) -> TableWait | None:
    """How long the table of a game waits for whoever has not come."""
    return _wait_of(game)


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


DisputeListener: TypeAlias = Callable[[DisputeNews], None]
"""Hears of something inside the transaction in which it happens."""
_dispute_listeners: list[DisputeListener] = []


def on_dispute_news(hear: DisputeListener) -> None:
    """Let an app hear of disputes and rulings; to be called in its `ready`."""
    _dispute_listeners.append(hear)


def announce_dispute_news(news: DisputeNews) -> None:
    """Tell everybody who wants to hear of it."""
    for hear in _dispute_listeners:
        hear(news)


SweepHook: TypeAlias = Callable[[datetime], None]
"""Sees to whatever is due at a moment, each thing in its own transaction."""
OutageHook: TypeAlias = Callable[[datetime, datetime], None]
"""Gives back the time between two moments, the last sweep and this one; inside the transaction that measures it."""
StepHook: TypeAlias = Callable[[timedelta, datetime], None]
"""Moves deadlines by as much as the clock was set, now that it shows a moment; inside the same transaction."""
ResultListener: TypeAlias = Callable[[str], None]
"""Hears of a game of a tournament that a result was stored; after the commit, and perhaps never: see `ResultChange`."""
_sweeps: list[SweepHook] = []
_outages: list[OutageHook] = []
_steps: list[StepHook] = []
_result_listeners: list[ResultListener] = []


def on_sweep(sweep: SweepHook) -> None:
    """Let an app see to what is due in every sweep; to be called in its `ready`."""
    _sweeps.append(sweep)


def on_outage(outage: OutageHook) -> None:
    """Let an app move its own deadlines along after an outage; to be called in its `ready`."""
    _outages.append(outage)


def on_step(step: StepHook) -> None:
    """Let an app move its own deadlines when the machine's clock was set; to be called in its `ready`."""
    _steps.append(step)


def move_with_steps(model: type[Model], *columns: str) -> None:
    """Have times moved that say when something is due or how long it is held; to be called in an app's `ready`."""

    def move(by: timedelta, moment: datetime) -> None:
        for column in columns:
            times = model._default_manager.filter(**{f"{column}__isnull": False})
            times.update(**{column: F(column) + by})

    on_step(move)


def on_result(heard: ResultListener) -> None:
    """Let an app hear at once of results of its tournaments' games; to be called in its `ready`."""
    _result_listeners.append(heard)


def sweep_hooks() -> tuple[SweepHook, ...]:
    """Everything that sees to something in a sweep."""
    return tuple(_sweeps)


def outage_hooks() -> tuple[OutageHook, ...]:
    """Everything that moves deadlines along."""
    return tuple(_outages)


def step_hooks() -> tuple[StepHook, ...]:
    """Everything that moves deadlines when the clock was set."""
    return tuple(_steps)


def announce_result(game: str) -> None:
    """Tell everybody who wants to hear of it that a game has come to a result."""
    for heard in _result_listeners:
        heard(game)
