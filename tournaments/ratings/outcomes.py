"""What of a result counts, and how: from what a game's rows say to a match. Pure.

A game is a match of those who sat there. Runs on a shared deal are a match of all who played it: the higher score is
better, whoever has forfeited comes last together with all others who have.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple, TypeAlias

from games.statuses import ADJUDICATED, FINISHED
from tournaments.ratings.pools import pool_of
from tournaments.ratings.values import Match, PlayerId, Seat
from tournaments.variants import DUPLICATE, SOLO

COUNTING: Final = (FINISHED, ADJUDICATED)
FEWEST: Final = 2
"""How many it takes for a match."""


class RatedCard(NamedTuple):
    """What the card of a game says, as far as it matters here."""

    game: str
    key: str
    variant: str
    is_rated: bool
    status: str
    tournament: str | None
    ended_at: datetime | None
    deal: str | None
    is_shared: bool | None
    """Whether the deal is a shared one."""
    closed_at: datetime | None
    """Since when its games are shown."""
    is_dealt: bool
    """Whether the deal is that of a round; once it is played anew with other dice it is not."""
    was_left_early: bool = False
    """Whether somebody has left before they had answered a roll, in a game of a time when it did not count then."""
    is_void_at_table: bool = False
    """Whether an organiser has decided that its table counts for nobody."""

    @property
    def is_hidden(self) -> bool:
        """Whether others may still be playing on the same dice: nobody is to know anything of it."""
        return bool(self.is_shared) and self.closed_at is None

    @property
    def is_run(self) -> bool:
        """Whether it is compared with the other games on its deal."""
        return bool(self.is_shared) and self.tournament is not None and self.variant == SOLO

    @property
    def counts(self) -> bool:
        """Whether its result counts."""
        is_set_aside = self.was_left_early or self.is_void_at_table or (self.is_run and not self.is_dealt)
        return self.is_rated and not self.is_hidden and not is_set_aside and self.status in COUNTING

    @property
    def match(self) -> str:
        """The key of the match to which it belongs."""
        return str(self.deal) if self.is_run else self.game

    @property
    def pool(self) -> str:
        """The pool in which that counts."""
        return pool_of(DUPLICATE if self.is_run else self.variant, self.key)


class SeatOutcome(NamedTuple):
    """How a seat came out of a game, and who sat there; None for nobody who is rated."""

    player: PlayerId | None
    score: int
    place: int | None
    has_forfeited: bool
    has_answered: bool = True
    has_left: bool = False
    """These two as `Seat` has them."""


SeatOutcomes: TypeAlias = Mapping[str, Sequence[SeatOutcome]]
"""Those of games, by seat."""


def match_of(told: Sequence[RatedCard], outcomes: SeatOutcomes) -> Match | None:
    """The match of a game, or of all games on one deal; None if it is none that counts."""
    counting = [one for one in told if one.counts]
    if not counting:
        return None
    first = counting[0]
    seats = _field(counting, outcomes) if first.is_run else _table(outcomes[first.game])
    at = first.closed_at if first.is_run else first.ended_at
    if at is None or len({seat.player for seat in seats}) < max(FEWEST, len(seats)):
        return None
    if not any(seat.has_left for seat in seats) and sum(seat.has_answered for seat in seats) < FEWEST:
        return None
    return Match(at, first.match, seats)


def _table(seats: Sequence[SeatOutcome]) -> tuple[Seat, ...]:
    """Those of one game; nobody unless all of them are known and have a place."""
    known = [
        Seat(seat.player, seat.place, seat.has_answered, seat.has_left)
        for seat in seats
        if seat.player is not None and seat.place is not None
    ]
    return tuple(known) if len(known) == len(seats) else ()


def _field(told: Sequence[RatedCard], outcomes: SeatOutcomes) -> tuple[Seat, ...]:
    """Those of all runs on a deal, by the ids of players; whoever is not known is left out."""
    runs = [(seat.player, seat) for one in told for seat in outcomes[one.game] if seat.player is not None]
    ranks = sorted(_rank(seat) for _, seat in runs)
    better = {rank: len(ranks) - bisect_right(ranks, rank) for rank in set(ranks)}
    return tuple(sorted(Seat(player, 1 + better[_rank(seat)]) for player, seat in runs))


def _rank(seat: SeatOutcome) -> tuple[bool, int]:
    """What runs are compared by."""
    return (False, 0) if seat.has_forfeited else (True, seat.score)
