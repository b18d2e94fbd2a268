"""Starting one table of three or four without whoever has not come, because an organiser says so."""

from collections.abc import Sequence
from typing import Any

from engine.errors import Malformed
from games.accounts.callers import Caller
from games.log.unit_of_work import lock_head
from tournaments.log.commands import Receipt
from tournaments.log.drafts import Draft
from tournaments.log.texts import keep_text, require_reason
from tournaments.models.tournaments import RUNNING
from tournaments.rounds import starting
from tournaments.rounds.attendance import look_at
from tournaments.rounds.refusals import others_missing
from tournaments.services.organising import require_status
from tournaments.services.rounds.organising import command, find_table, organise


def start_table(
    tournament_id: str,
    by: Caller,
    command_id: str,
    table: int,
    without: Sequence[str],
    reason: str,
    round_number: int | None = None,
) -> Receipt:
    """Start a table of the latest round now, without some who have not come; whether or not it would by itself later.

    They are named, so that nobody is left out who sits down in the moment in which somebody else decides.
    """
    require_reason(reason)
    named = _read_names(without)

    def decide(draft: Draft, actor: str) -> None:
        require_status(draft.tournament, RUNNING)
        at = find_table(draft.tournament, by.account, table, round_number)
        found = look_at(draft.tournament, at, lock_head)
        if sorted(found.absent) != named:
            raise others_missing()
        starting.start_table(draft, at, found, {"reason": keep_text(tournament_id, by, reason)}, actor)

    payload = {"table": table, "without": named, "reason": reason, "round": round_number}
    return organise(tournament_id, command(command_id, by, "start_table", **payload), decide)


def _read_names(without: Any) -> list[str]:
    """Those who are to be left out, in an order of their own."""
    if not isinstance(without, list | tuple) or not all(isinstance(name, str) for name in without):
        raise Malformed("round/without", "Name everybody without whom the table is to start.")
    return sorted(without)
