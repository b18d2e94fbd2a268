"""What came of a game, for whoever counts results: the official result, and where the points come from."""

from typing import NamedTuple

from engine.result import official_result
from games.log.fold import Fold
from games.log.reading import read_log, record_of
from games.projections.deriving import fold_of, has_result
from games.refusals import no_such_game


class SeatOutcome(NamedTuple):
    """How a seat came out of a game."""

    score: int
    place: int | None
    """None if the game was voided."""
    forfeited: bool
    rows: int | None
    """The points from rows alone, None in a game that has none."""


class GameResult(NamedTuple):
    """What came of a game, and the event up to which its log was read."""

    status: str
    """That of the game, or `voided` by a ruling."""
    seq: int
    hash: str
    seats: tuple[SeatOutcome, ...]
    """By seat; empty as long as there is no result, and if the game was called off."""


def result_of(game_id: str) -> GameResult:
    """What came of a game; for the server itself, since nobody is asked whether they may know."""
    rows = read_log(game_id)
    if not rows:
        raise no_such_game(game_id)
    fold = fold_of(rows)
    if not has_result(fold):
        return GameResult(fold.status, fold.seq, fold.hash, ())
    official = official_result(record_of(rows))
    places = official["places"] or [None] * len(fold.seated)
    seats = [
        SeatOutcome(score, places[seat], seat in official["forfeits"], rows_of)
        for seat, (score, rows_of) in enumerate(zip(official["scores"], _rows(fold), strict=True))
    ]
    return GameResult(official["status"], fold.seq, fold.hash, tuple(seats))


def _rows(fold: Fold) -> list[int | None]:
    return [score.get("rows") for score in fold.rules.outcome(fold.state).scores]
