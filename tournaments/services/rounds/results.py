"""Results that organisers enter: from paper, and in the place of one that must not stand."""

from collections.abc import Sequence
from typing import Any, Final

from engine.errors import Malformed
from engine.protocol import Json
from games.log.head import lock_head
from games.models import ResultChange
from games.services import Caller
from games.statuses import OPEN as NOT_STARTED
from tournaments.log import kinds
from tournaments.log.commands import Receipt
from tournaments.log.drafts import Draft
from tournaments.log.texts import keep_text, require_reason
from tournaments.models import Table
from tournaments.models.tournaments import CLOSED, CLOSING, OPEN
from tournaments.refusals import wrong_moment
from tournaments.rounds.closing import break_off
from tournaments.rounds.outcomes import PAPER, Played, nobody_counts, on_paper
from tournaments.rounds.refusals import has_result, on_the_site
from tournaments.rounds.results import entrants_of, result_entry
from tournaments.rounds.situations import has_shared_deal
from tournaments.services.rounds.organising import command, find_table, organise

FURTHEST: Final = 1_000_000
"""The most points, or fewer than none, that somebody can enter."""


def enter_paper_result(
    tournament_id: str, by: Caller, command_id: str, table: int, seats: Sequence[Json], reason: str = ""
) -> Receipt:
    """Enter the result of a table of the latest round that was played on paper."""

    def decide(draft: Draft, actor: str) -> None:
        at = find_table(draft, by, table, None)
        if has_shared_deal(draft.tournament) or at.round.status not in (OPEN, CLOSING):
            raise wrong_moment()
        if at.is_done:
            raise has_result()
        if at.game_id is not None and lock_head(at.game_id).status != NOT_STARTED:
            raise on_the_site()
        said = read_seats(entrants_of(at), seats)
        _enter(draft, at, result_entry(at.round, at, said, PAPER, more=_why(tournament_id, by, reason)), actor)

    payload = {"table": table, "seats": seats, "reason": reason}
    return organise(tournament_id, command(command_id, by, "enter_paper_result", **payload), decide)


def override_result(
    tournament_id: str,
    by: Caller,
    command_id: str,
    table: int,
    seats: Sequence[Json],
    reason: str,
    round_number: int | None = None,
    is_void: bool = False,
) -> Receipt:
    """Put another result in the place of what was played, in the latest round or another; or let it count for nobody.

    A game that is still being played is called off: what counts is what was entered. On a shared deal that is possible
    once its round is closed.
    """
    require_reason(reason)

    def decide(draft: Draft, actor: str) -> None:
        at = find_table(draft, by, table, round_number)
        if at.round.status not in ((CLOSED,) if has_shared_deal(draft.tournament) else (OPEN, CLOSING, CLOSED)):
            raise wrong_moment()
        entrants = entrants_of(at)
        said = nobody_counts(entrants) if is_void else read_seats(entrants, seats)
        why = _why(tournament_id, by, reason)
        _enter(draft, at, result_entry(at.round, at, said, PAPER, is_void, why, kinds.OVERRIDDEN), actor)

    payload = {"table": table, "seats": seats, "reason": reason, "round": round_number, "void": is_void}
    return organise(tournament_id, command(command_id, by, "override_result", **payload), decide)


def _enter(draft: Draft, table: Table, entry: tuple[str, Json], actor: str) -> None:
    """Write a result down; what is still played at the table is called off."""
    if table.game_id is not None:
        break_off(table.game_id)
        ResultChange.objects.filter(pk=table.game_id).delete()
    draft.add_all([entry], actor)


def _why(tournament_id: str, by: Caller, reason: str) -> Json:
    return {"reason": keep_text(tournament_id, by, reason)} if reason else {}


def read_seats(entrants: Sequence[str], seats: Any) -> list[Played]:
    """What somebody has entered for each seat: the points, or that they have forfeited; refused unless it fits."""
    if not isinstance(seats, list | tuple) or not all(isinstance(seat, dict) for seat in seats):
        raise _unreadable()
    said = {seat.get("entrant"): seat for seat in seats if isinstance(seat.get("entrant"), str)}
    if sorted(said) != sorted(entrants) or len(seats) != len(entrants):
        raise _unreadable()
    scores = [_read_score(said[entrant]) for entrant in entrants]
    forfeits = [seat for seat, entrant in enumerate(entrants) if said[entrant].get("forfeited", False)]
    return on_paper(entrants, scores, forfeits)


def _read_score(seat: Json) -> int | None:
    score, has_forfeited = seat.get("score"), seat.get("forfeited", False)
    if type(has_forfeited) is not bool or not seat.keys() <= {"entrant", "score", "forfeited"}:
        raise _unreadable()
    if score is None and has_forfeited:
        return None
    if type(score) is not int or abs(score) > FURTHEST:
        raise _unreadable()
    return score


def _unreadable() -> Malformed:
    template = "A result names everybody at the table once, with their points or that they have forfeited."
    return Malformed("result/seats", template)
