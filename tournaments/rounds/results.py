"""Results: from the games as they end, and without a game where nobody has played.

A game that ends leaves word in the outbox (`games.models.ResultChange`), in the transaction in which it ends. What is
taken from there stands in the log of its tournament and is gone from the outbox in one transaction, so nothing is
counted twice or lost. On a shared deal nothing is told before its round closes; the word only says that somebody has
finished.
"""

import logging
from collections import defaultdict
from collections.abc import Sequence
from operator import itemgetter
from typing import Final

from django.db import OperationalError

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
from tournaments.log import kinds
from tournaments.log.drafts import Draft, lock_tournament, store
from tournaments.models import Place, Round, Table, Tournament
from tournaments.models.tournaments import CANCELLED, CLOSED
from tournaments.rounds.missing import absent_from
from tournaments.rounds.outcomes import (
    CALLED_OFF,
    DEADLINE,
    DECIDED,
    GAME,
    NO_SHOW,
    UNTOLD,
    Played,
    nobody_counts,
    with_absent,
    without_game,
)
from tournaments.rounds.situations import has_shared_deal

log = logging.getLogger(__name__)

AT_MOST: Final = 200
"""How many results one sweep takes in; the rest is next."""
EventEntry = tuple[str, Json]


def take_in() -> None:
    """Take in the results that games have left in the outbox."""
    changed = list(ResultChange.objects.order_by("made_at").values_list("pk", flat=True)[:AT_MOST])
    if not changed:
        return
    waiting: dict[str, list[str]] = defaultdict(list)
    tables = Table.objects.filter(game__in=changed)
    for game, tournament in tables.values_list("game", "round__tournament").order_by("game"):
        waiting[tournament].append(str(game))
    for tournament, games in waiting.items():
        _take_in_apart(tournament, games)
    # Whatever is played at no table any more, as after pairings were taken back, counts for nothing.
    known = {game for games in waiting.values() for game in games}
    ResultChange.objects.filter(pk__in=set(changed) - known).delete()


def _take_in_apart(tournament: str, games: Sequence[str]) -> None:
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
        draft = Draft(lock_tournament(tournament_id))
        # Locked before they are read: a ruling that comes now leaves word again afterwards.
        words = ResultChange.objects.select_for_update().filter(pk__in=games).order_by("pk")
        changed = list(words.values_list("pk", flat=True))
        tables = Table.objects.filter(game__in=changed).select_related("round").order_by("round__number", "number")
        draft.add_all(entry for table in tables if (entry := news_of(draft.tournament, table)) is not None)
        ResultChange.objects.filter(pk__in=changed).delete()
        store(draft)


def news_of(tournament: Tournament, table: Table, result: GameResult | None = None) -> EventEntry | None:
    """What the log is told of a game that has ended, or was ruled upon, or of another result that is supposed; None if
    it is not to know, or knows."""
    if keeps_result(tournament, table) is not None:
        return None
    kind, said = entry_of_game(table, result)
    if not table.is_done:
        return kind, said
    return None if _is_known(table, said) else (kind, {**said, "was": result_now(table)})


def keeps_result(tournament: Tournament, table: Table) -> str | None:
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


def result_now(table: Table) -> Json | None:
    """The result that a table has, as events say what it was; None if it has none."""
    return {"seats": _seats_now(table), "void": table.is_void, "entered": table.entered} if table.is_done else None


def _seats_now(table: Table) -> list[Json]:
    rows = Place.objects.filter(table=table).order_by("seat")
    seats = rows.values_list("entrant", "score", "place", "has_forfeited", "rows")
    return [Played(*seat[:2], seat[2] or 0, *seat[3:]).as_json() for seat in seats]


def entry_of_game(table: Table, result: GameResult | None = None) -> EventEntry:
    """What the log says of a table whose game is over, with this result if it is known already."""
    assert table.game_id is not None
    entrants, result = entrants_of(table), result or official_result_of(table.game_id)
    if result.status == ABORTED:
        return _entry_called_off(table, entrants)
    source = DEADLINE if result.status == ADJUDICATED else GAME
    seats = _seats(table, entrants, result)
    more = {"game": table.game_id, "game_seq": result.seq, "game_hash": result.hash}
    return result_entry(table.round, table, seats, source, result.status == VOIDED, more)


def _entry_called_off(table: Table, entrants: Sequence[str]) -> EventEntry:
    """What the log says of a table whose game was called off: some have not come, or else it counts for nobody."""
    if absent := _not_seated(table, entrants):
        return result_entry(table.round, table, without_game(entrants, absent), NO_SHOW)
    return result_entry(table.round, table, nobody_counts(entrants), DEADLINE, is_void=True)


def entrants_of(table: Table) -> list[str]:
    """Who sits at a table, by their seats."""
    return list(Place.objects.filter(table=table).order_by("seat").values_list("entrant", flat=True))


def _seats(table: Table, entrants: Sequence[str], result: GameResult) -> list[Played]:
    playing = _playing(table, entrants) if len(result.seats) < len(entrants) else entrants
    played = [
        Played(entrant, seat.score, seat.place or 1, seat.forfeited, seat.rows)
        for entrant, seat in zip(playing, result.seats, strict=True)
    ]
    return with_absent(entrants, played)


def _playing(table: Table, entrants: Sequence[str]) -> list[str]:
    """Those of a table for whom its game has a seat: they had not left when it was made, and it has waited for them."""
    absent = absent_from(table)
    return [entrant for entrant in entrants if entrant not in absent]


def _not_seated(table: Table, entrants: Sequence[str]) -> set[str]:
    """Those who have not come to a game that was called off."""
    assert table.game_id is not None
    seated = load_fold(read_head(table.game_id)).seated
    playing = _playing(table, entrants) if len(seated) < len(entrants) else entrants
    there = {entrant for entrant, actor in zip(playing, seated, strict=True) if actor is not None}
    return set(entrants) - there


def result_entry(
    played: Round,
    table: Table,
    seats: Sequence[Played],
    source: str,
    is_void: bool = False,
    more: Json | None = None,
    kind: str = kinds.RECORDED,
) -> EventEntry:
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


def entry_without_game(table: Table) -> EventEntry:
    """What the log says of a table at which nothing was played or told by the end of its round: it counts for nobody
    if it was to be played on paper, else nobody has come."""
    entrants = entrants_of(table)
    if table.is_on_paper:
        return result_entry(table.round, table, nobody_counts(entrants), DEADLINE, is_void=True)
    return result_entry(table.round, table, without_game(entrants, entrants), NO_SHOW)
