"""Whom somebody has met in a period: a place on a leaderboard takes several opponents, not one again and again.

Pure, and a fold like ratings. Only the first few are kept: nobody needs more, and a row stays small. Each is kept with
the number of the match, so that it is known whom they had met by any earlier one.
"""

from collections.abc import Iterable, Sequence
from heapq import nsmallest
from typing import Final, NamedTuple, TypeAlias

from tournaments.ratings.leaderboards.periods import OPPONENTS
from tournaments.ratings.values import PlayerId

MOST_OPPONENTS: Final = max(OPPONENTS.values())
"""How many are kept."""


class Meeting(NamedTuple):
    """Somebody who was met for the first time, and in which of one's matches of the pool."""

    opponent: PlayerId
    number: int


Met: TypeAlias = tuple[Meeting, ...]
"""The first few whom somebody has met, in their order; of those who were met at once the lowest ids."""


def first_players(players: Sequence[PlayerId]) -> list[PlayerId]:
    """Those of a match by whom others have met enough: one of them may be oneself, others may be known already."""
    return sorted(players) if len(players) <= MOST_OPPONENTS + 1 else nsmallest(MOST_OPPONENTS + 1, players)


def add_opponents(met: Met, player: PlayerId, around: Sequence[PlayerId], number: int) -> Met:
    """Whom somebody has met after one more match, of which these are the first players."""
    if not met:
        return tuple([Meeting(other, number) for other in around if other != player][:MOST_OPPONENTS])
    return join_opponents(met, [Meeting(other, number) for other in around if other != player])


def join_opponents(met: Met, later: Iterable[Meeting]) -> Met:
    """Whom somebody has met before and after."""
    if len(met) == MOST_OPPONENTS:
        return met
    known = [one.opponent for one in met]
    new = [one for one in later if one.opponent not in known]
    return (*met, *new)[:MOST_OPPONENTS] if new else met


def met_until(met: Met, number: int) -> Met:
    """Whom somebody had met after so many matches."""
    return tuple(one for one in met if one.number <= number)


def write_met(met: Met) -> str:
    """Whom somebody has met, as a row keeps it."""
    return " ".join(f"{opponent}:{number}" for opponent, number in met)


def read_met(text: str) -> Met:
    """The same read again."""
    parts = (one.partition(":") for one in text.split())
    return tuple(Meeting(opponent, int(number)) for opponent, _, number in parts)
