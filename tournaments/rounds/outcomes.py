"""What the result of a table is, from its game or without one: pure values, as the log writes them."""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from engine.protocol import Json
from engine.ranking import places
from tournaments.values import EntrantId

GAME: Final = "game"
PAPER: Final = "paper"
NO_SHOW: Final = "no-show"
DEADLINE: Final = "deadline"
"""Where a result comes from."""
CALLED_OFF: Final = "called-off"
UNTOLD: Final = "untold"
DECIDED: Final = "decided"
"""Why a table does not follow its game: the tournament was cancelled, its round is still open for others with the same
dice, or an organiser has decided about it."""


class Played(NamedTuple):
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


def without_game(entrants: Sequence[EntrantId], absent: Collection[EntrantId]) -> list[Played]:
    """A table at which somebody did not show up: they come last, the others share the first place."""
    away = [entrant in absent for entrant in entrants]
    there = away.count(False)
    return [
        Played(entrant, None, there + 1 if is_away else 1, is_away)
        for entrant, is_away in zip(entrants, away, strict=True)
    ]


def with_absent(entrants: Sequence[EntrantId], played: Sequence[Played]) -> list[Played]:
    """The result of a whole table at whose game some were not; they come after all who were."""
    by_entrant = {seat.entrant: seat for seat in played}
    last = len(played) + 1
    return [by_entrant.get(entrant, Played(entrant, None, last, has_forfeited=True)) for entrant in entrants]


def nobody_counts(entrants: Sequence[EntrantId]) -> list[Played]:
    """A table that counts for nobody."""
    return [Played(entrant, None, 1) for entrant in entrants]


def on_paper(
    entrants: Sequence[EntrantId],
    scores: Sequence[int | None],
    forfeits: Collection[int],
    named: Sequence[int | None] | None = None,
) -> list[Played]:
    """What somebody has entered comes to: the places that are named, or else those by points; who has forfeited comes
    last."""
    merits = [score or 0 for score in scores] if named is None else [-(place or 0) for place in named]
    ranked = places(merits, [set(forfeits)] if forfeits else [])
    return [Played(entrant, scores[seat], ranked[seat], seat in forfeits) for seat, entrant in enumerate(entrants)]
