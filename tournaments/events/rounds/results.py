"""Results: from the games as they end, without a game where nobody has played, and what a table goes back to when a
result is taken back that an organiser has entered: what was played, what was noted before, or nothing.

A game that ends leaves word in the outbox (`games.models.ResultChange`), in the transaction in which it ends. What
is taken from there stands in the log of its tournament and is gone from the outbox in one transaction, so nothing is
counted twice or lost. On a shared deal nothing is told before its round closes; the word only says that somebody has
finished.
"""

import logging
from collections import defaultdict
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Final

from django.db import OperationalError

from engine.log import read_body
from engine.protocol import Json
from engine.result import VOIDED
from games.clock.site_time import now
from games.log.sql import write_transaction
from games.log.state_cache import load_fold
from games.log.unit_of_work import read_head
from games.play.deadlines import RETRY_PAUSE
from games.play.models import ResultChange
from games.play.official_result import official_result_of
from games.refusals import Busy
from games.results import GameResult
from games.statuses import ABORTED, ADJUDICATED
from tournaments.events import event_kinds
from tournaments.events.log.event_store import UnitOfWork, lock_tournament, store
from tournaments.events.models import Place, Round, Table, Tournament, TournamentEvent
from tournaments.events.rounds.absences import absent_from_game
from tournaments.events.rounds.outcomes import (
    CALLED_OFF,
    DECIDED,
    UNTOLD,
    PlayedSeat,
    seats_with_absent,
    seats_without_game,
    void_seats,
)
from tournaments.events.situation import has_shared_deal
from tournaments.events.statuses import CANCELLED, CLOSED
from tournaments.events.values import DEADLINE, GAME, NO_SHOW, PAPER

log = logging.getLogger(__name__)
MOST_RESULTS: Final = 200
"""How many results one sweep takes in; the rest is next."""
ResultEvent = tuple[str, Json]


def take_in_results() -> None:
    """Take in the results that games have left in the outbox."""
    changed = list(ResultChange.objects.order_by("made_at").values_list("pk", flat=True)[:MOST_RESULTS])
    if not changed:
        return
    waiting: dict[str, list[str]] = defaultdict(list)
    tables = Table.objects.filter(game__in=changed)
    for game, tournament in tables.values_list("game", "round__tournament").order_by("game"):
        waiting[tournament].append(str(game))
    for tournament, games in waiting.items():
        _try_take_in(tournament, games)
    # Whatever is played at no table any more, as after pairings were taken back, counts for nothing.
    known = {game for games in waiting.values() for game in games}
    ResultChange.objects.filter(pk__in=set(changed) - known).delete()


def _try_take_in(tournament: str, games: Sequence[str]) -> None:
    """Take in results; if that fails it is told, and all others come first the next time."""
    try:
        take_in_of(tournament, games)
    except (Busy, OperationalError) as error:
        log.warning("Results of %s could not be taken in just now: %s", tournament, error)
    except Exception:
        log.exception("Results of %s could not be taken in.", tournament)
        ResultChange.objects.filter(pk__in=games).update(made_at=now() + RETRY_PAUSE)


def take_in_of(tournament_id: str, games: Sequence[str]) -> None:
    """Take in the results of some games of one tournament."""
    with write_transaction():
        draft = UnitOfWork(lock_tournament(tournament_id))
        # Locked before they are read: a ruling that comes now leaves word again afterwards.
        words = ResultChange.objects.select_for_update().filter(pk__in=games).order_by("pk")
        changed = list(words.values_list("pk", flat=True))
        tables = Table.objects.filter(game__in=changed).select_related("round").order_by("round__number", "number")
        draft.add_all(entry for table in tables if (entry := news_of_table(draft.tournament, table)) is not None)
        ResultChange.objects.filter(pk__in=changed).delete()
        store(draft)


def news_of_table(tournament: Tournament, table: Table, result: GameResult | None = None) -> ResultEvent | None:
    """What the log is told of a game that has ended, or was ruled upon, or of another result that is supposed; None if
    it is not to know, or knows."""
    if why_result_stays(tournament, table) is not None:
        return None
    kind, said = event_of_game(table, result)
    if not table.is_done:
        return kind, said
    return None if _is_known(table, said) else (kind, {**said, "was": current_result(table)})


def why_result_stays(tournament: Tournament, table: Table) -> str | None:
    """Why a table does not follow its game, if it does not."""
    if tournament.status == CANCELLED:
        return CALLED_OFF
    if has_shared_deal(tournament) and table.round.status != CLOSED and not table.is_done:
        return UNTOLD
    return DECIDED if table.is_done and table.is_overridden else None


def _is_known(table: Table, said: Json) -> bool:
    """Whether the rows say the same already."""
    told = sorted(said["seats"], key=itemgetter("entrant"))
    return table.is_void == said["void"] and sorted(_seats_now(table), key=itemgetter("entrant")) == told


def current_result(table: Table) -> Json | None:
    """The result that a table has, as events say what it was; None if it has none."""
    return {"seats": _seats_now(table), "void": table.is_void, "entered": table.entered} if table.is_done else None


def _seats_now(table: Table) -> list[Json]:
    rows = Place.objects.filter(table=table).order_by("seat")
    seats = rows.values_list("entrant", "score", "place", "has_forfeited", "rows")
    return [PlayedSeat(*seat[:2], seat[2] or 0, *seat[3:]).as_json() for seat in seats]


