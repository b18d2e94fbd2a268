"""Results that organisers enter: from paper, in the place of one that must not stand; and taking them back.

Everything that follows is in one transaction: the event, which says what the result was and became, the rows, word for
ratings, and notices for those who sit at the table.
"""

from collections.abc import Callable, Sequence

from engine.errors import Malformed
from engine.log import read_body
from engine.protocol import Json
from games.accounts.callers import Caller
from games.log.unit_of_work import lock_head
from games.play.models import GameCard, ResultChange, UncountedResult, queue_results
from tournaments.log import kinds
from tournaments.log.commands import Receipt
from tournaments.log.drafts import Draft
from tournaments.log.texts import keep_text, require_reason
from tournaments.models import Entrant, Table, Tournament, TournamentEvent
from tournaments.notices.telling import RESULT_ENTERED, tell
from tournaments.projections.results import RESULTS
from tournaments.rounds.closing import break_off
from tournaments.rounds.refusals import result_stale
from tournaments.rounds.results import result_now
from tournaments.services.rounds.decisions import Decision, override, paper_result, taking_back
from tournaments.services.rounds.organising import command, organise


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

    def decide(draft: Draft, actor: str) -> None:
        _enter(draft, by, actor, lambda at: paper_result(at, by.account, table, seats), reason, expected)

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
    expected: int | None = None,
) -> Receipt:
    """Put another result in the place of what was played, in the latest round or another; or let it count for nobody.

    A game that is still being played is called off: what counts is what was entered, in standings and ratings, until
    it is taken back. On a shared deal that is possible once its round is closed.
    """
    require_reason(reason)

    def decide(draft: Draft, actor: str) -> None:
        def plan(tournament: Tournament) -> Decision:
            return override(tournament, by.account, table, seats, round_number, is_void)

        _enter(draft, by, actor, plan, reason, expected)

    payload = {"table": table, "seats": seats, "reason": reason, "round": round_number, "void": is_void}
    return organise(tournament_id, command(command_id, by, "override_result", **payload), decide)


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

    def decide(draft: Draft, actor: str) -> None:
        _enter(draft, by, actor, lambda at: taking_back(at, by.account, table, round_number), reason, expected)

    payload = {"table": table, "reason": reason, "round": round_number}
    return organise(tournament_id, command(command_id, by, "take_back_result", **payload), decide)


def _enter(
    draft: Draft, by: Caller, actor: str, plan: Callable[[Tournament], Decision], reason: str, expected: int | None
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
        if decision.kind != kinds.TAKEN_BACK:
            break_off(table.game_id)
        _leave_words(draft, table.game_id)
    why = {"reason": keep_text(tournament.pk, by, reason)} if reason else {}
    link = draft.add(decision.kind, {**decision.data, "was": result_now(table), **why}, actor)
    _tell(tournament, table, link.seq, by)


def _leave_words(draft: Draft, game: str) -> None:
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
    since = TournamentEvent.objects.filter(tournament=table.round.tournament_id, seq__gt=expected, kind__in=RESULTS)
    at = (table.round.number, table.number)
    for body in since.values_list("body", flat=True).iterator():
        said = read_body(body)["data"]
        if (said["round"], said["table"]) == at:
            raise result_stale()


def _tell(tournament: Tournament, table: Table, seq: int, by: Caller) -> None:
    """Tell those who sit at the table, but nobody of their own doing."""
    seated = Entrant.objects.filter(places__table=table, account__isnull=False).exclude(account=by.account)
    accounts = [account for account in seated.values_list("account", flat=True) if account is not None]
    tell(accounts, RESULT_ENTERED, tournament, round=table.round.number, table=table.number, seq=seq)
