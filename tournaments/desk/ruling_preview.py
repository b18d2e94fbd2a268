"""Foresees a ruling: every standing, rating and solo run that it would change, before it is given; and whether what was
seen still holds when it is.

The official result with the ruling comes from the same pure function as any other; tournament, ratings and solo table
are asked what they would make of it, by the code that takes results in. What they have not counted yet of this game is
taken as counted. Nothing is written, nothing is locked.
"""

from collections.abc import Callable, Sequence
from typing import Any

from engine.errors import Malformed
from engine.log import is_id
from games.accounts.callers import Viewer
from games.disputes.selectors import check_reversal, check_ruling
from games.log.disputes import FORFEITED, REVERSED_KIND, VERDICTS
from games.log.entries import Entry
from games.log.event_store import find_command
from games.play.official_result import official_result_of
from games.refusals import Conflict
from games.results import GameResult
from tournaments.desk.preview import Counting, Preview, ResultForeseen, SeatForeseen
from tournaments.desk.rating_change import foresee_ratings, foresee_runs
from tournaments.desk.standings_change import foresee_standings
from tournaments.ratings.overrides import overrides_of


def foresee_ruling(game_id: str, how: str, seats: Sequence[int] = ()) -> Preview:
    """What a ruling would change."""
    if how not in VERDICTS:
        raise Malformed("ruling/how", "A ruling is one of these: {verdicts}.", verdicts=", ".join(VERDICTS))
    data = {"seats": sorted(set(seats))} if how == FORFEITED else {}
    return foresee_entry(game_id, Entry(f"ruling/{how}", None, data))


def foresee_reversal(game_id: str, ruling: int) -> Preview:
    """What it would change to reverse a ruling, which is known by its number in the log."""
    return foresee_entry(game_id, Entry(REVERSED_KIND, None, {"ruling": ruling}))


def foresee_entry(game_id: str, ruling: Entry) -> Preview:
    """What would change if a game's log had this ruling at its end."""
    before, after = official_result_of(game_id), official_result_of(game_id, [ruling])
    preview = Preview(game_id, _foreseen(before), _foreseen(after))
    if not after.seats or not preview.has_other_result:
        return preview
    # What an organiser has decided about the table counts in the place of both.
    overridden = overrides_of([game_id]).get(game_id)
    counting = (Counting(before, overridden), Counting(after, overridden))
    standings, ratings = foresee_standings(game_id, before, after), foresee_ratings(game_id, *counting)
    return preview._replace(
        tournament=standings.change,
        ratings=ratings.changes,
        runs=foresee_runs(game_id, *counting),
        notes=tuple(dict.fromkeys((*standings.notes, *ratings.notes))),
    )


def _foreseen(result: GameResult) -> ResultForeseen:
    return ResultForeseen(result.status, tuple(SeatForeseen(*seat) for seat in result.seats))


def preview_ruling(game_id: str, viewer: Viewer, how: str, seats: Sequence[int], dispute: int | None) -> Preview:
    """What a ruling would change, for somebody who could give it now."""
    check_ruling(game_id, viewer, how, seats, dispute)
    return foresee_ruling(game_id, how, seats)


def preview_reversal(game_id: str, viewer: Viewer, ruling: int) -> Preview:
    """What it would change to reverse a ruling, for somebody who could do so now."""
    check_reversal(game_id, viewer, ruling)
    return foresee_reversal(game_id, ruling)


def require_foreseen(game_id: str, command_id: Any, foreseen: Any, look: Callable[[], Preview]) -> None:
    """Refuse a ruling if something else would change than was seen."""
    if not is_foreseen(game_id, command_id, foreseen, look):
        raise stale_preview()


def is_foreseen(game_id: str, command_id: Any, foreseen: Any, look: Callable[[], Preview]) -> bool:
    """Whether a ruling would change what was seen, by the fingerprint of that; nothing is asked of whoever has looked
    at nothing, nor of a command that was carried out before."""
    if not foreseen or not (is_id(game_id) and is_id(command_id)) or find_command(game_id, command_id):
        return True
    return bool(look().fingerprint == foreseen)


def stale_preview() -> Conflict:
    """Something else would change now than whoever rules has seen."""
    template = "Something else would change now than when you looked; please look at it again."
    return Conflict("ruling/stale", template)
