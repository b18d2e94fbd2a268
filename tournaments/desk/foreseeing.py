"""Foreseeing a ruling: every standing, rating and solo run that it would change, before it is given.

The official result with the ruling comes from the same pure function as any other; tournament, ratings and solo table
are asked what they would make of it, by the code that takes results in. What they have not counted yet of this game is
taken as counted. Nothing is written, nothing is locked. Whether somebody may rule, and so look ahead, is for the caller
to say.
"""

from collections.abc import Sequence

from engine.errors import Malformed
from games.log.disputes import FORFEITED, REVERSED_KIND, VERDICTS
from games.log.entries import Entry
from games.play.official_result import official_result_of
from games.results import GameResult
from tournaments.desk.competing import foresee_standings
from tournaments.desk.previews import Counting, Preview, ResultForeseen, SeatForeseen
from tournaments.desk.rating import foresee_ratings
from tournaments.desk.solo import foresee_runs
from tournaments.ratings.overrides import overrides_of


def foresee_ruling(game_id: str, how: str, seats: Sequence[int] = ()) -> Preview:
    """What a ruling would change."""
    if how not in VERDICTS:
        raise Malformed("ruling/how", "A ruling is one of these: {verdicts}.", verdicts=", ".join(VERDICTS))
    data = {"seats": sorted(set(seats))} if how == FORFEITED else {}
    return foresee(game_id, Entry(f"ruling/{how}", None, data))


def foresee_reversal(game_id: str, ruling: int) -> Preview:
    """What it would change to reverse a ruling, which is known by its number in the log."""
    return foresee(game_id, Entry(REVERSED_KIND, None, {"ruling": ruling}))


def foresee(game_id: str, ruling: Entry) -> Preview:
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
