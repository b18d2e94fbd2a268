"""Pairings as organisers see to them: paired again, published, taken back until somebody has moved; and a table of
three or four that starts without whoever has not come, because an organiser says so.
"""

from collections.abc import Sequence
from typing import Any

from django.db.models import Q, QuerySet

from engine.errors import Malformed
from engine.log import read_body
from games.accounts.callers import Caller
from games.log.entries import SYSTEM
from games.log.models import Event
from games.log.unit_of_work import lock_head
from games.play.deals import close_deal
from games.play.models import ResultChange
from games.statuses import ADJUDICATED, FINISHED
from tournaments.events import event_kinds
from tournaments.events.history import load_history
from tournaments.events.log.commands import Receipt
from tournaments.events.log.event_store import UnitOfWork
from tournaments.events.log.privacy import require_reason, store_text
from tournaments.events.models import PairingRun, Round, Table, TournamentEvent
from tournaments.events.refusals import other_entrants_missing, pairings_out_of_date, round_already_played
from tournaments.events.requirements import require_status
from tournaments.events.rounds import start_without
from tournaments.events.rounds.close_round import abort_if_not_over
from tournaments.events.rounds.open_round import deal_next_round
from tournaments.events.rounds.pairing import draw_round, history_digest, publish_pairings
from tournaments.events.rounds.start_without import startable_attendance
from tournaments.events.services.organiser import find_table, new_command, organise, require_round
from tournaments.events.statuses import OPEN, OPENING, PAIRED, PUBLISHED, RUNNING
from tournaments.events.timetable import RoundDates


def pair_again(tournament_id: str, by: Caller, command_id: str) -> Receipt:
    """Pair a round anew that is not published, as after somebody has left or two must not meet.

    From the same history comes the same pairing: nobody can draw until they like it.
    """

    def decide(draft: UnitOfWork, actor: str) -> None:
        latest = _require_running_round(draft, PAIRED)
        history = load_history(draft.tournament, latest.number - 1)
        draw_round(draft, latest.number, history, RoundDates(latest.opens_at, latest.closes_at), actor)

    return organise(tournament_id, new_command(command_id, by, "pair_again"), decide)


def publish_round(tournament_id: str, by: Caller, command_id: str) -> Receipt:
    """Let everybody see the pairings, unless something has changed since; the round opens at its time."""

    def decide(draft: UnitOfWork, actor: str) -> None:
        latest = _require_running_round(draft, PAIRED)
        history = load_history(draft.tournament, latest.number - 1)
        if history_digest(history) != _inputs_hash_of(latest):
            raise pairings_out_of_date()
        publish_pairings(draft, latest.number, actor)

    return organise(tournament_id, new_command(command_id, by, "publish_round"), decide)


def unpublish_round(tournament_id: str, by: Caller, command_id: str) -> Receipt:
    """Take the pairings back as long as nobody has moved; games that were made are called off."""

    def decide(draft: UnitOfWork, actor: str) -> None:
        latest = _require_running_round(draft, PUBLISHED, OPENING, OPEN)
        tables = Table.objects.filter(round=latest, game__isnull=False).order_by("game_id")
        if latest.closed_at is not None or _is_begun(latest, tables):
            raise round_already_played()
        games = [str(game) for game in tables.values_list("game", flat=True)]
        for game in games:
            abort_if_not_over(game)
        ResultChange.objects.filter(pk__in=games).delete()
        draft.add(event_kinds.ROUND_UNPUBLISHED, {"round": latest.number}, actor)
        if latest.deal_id is not None:
            close_deal(latest.deal_id)
            deal_next_round(draft, latest.number)

    return organise(tournament_id, new_command(command_id, by, "unpublish_round"), decide)


def _require_running_round(draft: UnitOfWork, *statuses: str) -> Round:
    require_status(draft.tournament, RUNNING)
    return require_round(draft, *statuses)


def _inputs_hash_of(latest: Round) -> str:
    """The hash of everything that a round was last drawn from."""
    run = PairingRun.objects.filter(round=latest).order_by("-number").values("seq")[:1]
    drawn = TournamentEvent.objects.get(tournament=latest.tournament_id, seq=run)
    return str(read_body(drawn.body)["data"]["inputs"])


def _is_begun(latest: Round, tables: QuerySet[Table]) -> bool:
    """Whether somebody has moved, a game has ended without a move, or a result was entered; a walkover that was noted
    when the round opened is none."""
    moves = Event.objects.filter(game__in=tables.values("game")).exclude(actor=SYSTEM).exclude(kind__contains="/")
    over = tables.filter(Q(is_done=True) | Q(game__status__in=(FINISHED, ADJUDICATED)))
    entered = Table.objects.filter(round=latest, is_done=True, is_on_paper=True)
    return moves.exists() or over.exists() or entered.exists()


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

    def decide(draft: UnitOfWork, actor: str) -> None:
        require_status(draft.tournament, RUNNING)
        at = find_table(draft.tournament, by.account, table, round_number)
        found = startable_attendance(draft.tournament, at, lock_head)
        if sorted(found.absent) != named:
            raise other_entrants_missing()
        start_without.start_table_without(draft, at, found, {"reason": store_text(tournament_id, by, reason)}, actor)

    payload = {"table": table, "without": named, "reason": reason, "round": round_number}
    return organise(tournament_id, new_command(command_id, by, "start_table", **payload), decide)


def _read_names(without: Any) -> list[str]:
    """Those who are to be left out, in an order of their own."""
    if not isinstance(without, list | tuple) or not all(isinstance(name, str) for name in without):
        raise Malformed("round/without", "Name everybody without whom the table is to start.")
    return sorted(without)
