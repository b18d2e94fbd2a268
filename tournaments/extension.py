"""Where the rooms of tournaments join in with each other: what a lower room asks or tells, and a higher one hears.

`tournaments/apps.py` fills all of it while Django starts; until then every question has a plain answer, and nobody
hears. This module is lower than every room, so that what comes here is named by ids and plain values.
"""

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from games.accounts.models import Account
from games.hooks import Hook, Slot

# ---------------------------------------------------------------- persons of clubs


class PersonClaim(NamedTuple):
    """That an account takes over what a person of a club has played who had none."""

    club: str
    person: int
    name: str
    account: int


on_person_claimed: Final[Hook[[PersonClaim], None]] = Hook()
"""Makes a person's part in something the account's, or refuses the claim; in its transaction, the club locked."""
has_taken_part: Final[Slot[[str, int], bool]] = Slot(lambda club, person: False)
"""Whether a person of a locked club has taken part in anything; the answer holds until the transaction ends."""

# ---------------------------------------------------------------- tournaments

on_tournament_end: Final[Hook[[str], None]] = Hook()
"""Hears of a tournament that it is over, was called off or goes on again; in the transaction in which that happens."""

# ---------------------------------------------------------------- what notices name of tournaments


class ResultNotice(NamedTuple):
    """Which event of a tournament's log a notice is about, and the account that reads it."""

    account: Account
    tournament: str
    seq: int


noted_tournament_names: Final[Slot[[Collection[str]], dict[str, str]]] = Slot(lambda tournaments: {})
"""The names of some tournaments by id, in the language of whoever reads; asked once for a whole page."""
closed_rounds: Final[Slot[[Collection[str]], set[tuple[str, int]]]] = Slot(lambda tournaments: set())
"""The rounds of some tournaments that are closed, by tournament and number; asked once for a whole page."""
noted_results: Final[Slot[[Mapping[int, ResultNotice]], dict[int, dict[str, str]]]] = Slot(lambda notices: {})
"""By the keys of what is asked, what a result `became` and what it `was`, in words for whoever reads."""
club_zone: Final[Slot[[str], str]] = Slot(lambda tournament: "")
"""The time zone of the club of a tournament; empty if there is no such tournament."""
