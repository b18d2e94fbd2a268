"""Results that organisers enter: from paper, in the place of one that must not stand; and taking them back.

A decision says what is to become of a table before anything is written, the same for a preview and for the decision;
whether somebody runs the tournament is then for the caller to ask. Everything that follows is in one transaction:
the event, which says what the result was and became, the rows, word for ratings, and notices for those at the table.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from engine.errors import Malformed
from engine.log import read_body
from engine.protocol import Json
from games.accounts.callers import Caller
from games.log.models import Game
from games.log.unit_of_work import lock_head
from games.play.models import GameCard, ResultChange, UncountedResult, queue_results
from games.refusals import Conflict
from games.statuses import OPEN as NOT_STARTED
from tournaments.events import event_kinds
from tournaments.events.history import settings_of
from tournaments.events.log.commands import Receipt
from tournaments.events.log.event_store import UnitOfWork
from tournaments.events.log.privacy import require_reason, store_text
from tournaments.events.models import Entrant, Table, Tournament, TournamentEvent
from tournaments.events.projections.handlers import RESULT_HANDLERS
from tournaments.events.refusals import played_on_the_site, result_stale, table_has_result, wrong_moment
from tournaments.events.requirements import require_status
from tournaments.events.round_notices import notify_about
from tournaments.events.rounds.close_round import abort_if_not_over
from tournaments.events.rounds.outcomes import read_entered_seats, refuse_seats_of_void, void_seats
from tournaments.events.rounds.results import current_result, earlier_result, entrants_at, result_event
from tournaments.events.services.organiser import find_table, new_command, organise
from tournaments.events.situation import has_shared_deal
from tournaments.events.statuses import CLOSED, CLOSING, FINISHED, OPEN, RUNNING
from tournaments.events.values import PAPER
from tournaments.notices.services import RESULT_ENTERED
from tournaments.variants import DUEL


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


def decide_paper_result(tournament: Tournament, by: int | None, table: Any, seats: Any) -> Decision:
    """The first result of a table of the latest round, from paper."""
    require_status(tournament, RUNNING)
    at = find_table(tournament, by, table, None)
    if has_shared_deal(tournament) or at.round.status not in (OPEN, CLOSING):
        raise wrong_moment()
    if at.is_done:
        raise table_has_result()
    if at.game_id is not None and Game.objects.get(pk=at.game_id).status != NOT_STARTED:
        raise played_on_the_site()
    said = read_entered_seats(entrants_at(at), seats, _is_duel(tournament))
    return Decision(at, *result_event(at.round, at, said, PAPER))


def decide_override(
    tournament: Tournament, by: int | None, table: Any, seats: Any, round_number: Any, is_void: Any
) -> Decision:
    """Another result for a table; or that it counts for nobody."""
    at = _table_to_decide(tournament, by, table, round_number)
    entrants = entrants_at(at)
    if type(is_void) is not bool:
        raise Malformed("result/void", "Whether a table counts for nobody is yes or no.")
    if is_void:
        refuse_seats_of_void(seats)
        said = void_seats(entrants)
    else:
        said = read_entered_seats(entrants, seats, _is_duel(tournament))
    return Decision(at, *result_event(at.round, at, said, PAPER, is_void, kind=event_kinds.OVERRIDDEN))


def decide_taking_back(tournament: Tournament, by: int | None, table: Any, round_number: Any) -> Decision:
    """What counts again if a result is taken back that an organiser has entered."""
    at = _table_to_decide(tournament, by, table, round_number)
    if not at.entered:
        raise Conflict("result/not-entered", "Nobody has entered a result for this table that could be taken back.")
    return Decision(at, event_kinds.TAKEN_BACK, earlier_result(at))


def _table_to_decide(tournament: Tournament, by: int | None, table: Any, round_number: Any) -> Table:
    """A table about which an organiser can decide: on a shared deal once its round is closed."""
    require_status(tournament, RUNNING, FINISHED)
    at = find_table(tournament, by, table, round_number)
    if at.round.status not in ((CLOSED,) if has_shared_deal(tournament) else (OPEN, CLOSING, CLOSED)):
        raise wrong_moment()
    return at


def _is_duel(tournament: Tournament) -> bool:
    return settings_of(tournament).variant == DUEL


def enter_paper_result(
    tournament_id: str,
    by: Caller,
    command_id: str,
    table: int,
    seats: Sequence[Json],
    reason: str = "",
    expected: int | None = None,
) -> Receipt:
    """Enter the result of a table of the latest round that was played on paper."""

    def decide(draft: UnitOfWork, actor: str) -> None:
        _carry_out_decision(
            draft, by, actor, lambda at: decide_paper_result(at, by.account, table, seats), reason, expected
        )

    payload = {"table": table, "seats": seats, "reason": reason}
    return organise(tournament_id, new_command(command_id, by, "enter_paper_result", **payload), decide)


def override_result(
    tournament_id: str,
    by: Caller,
    command_id: str,
    table: int,
    seats: Sequence[Json],
    reason: str,
    round_number: int | None = None,
    is_void: bool = False,
    expected: int | None = None,
) -> Receipt:
    """Put another result in the place of what was played, in the latest round or another; or let it count for nobody.

    A game that is still being played is called off: what counts is what was entered, in standings and ratings, until
    it is taken back. On a shared deal that is possible once its round is closed.
    """
    require_reason(reason)

    def decide(draft: UnitOfWork, actor: str) -> None:
        def plan(tournament: Tournament) -> Decision:
            return decide_override(tournament, by.account, table, seats, round_number, is_void)

        _carry_out_decision(draft, by, actor, plan, reason, expected)

    payload = {"table": table, "seats": seats, "reason": reason, "round": round_number, "void": is_void}
    return organise(tournament_id, new_command(command_id, by, "override_result", **payload), decide)


def take_back_result(
    tournament_id: str,
    by: Caller,
    command_id: str,
    table: int,
    reason: str,
    round_number: int | None = None,
    expected: int | None = None,
) -> Receipt:
    """Let a result count no more that an organiser has entered: what was played does again, or nothing."""
    require_reason(reason)

    def decide(draft: UnitOfWork, actor: str) -> None:
        _carry_out_decision(
            draft, by, actor, lambda at: decide_taking_back(at, by.account, table, round_number), reason, expected
        )

    payload = {"table": table, "reason": reason, "round": round_number}
    return organise(tournament_id, new_command(command_id, by, "take_back_result", **payload), decide)


def _carry_out_decision(
    draft: UnitOfWork, by: Caller, actor: str, plan: Callable[[Tournament], Decision], reason: str, expected: int | None
) -> None:
    """Write a result down, and what it was; what is still played at the table is called off."""
    tournament = draft.tournament
    table = plan(tournament).table
    if table.game_id is not None:
        # Held before it is read again: a move or a ruling that comes now comes afterwards.
        lock_head(table.game_id)
    refuse_outdated(table, expected)
    decision = plan(tournament)
    if table.game_id is not None:
        if decision.kind != event_kinds.TAKEN_BACK:
            abort_if_not_over(table.game_id)
        _leave_word_for_ratings(draft, table.game_id)
    why = {"reason": store_text(tournament.pk, by, reason)} if reason else {}
    link = draft.add(decision.kind, {**decision.data, "was": current_result(table), **why}, actor)
    _tell_table(tournament, table, link.seq, by)


def _leave_word_for_ratings(draft: UnitOfWork, game: str) -> None:
    """The tournament knows of the game by now; ratings are to follow what counts at its table."""
    ResultChange.objects.filter(pk=game).delete()
    if GameCard.objects.filter(pk=game, is_rated=True).exists():
        queue_results(UncountedResult, [game], draft.now)


def refuse_outdated(table: Table, expected: int | None) -> None:
    """Refuse a decision by somebody who has not seen the latest result of the table."""
    if expected is None:
        return
    if type(expected) is not int or not 0 <= expected < 2**31:
        raise Malformed("result/expected", "“expected” is the number of the last event that you have seen.")
    since = TournamentEvent.objects.filter(
        tournament=table.round.tournament_id, seq__gt=expected, kind__in=RESULT_HANDLERS
    )
    at = (table.round.number, table.number)
    for body in since.values_list("body", flat=True).iterator():
        said = read_body(body)["data"]
        if (said["round"], said["table"]) == at:
            raise result_stale()


def _tell_table(tournament: Tournament, table: Table, seq: int, by: Caller) -> None:
    """Tell those who sit at the table, but nobody of their own doing."""
    seated = Entrant.objects.filter(places__table=table, account__isnull=False).exclude(account=by.account)
    accounts = [account for account in seated.values_list("account", flat=True) if account is not None]
    notify_about(accounts, RESULT_ENTERED, tournament, round=table.round.number, table=table.number, seq=seq)
