"""Games that somebody has left before everybody had answered a roll: what of them counts.

Whoever leaves after they could see the first roll has lost, unless it was by grace (`games.play.cost_of_leaving`). That
needs no answer of theirs, else a roll that somebody does not like would cost them nothing. But nobody gains by somebody
who has never answered: others are compared with those alone who have, so that no rating is won from somebody who only
sat down.
Nor by leaving after them: whoever goes when all the others have left is the last at the table, and has lost to nobody.

Of games that were made before this was agreed on such a one counts for nobody. In a tournament every game counts in
full, as its rounds and its rules for whoever stays away are agreed on.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple, TypeAlias

from django.db.models import Exists, OuterRef

from engine.registry import registered
from games.log.entries import SYSTEM
from games.log.event_store import StoredEvent, read_log
from games.log.models import Event
from games.log.state_cache import fold_events
from games.play.cost_of_leaving import GRACE, departure, first_roll, grace_agreements, has_answered
from games.play.models import SeatResult


class SeatPart(NamedTuple):
    """How somebody has taken part in such a game."""

    has_answered: bool
    has_left: bool
    """Whether they have left it after the first roll, and not by grace, while somebody else was still in it."""


SeatParts: TypeAlias = Mapping[int, SeatPart]
"""Those of all seats of a game."""


def parts_in_abandoned(games: Collection[str]) -> dict[str, SeatParts | None]:
    """How everybody has taken part in those of these games that were left early; None for a game that counts for
    nobody, because a seat has left that had never answered."""
    return {game: _parts(game, _forfeits(game)) for game in _abandoned_games(games)}


def parts_if_abandoned(game: str, forfeits: Collection[int]) -> SeatParts | None:
    """The same of one game, had these seats forfeited it: nothing to say if all have answered, or none has left; None
    if it would count for nobody."""
    return _parts(game, forfeits) if forfeits and unanswered_games([game]) else {}


def _abandoned_games(games: Collection[str]) -> set[str]:
    """Those of these games that ended by somebody leaving, and in which a seat has never answered by itself."""
    results = SeatResult.objects.filter(game__in=games)
    left = set(results.filter(has_forfeited=True).values_list("game", flat=True))
    return unanswered_games(left) if left else set()


def unanswered_games(games: Collection[str]) -> set[str]:
    """Those of these games in which a seat has never answered by itself; what the clock does for it is no answer."""
    kinds = {kind for game in registered() for kind in game.answers}
    answers = Event.objects.filter(game=OuterRef("game"), seat=OuterRef("seat"), kind__in=kinds).exclude(actor=SYSTEM)
    return set(SeatResult.objects.filter(~Exists(answers), game__in=games).values_list("game", flat=True))


def _forfeits(game: str) -> set[int]:
    return set(SeatResult.objects.filter(game=game, has_forfeited=True).values_list("seat", flat=True))


def _parts(game: str, forfeits: Collection[int]) -> SeatParts | None:
    if not grace_agreements(game).exists():
        return None
    rows = read_log(game)
    if GRACE not in rows[0].entry.data:
        return None
    seats = range(len(rows[0].entry.data["seats"]))
    rules = fold_events(rows[:1]).rules
    first, left = first_roll(rows, rules), {seat: departure(rows, rules, seat) for seat in seats}
    # Whoever forfeits by a decision leaves at the end.
    gone = {seat: len(rows) if (row := left[seat]) is None else row.seq for seat in forfeits}
    return {
        seat: SeatPart(
            has_answered(rows, rules, seat),
            seat in gone and _has_seen(first, left[seat]) and not _was_alone(seat, seats, gone),
        )
        for seat in seats
    }


def _has_seen(first: StoredEvent | None, left: StoredEvent | None) -> bool:
    """Whether somebody has left, other than by grace, after there was a roll to see."""
    has_seen = first is not None and (left is None or first.seq < left.seq)
    return has_seen and not (left is not None and GRACE in left.entry.data)


def _was_alone(seat: int, seats: Collection[int], gone: Mapping[int, int]) -> bool:
    """Whether all the others had left when somebody went."""
    return all(other in gone and gone[other] < gone[seat] for other in seats if other != seat)
