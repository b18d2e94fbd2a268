"""What came of a game, for whoever counts results: the official result, and where the points come from."""

from collections.abc import Sequence

from engine.result import official_result
from games.log.entries import Entry
from games.log.event_store import StoredEvent, chain_entries, read_log, record_of
from games.log.fold import Fold
from games.log.state_cache import fold_events
from games.play.projections import has_result
from games.refusals import no_such_game
from games.results import GameResult, SeatOutcome


def official_result_of(game_id: str, also: Sequence[Entry] = ()) -> GameResult:
    """What came of a game, or what would if its log had some more entries; for the server itself, since nobody is
    asked whether they may know."""
    rows = read_log(game_id)
    if not rows:
        raise no_such_game(game_id)
    rows += _supposed_rows(game_id, rows[-1], also)
    fold = fold_events(rows)
    if not has_result(fold):
        return GameResult(fold.status, fold.seq, fold.hash, ())
    official = official_result(record_of(rows))
    places = official["places"] or [None] * len(fold.seated)
    seats = [
        SeatOutcome(score, places[seat], seat in official["forfeits"], rows_of)
        for seat, (score, rows_of) in enumerate(zip(official["scores"], _completed_rows(fold), strict=True))
    ]
    return GameResult(official["status"], fold.seq, fold.hash, tuple(seats))


def _supposed_rows(game_id: str, last: StoredEvent, also: Sequence[Entry]) -> list[StoredEvent]:
    """Entries as the log would hold them."""
    links = chain_entries(game_id, last.seq, last.hash, also, last.at)
    return [StoredEvent(link.seq, link.previous, link.hash, link.entry, link.at) for link in links]


def _completed_rows(fold: Fold) -> list[int | None]:
    return [score.get("rows") for score in fold.rules.outcome(fold.state).scores]
