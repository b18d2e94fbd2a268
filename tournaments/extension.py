"""Where the rooms of tournaments join in with each other: what a lower room asks or tells, and a higher one hears.

`apps` fills these hooks when Django is ready. What comes here is named by ids and plain values, because this module
is lower than every room.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Final, NamedTuple, TypeAlias

from games.accounts.models import Account


class PersonClaim(NamedTuple):
    """That an account takes over what a person of a club has played who had none."""

    club: str
    person: int
    name: str
    account: int


TakeOver: TypeAlias = Callable[[PersonClaim], None]
"""Makes the person's part in something the account's, or refuses the claim; in its transaction, the club locked."""
HasTakenPart: TypeAlias = Callable[[str, int], bool]
"""Whether a person of a locked club has taken part in anything; the answer holds until the transaction ends."""
_take_overs: Final[list[TakeOver]] = []
_has_taken_part: Final[list[HasTakenPart]] = []


def on_person_claimed(take_over: TakeOver) -> None:
    """Let a room hand over what a person has there; rooms are asked in the order in which they say so."""
    _take_overs.append(take_over)


def hand_over_person(claim: PersonClaim) -> None:
    """Give an account everything that a person has anywhere; refused as a whole if one room refuses it."""
    for take_over in _take_overs:
        take_over(claim)


def provide_participation(has_taken_part: HasTakenPart) -> None:
    """Let a room say who must stay known because of it."""
    _has_taken_part.append(has_taken_part)


def has_taken_part(club: str, person: int) -> bool:
    """Whether a person of a club has taken part in anything."""
    return any(has_taken_part(club, person) for has_taken_part in _has_taken_part)


TournamentEndListener: TypeAlias = Callable[[str], None]
"""Hears of a tournament that it is over, was called off or goes on again; in the transaction in which that happens."""
_end_listeners: Final[list[TournamentEndListener]] = []


def on_tournament_end(hear: TournamentEndListener) -> None:
    """Let a room hear when tournaments end, or go on after their end."""
    _end_listeners.append(hear)


def announce_tournament_end(tournament: str) -> None:
    """Tell everybody who wants to hear of it."""
    for hear in _end_listeners:
        hear(tournament)


class ResultNotice(NamedTuple):
    """Which event of a tournament's log a notice is about, and the account that reads it."""

    account: Account
    tournament: str
    seq: int


class NoticeFacts(NamedTuple):
    """What notices name of tournaments; each question is asked once for a whole page."""

    names: Callable[[Collection[str]], dict[str, str]]
    """The names of some tournaments by id, in the language of whoever reads."""
    closed_rounds: Callable[[Collection[str]], set[tuple[str, int]]]
    """The rounds of some tournaments that are closed, by tournament and number."""
    results: Callable[[Mapping[int, ResultNotice]], dict[int, dict[str, str]]]
    """By the keys of what is asked, what a result `became` and what it `was`, in words for whoever reads."""
    club_zone: Callable[[str], str]
    """The time zone of the club of a tournament; empty if there is no such tournament."""


_notice_facts: Final[list[NoticeFacts]] = []


def provide_notice_facts(facts: NoticeFacts) -> None:
    """Let the room that keeps the tournaments say what notices name of them."""
    _notice_facts[:] = [facts]


def notice_facts() -> NoticeFacts:
    """What answers the questions of notices."""
    [facts] = _notice_facts
    return facts
