"""Closing a round: those who have not finished are reminded before; what is not finished is decided by the
tournament's rule, so many games in each step; then the round is closed, and whoever has not come for too long is
taken out.
"""

import secrets
from collections.abc import Iterable
from typing import Final

from django.db.models import Count, QuerySet

from engine.result import AS_STANDS, FORFEIT
from games.accounts.callers import SYSTEM_CALLER
from games.log.state_cache import load_fold
from games.log.unit_of_work import lock_head
from games.play.deals import ENDED_STATUSES, close_deal
from games.play.lifecycle import abort_game, adjudicate
from games.play.models import ResultChange
from games.statuses import OPEN as NOT_STARTED
from games.statuses import RUNNING
from tournaments.events import event_kinds
from tournaments.events.history import settings_of
from tournaments.events.log.event_store import UnitOfWork
from tournaments.events.models import Place, Round, Table
from tournaments.events.round_notices import notify_of_round_end
from tournaments.events.rounds.open_round import BATCH, deal_next_round
from tournaments.events.rounds.results import event_of_game, event_without_game
from tournaments.events.situation import has_shared_deal, latest_round
from tournaments.notices.dispute_notices import notify_of_waiting_disputes

COMMAND: Final = "round-closes"
"""How the name begins under which a game is ended by its round; how it goes on nobody knows, who might have used it
up. No game is ended twice: its row is locked, and it must not be over."""


def begin_closing(draft: UnitOfWork) -> None:
    """Say that the time of the round is over."""
    draft.add(event_kinds.ROUND_CLOSING, {"round": draft.tournament.round})


def settle_tables(draft: UnitOfWork) -> None:
    """Decide what is not finished at the next tables, and write down how they came out.

    On a shared deal nothing is written down before the last game on it has ended.
    """
    latest = _latest(draft)
    rule = settings_of(draft.tournament).unfinished
    if has_shared_deal(draft.tournament) and (playing := _unfinished(latest)).exists():
        _end_next_games(playing, rule)
        return
    undone = Table.objects.filter(round=latest, is_done=False).select_related("round")
    # By the games' ids: that is the order in which everybody locks several.
    tables = list(undone.order_by("game_id", "number")[:BATCH])
    _end_tables(tables, rule)
    games = [table.game_id for table in tables if table.game_id is not None]
    draft.add_all(event_without_game(table) if table.game_id is None else event_of_game(table) for table in tables)
    ResultChange.objects.filter(pk__in=games).delete()


def close_round(draft: UnitOfWork) -> None:
    """Close the round whose results are all there; the games on a shared deal can now be seen."""
    latest = _latest(draft)
    _write_closed(draft, latest)
    draft.add_all(
        (event_kinds.REMOVED, {"entrant": entrant, "round": latest.number + 1, "cause": "no-shows"})
        for entrant in _missing_too_often(draft, latest)
    )
    if latest.number < draft.tournament.round_count:
        deal_next_round(draft)


def call_off_round(draft: UnitOfWork) -> None:
    """Call off what is still played in a tournament that was cancelled; nothing of it counts."""
    latest = _latest(draft)
    games = list(_unfinished(latest).order_by("game_id").values_list("game", flat=True)[:BATCH])
    for game in games:
        abort_if_not_over(str(game))
    if not games:
        _write_closed(draft, latest)


def _latest(draft: UnitOfWork) -> Round:
    latest = latest_round(draft.tournament)
    assert latest is not None
    return latest


def _write_closed(draft: UnitOfWork, latest: Round) -> None:
    draft.add(event_kinds.ROUND_CLOSED, {"round": latest.number})
    if latest.deal_id is not None:
        close_deal(latest.deal_id)
        notify_of_waiting_disputes(latest.deal_id)


def _unfinished(latest: Round) -> QuerySet[Table]:
    return Table.objects.filter(round=latest, game__isnull=False).exclude(game__status__in=ENDED_STATUSES)


def _end_next_games(playing: QuerySet[Table], rule: str) -> None:
    _end_tables(playing.order_by("game_id")[:BATCH], rule)


def _end_tables(tables: Iterable[Table], rule: str) -> None:
    for table in tables:
        if table.game_id is not None:
            end_game(table.game_id, rule)


def end_game(game_id: str, rule: str) -> None:
    """End a game by a rule, if it is not over: those forfeit it who are to move, or it counts as it stands.

    A game that has not begun is called off. Where only bots are to move, nobody is to blame.
    """
    fold, command = load_fold(lock_head(game_id)), f"{COMMAND}-{secrets.token_hex(8)}"
    if fold.status == NOT_STARTED:
        abort_game(game_id, SYSTEM_CALLER, command)
    elif fold.status == RUNNING:
        late = [seat for seat in fold.awaited if fold.bot(seat) is None] if rule == FORFEIT else []
        adjudicate(game_id, SYSTEM_CALLER, command, FORFEIT if late else AS_STANDS, late)


def abort_if_not_over(game_id: str) -> None:
    """Call a game off, if it is not over: however far it has come, it has no result and counts for nobody."""
    if not load_fold(lock_head(game_id)).is_over:
        abort_game(game_id, SYSTEM_CALLER, f"{COMMAND}-{secrets.token_hex(8)}")


def _missing_too_often(draft: UnitOfWork, latest: Round) -> list[str]:
    """Those who are still in, but have not come to any of the last rounds, as many in a row as the rule says."""
    many = settings_of(draft.tournament).out_after
    if many is None or latest.number < many:
        return []
    missed = Place.objects.filter(
        round__tournament=draft.tournament,
        round__number__gt=latest.number - many,
        table__isnull=False,
        has_forfeited=True,
        score=None,
        entrant__left_round=None,
    )
    often = missed.values("entrant", "entrant__number").annotate(times=Count("pk")).filter(times=many)
    return list(often.order_by("entrant__number").values_list("entrant", flat=True))


def remind_unfinished(draft: UnitOfWork) -> None:
    """Have those reminded who have not finished; nothing of that stands in the log."""
    latest = latest_round(draft.tournament)
    assert latest is not None
    notify_of_round_end(latest, unfinished_entrants(latest))
    Round.objects.filter(pk=latest.pk).update(remind_at=None)


def unfinished_entrants(played: Round) -> list[str]:
    """Those at tables that are not done, and whose game is not over; bots need no reminder."""
    waiting = Place.objects.filter(round=played, table__is_done=False, entrant__bot="")
    not_over = waiting.exclude(table__game__status__in=ENDED_STATUSES).order_by("entrant__number")
    return list(not_over.values_list("entrant", flat=True))
