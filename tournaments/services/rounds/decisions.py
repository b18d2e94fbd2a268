"""What organisers decide about tables, before anything is written: the same for a look ahead and for the decision.

Whether somebody runs the tournament is for the caller to ask.
"""

from typing import Any, NamedTuple

from engine.errors import Malformed
from engine.protocol import Json
from games.log.models import Game
from games.refusals import Conflict
from games.statuses import OPEN as NOT_STARTED
from tournaments.log import kinds
from tournaments.models import Table, Tournament
from tournaments.models.tournaments import CLOSED, CLOSING, FINISHED, OPEN, RUNNING
from tournaments.ratings.pools import DUEL
from tournaments.refusals import wrong_moment
from tournaments.rounds.earlier_results import earlier_result
from tournaments.rounds.entered_seats import read_seats, refuse_seats_of_void
from tournaments.rounds.outcomes import PAPER, nobody_counts
from tournaments.rounds.refusals import has_result, on_the_site
from tournaments.rounds.results import entrants_of, result_entry
from tournaments.rounds.situations import has_shared_deal
from tournaments.selectors.tournaments import settings_of
from tournaments.services.organising import require_status
from tournaments.services.rounds.organising import find_table


class Decision(NamedTuple):
    """What is to become of a table."""

    table: Table
    kind: str
    """That of the event that tells it."""
    result: Json | None
    """The result, as events hold it; None if the table is to have none."""

    @property
    def data(self) -> Json:
        """What the event says."""
        at = {"round": self.table.round.number, "table": self.table.number}
        return self.result if self.result is not None else {**at, "seats": None}


def paper_result(tournament: Tournament, by: int | None, table: Any, seats: Any) -> Decision:
    """The first result of a table of the latest round, from paper."""
    require_status(tournament, RUNNING)
    at = find_table(tournament, by, table, None)
    if has_shared_deal(tournament) or at.round.status not in (OPEN, CLOSING):
        raise wrong_moment()
    if at.is_done:
        raise has_result()
    if at.game_id is not None and Game.objects.get(pk=at.game_id).status != NOT_STARTED:
        raise on_the_site()
    said = read_seats(entrants_of(at), seats, _is_duel(tournament))
    return Decision(at, *result_entry(at.round, at, said, PAPER))


def override(
    tournament: Tournament, by: int | None, table: Any, seats: Any, round_number: Any, is_void: Any
) -> Decision:
    """Another result for a table; or that it counts for nobody."""
    at = _decided(tournament, by, table, round_number)
    entrants = entrants_of(at)
    if type(is_void) is not bool:
        raise Malformed("result/void", "Whether a table counts for nobody is yes or no.")
    if is_void:
        refuse_seats_of_void(seats)
        said = nobody_counts(entrants)
    else:
        said = read_seats(entrants, seats, _is_duel(tournament))
    return Decision(at, *result_entry(at.round, at, said, PAPER, is_void, kind=kinds.OVERRIDDEN))


def taking_back(tournament: Tournament, by: int | None, table: Any, round_number: Any) -> Decision:
    """What counts again if a result is taken back that an organiser has entered."""
    at = _decided(tournament, by, table, round_number)
    if not at.entered:
        raise Conflict("result/not-entered", "Nobody has entered a result for this table that could be taken back.")
    return Decision(at, kinds.TAKEN_BACK, earlier_result(at))


def _decided(tournament: Tournament, by: int | None, table: Any, round_number: Any) -> Table:
    """A table about which an organiser can decide: on a shared deal once its round is closed."""
    require_status(tournament, RUNNING, FINISHED)
    at = find_table(tournament, by, table, round_number)
    if at.round.status not in ((CLOSED,) if has_shared_deal(tournament) else (OPEN, CLOSING, CLOSED)):
        raise wrong_moment()
    return at


def _is_duel(tournament: Tournament) -> bool:
    return settings_of(tournament).variant == DUEL
