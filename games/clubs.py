"""What games know of clubs: who is what in one, what their tournaments are called, and where another result counts than
was played.

Clubs and tournaments themselves live in another app, which answers here.
"""

from collections.abc import Callable, Collection
from typing import Final, TypeAlias

OWNER: Final = "owner"
ORGANISER: Final = "organiser"
SCOREKEEPER: Final = "scorekeeper"
MEMBER: Final = "member"
ROLES: Final = (OWNER, ORGANISER, SCOREKEEPER, MEMBER)
RUNNING_IT: Final = frozenset((OWNER, ORGANISER))
"""Who sees the private games of a club."""
KEEPING_SCORE: Final = frozenset((OWNER, ORGANISER, SCOREKEEPER))
"""Who may enter the rolls of dice on the tables of a club."""

RoleOf: TypeAlias = Callable[[int, str], str | None]
"""What an account is in a club, None if it is no member."""
RunsOne: TypeAlias = Callable[[int], bool]
"""Whether an account is owner or organiser of some club."""
ClubsOf: TypeAlias = Callable[[int], list[tuple[str, str]]]
"""The clubs of an account: id and name of each."""
NamesOf: TypeAlias = Callable[[Collection[str], int | None], dict[str, str]]
"""The names of some tournaments by id, without those that an account, or for None everybody, may not know of."""
OverriddenAmong: TypeAlias = Callable[[Collection[str]], set[str]]
"""Those of some games in whose place another result counts at their tables."""


def _nothing(account: int, club: str) -> str | None:
    return None


def _none(account: int) -> bool:
    return False


def _no_clubs(account: int) -> list[tuple[str, str]]:
    return []


def _no_names(tournaments: Collection[str], account: int | None) -> dict[str, str]:
    return {}


def _none_overridden(games: Collection[str]) -> set[str]:
    return set()


_role_of: RoleOf = _nothing
_runs_one: RunsOne = _none
_clubs_of: ClubsOf = _no_clubs
_names_of: NamesOf = _no_names
_overridden_among: OverriddenAmong = _none_overridden


def answer_with(role_of: RoleOf, runs_one: RunsOne) -> None:
    """Let the app that keeps the clubs say who is what."""
    global _role_of, _runs_one
    _role_of, _runs_one = role_of, runs_one


def list_with(clubs_of: ClubsOf) -> None:
    """Let the app that keeps the clubs say in which ones somebody is."""
    global _clubs_of
    _clubs_of = clubs_of


def name_with(names_of: NamesOf) -> None:
    """Let the app that keeps the tournaments say what they are called."""
    global _names_of
    _names_of = names_of


def mark_with(overridden_among: OverriddenAmong) -> None:
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
