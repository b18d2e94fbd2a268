"""What the result of a table is, from its game, without one, or as somebody has entered it: pure values, as the log
writes them. What is entered is refused unless it fits the table and the game.
"""

from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

from engine.errors import Malformed
from engine.protocol import Json
from engine.ranking import places
from tournaments.events.values import EntrantId

CALLED_OFF: Final = "called-off"
UNTOLD: Final = "untold"
DECIDED: Final = "decided"
"""Why a table does not follow its game: the tournament was cancelled, its round is still open for others with the same
dice, or an organiser has decided about it."""


class PlayedSeat(NamedTuple):
    """How one seat has played."""

    entrant: EntrantId
    score: int | None
    place: int
    has_forfeited: bool = False
    rows: int | None = None

    def as_json(self) -> Json:
        """The seat as the log holds it."""
        return {
            "entrant": self.entrant,
            "score": self.score,
            "place": self.place,
            "forfeited": self.has_forfeited,
            "rows": self.rows,
        }


def seats_without_game(entrants: Sequence[EntrantId], absent: Collection[EntrantId]) -> list[PlayedSeat]:
    """A table at which somebody did not show up: they come last, the others share the first place."""
    away = [entrant in absent for entrant in entrants]
    there = away.count(False)
    return [
        PlayedSeat(entrant, None, there + 1 if is_away else 1, is_away)
        for entrant, is_away in zip(entrants, away, strict=True)
    ]


def seats_with_absent(entrants: Sequence[EntrantId], played: Sequence[PlayedSeat]) -> list[PlayedSeat]:
    """The result of a whole table at whose game some were not; they come after all who were."""
    by_entrant = {seat.entrant: seat for seat in played}
    last = len(played) + 1
    return [by_entrant.get(entrant, PlayedSeat(entrant, None, last, has_forfeited=True)) for entrant in entrants]


def void_seats(entrants: Sequence[EntrantId]) -> list[PlayedSeat]:
    """A table that counts for nobody."""
    return [PlayedSeat(entrant, None, 1) for entrant in entrants]


def paper_seats(
    entrants: Sequence[EntrantId],
    scores: Sequence[int | None],
    forfeits: Collection[int],
    named: Sequence[int | None] | None = None,
) -> list[PlayedSeat]:
    """What somebody has entered comes to: the places that are named, or else those by points; who has forfeited comes
    last."""
    merits = [score or 0 for score in scores] if named is None else [-(place or 0) for place in named]
    ranked = places(merits, [set(forfeits)] if forfeits else [])
    return [PlayedSeat(entrant, scores[seat], ranked[seat], seat in forfeits) for seat, entrant in enumerate(entrants)]


FURTHEST: Final = 1_000_000
"""The most points, or fewer than none, that somebody can enter."""
FIELDS: Final = {"entrant", "score", "place", "forfeited"}


def read_entered_seats(entrants: Sequence[str], seats: Any, is_duel: bool) -> list[PlayedSeat]:
    """The places and points of a table, from what is said of each seat: the place, the points if there are any, or that
    they have forfeited.

    Without places those count that follow from the points, but never in a duel: it is won by who lasts longer.
    """
    said = _by_entrants(entrants, seats)
    forfeits = [seat for seat, one in enumerate(said) if one.get("forfeited", False)]
    playing = [seat for seat in range(len(said)) if seat not in forfeits]
    scores, named = [one.get("score") for one in said], [one.get("place") for one in said]
    if all(place is None for place in named):
        _require_points(scores, playing, is_duel)
        return paper_seats(entrants, scores, forfeits)
    if len(entrants) == 1:
        _require_points(scores, playing, is_duel)
    if any(named[seat] is None for seat in playing):
        raise no_places()
    ranked = paper_seats(entrants, scores, forfeits, named)
    if any(place is not None and place != seat.place for place, seat in zip(named, ranked, strict=True)):
        raise Malformed(
            "result/places",
            "Places count as in sport: after two who share the first place comes the third. Whoever has forfeited "
            "comes last.",
        )
    if not is_duel:
        _refuse_contradiction([ranked[seat] for seat in playing])
    return ranked


def refuse_seats_of_void(seats: Any) -> None:
    """Refuse places and points for a table that counts for nobody: they would be thrown away."""
    if seats:
        raise Malformed(
            "result/void",
            "A table that counts for nobody has no places and no points: leave them out, or let it count.",
        )


def no_places() -> Malformed:
    """Nobody says who has won."""
    return Malformed(
        "result/places", "Say who has won, or the place of everybody who has not forfeited: points do not decide it."
    )


def _by_entrants(entrants: Sequence[str], seats: Any) -> list[Json]:
    """What is said of everybody, in the order of their seats."""
    if not isinstance(seats, list | tuple) or not all(isinstance(seat, dict) for seat in seats):
        raise _unreadable()
    said = {seat.get("entrant"): seat for seat in seats if isinstance(seat.get("entrant"), str)}
    if sorted(said) != sorted(entrants) or len(seats) != len(entrants) or not all(map(_is_readable, seats)):
        raise _unreadable()
    return [said[entrant] for entrant in entrants]


def _is_readable(seat: Json) -> bool:
    score, place = seat.get("score"), seat.get("place")
    is_score = score is None or (type(score) is int and abs(score) <= FURTHEST)
    is_place = place is None or (type(place) is int and place >= 1)
    return seat.keys() <= FIELDS and is_score and is_place and type(seat.get("forfeited", False)) is bool


def _require_points(scores: Sequence[int | None], playing: Collection[int], is_duel: bool) -> None:
    """Whoever has played against somebody, or alone, needs points if no place is named; against nobody who has come
    there is nothing to name."""
    if len(playing) < min(2, len(scores)):
        return
    if is_duel:
        raise no_places()
    if any(scores[seat] is None for seat in playing):
        raise _unreadable()


def _refuse_contradiction(playing: Sequence[PlayedSeat]) -> None:
    """Refuse somebody with more points who is not placed before somebody with fewer, where points decide."""
    known = [(seat.score, seat.place) for seat in playing if seat.score is not None]
    if any(score > other and place >= behind for score, place in known for other, behind in known):
        raise Malformed(
            "result/contradiction", "The places and the points contradict each other: more points come before fewer."
        )


def _unreadable() -> Malformed:
    template = "A result names everybody at the table once, with their place or points or that they have forfeited."
    return Malformed("result/seats", template)