def event_of_game(table: Table, result: GameResult | None = None) -> ResultEvent:
    """What the log says of a table whose game is over, with this result if it is known already."""
    assert table.game_id is not None
    entrants, result = entrants_at(table), result or official_result_of(table.game_id)
    if result.status == ABORTED:
        return _event_called_off(table, entrants)
    source = DEADLINE if result.status == ADJUDICATED else GAME
    seats = _seats_of_game(table, entrants, result)
    more = {"game": table.game_id, "game_seq": result.seq, "game_hash": result.hash}
    return result_event(table.round, table, seats, source, result.status == VOIDED, more)


def _event_called_off(table: Table, entrants: Sequence[str]) -> ResultEvent:
    """What the log says of a table whose game was called off: some have not come, or else it counts for nobody."""
    if absent := _entrants_not_seated(table, entrants):
        return result_event(table.round, table, seats_without_game(entrants, absent), NO_SHOW)
    return result_event(table.round, table, void_seats(entrants), DEADLINE, is_void=True)


def entrants_at(table: Table) -> list[str]:
    """Who sits at a table, by their seats."""
    return list(Place.objects.filter(table=table).order_by("seat").values_list("entrant", flat=True))


def _seats_of_game(table: Table, entrants: Sequence[str], result: GameResult) -> list[PlayedSeat]:
    playing = _entrants_with_seat(table, entrants) if len(result.seats) < len(entrants) else entrants
    played = [
        PlayedSeat(entrant, seat.score, seat.place or 1, seat.forfeited, seat.rows)
        for entrant, seat in zip(playing, result.seats, strict=True)
    ]
    return seats_with_absent(entrants, played)


def _entrants_with_seat(table: Table, entrants: Sequence[str]) -> list[str]:
    """Those of a table for whom its game has a seat: they had not left when it was made, and it has waited for them."""
    absent = absent_from_game(table)
    return [entrant for entrant in entrants if entrant not in absent]


def _entrants_not_seated(table: Table, entrants: Sequence[str]) -> set[str]:
    """Those who have not come to a game that was called off."""
    assert table.game_id is not None
    seated = load_fold(read_head(table.game_id)).seated
    playing = _entrants_with_seat(table, entrants) if len(seated) < len(entrants) else entrants
    there = {entrant for entrant, actor in zip(playing, seated, strict=True) if actor is not None}
    return set(entrants) - there


def result_event(
    played: Round,
    table: Table,
    seats: Sequence[PlayedSeat],
    source: str,
    is_void: bool = False,
    more: Json | None = None,
    kind: str = event_kinds.RECORDED,
) -> ResultEvent:
    """A result as the log holds it."""
    said = {
        "round": played.number,
        "table": table.number,
        "seats": [seat.as_json() for seat in seats],
        "void": is_void,
        "source": source,
        **(more or {}),
    }
    return kind, said


def event_without_game(table: Table) -> ResultEvent:
    """What the log says of a table at which nothing was played or told by the end of its round: it counts for nobody
    if it was to be played on paper, else nobody has come."""
    entrants = entrants_at(table)
    if table.is_on_paper:
        return result_event(table.round, table, void_seats(entrants), DEADLINE, is_void=True)
    return result_event(table.round, table, seats_without_game(entrants, entrants), NO_SHOW)


_RESULT_KINDS: Final = (event_kinds.RECORDED, event_kinds.TAKEN_BACK)
_BEGINNING_KINDS: Final = (event_kinds.ROUND_PAIRED, event_kinds.ROUND_UNPUBLISHED, event_kinds.ROUND_REOPENED)
"""After which nothing counts any more that was noted before."""


def earlier_result(table: Table) -> Json | None:
    """The result of a table without what an organiser has entered; None if it has none then.

    A game that was played to its end decides. Else it is what was noted last, which after an override may be a result
    on paper. In a round that is closed there is a result in any case, as if nothing had been entered.
    """
    if table.game_id is not None and official_result_of(table.game_id).seats:
        return event_of_game(table)[1]
    noted = _noted_before(table)
    if noted is not None or table.round.status != CLOSED:
        return noted
    return (event_without_game(table) if table.game_id is None else event_of_game(table))[1]


def is_called_off(table: Table) -> bool:
    """Whether the game of a table was called off: it is not played on when a result is taken back."""
    return table.game_id is not None and official_result_of(table.game_id).status == ABORTED


def _noted_before(table: Table) -> Json | None:
    """What the log says last of a table, apart from what is taken back."""
    for kind, said in _events_of_table(table):
        if kind not in _RESULT_KINDS:
            return None
        if table.is_overridden or said["seats"] is None or said["source"] != PAPER:
            return _without_reason(said) if said["seats"] is not None else None
    return None


def _events_of_table(table: Table) -> Iterator[tuple[str, Json]]:
    """What the log says of the results of a table and of its beginning, the latest first."""
    number = table.round.number
    found = TournamentEvent.objects.filter(
        tournament=table.round.tournament_id, kind__in=(*_RESULT_KINDS, *_BEGINNING_KINDS)
    )
    for kind, body in found.order_by("-seq").values_list("kind", "body").iterator():
        said = read_body(body)["data"]
        is_here = said.get("table") == table.number if kind in _RESULT_KINDS else _begins_anew(kind, said, table.number)
        if said["round"] == number and is_here:
            yield kind, said


def _begins_anew(kind: str, said: Json, table: int) -> bool:
    return kind != event_kinds.ROUND_REOPENED or said["is_anew"] or table in said["again"]


def _without_reason(said: Json) -> Json:
    """A result without why it was entered and what was there before."""
    return {name: value for name, value in said.items() if name not in ("reason", "was")}
