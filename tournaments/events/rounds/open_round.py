"""Opening a round: its dice are fixed, then its games are made, so many in each step; the round is open once all are
there.

Where everybody gets the same dice, these are dealt long before, so that people can add to them.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.protocol import Json
from games.accounts.callers import SYSTEM_CALLER
from games.clock.site_time import write_time
from games.log.entries import BOT, SYSTEM
from games.play.creation import create_game
from games.play.deals import freeze_deal, make_deal
from games.play.setup import Setup
from tournaments.events import event_kinds
from tournaments.events.history import settings_of
from tournaments.events.log.event_store import UnitOfWork
from tournaments.events.models import Entrant, Place, Round, Table
from tournaments.events.round_notices import notify_of_open_round
from tournaments.events.rounds.absences import RoundOpening, opening_of
from tournaments.events.rounds.outcomes import seats_without_game
from tournaments.events.rounds.results import result_event
from tournaments.events.settings import Settings
from tournaments.events.situation import has_shared_deal, latest_round
from tournaments.events.timetable import RoundDates, dates_if_opened_at, reminder_time, tables_wait_until
from tournaments.events.values import NO_SHOW

BATCH: Final = 25
"""How many tables one step sees to: nobody else can write to the tournament meanwhile, on SQLite to nothing."""


def begin_opening(draft: UnitOfWork, actor: str = SYSTEM, dates: RoundDates | None = None) -> None:
    """Begin to open the round that is published, at its time or when somebody says so."""
    tournament, latest = draft.tournament, latest_round(draft.tournament)
    assert latest is not None
    dates = dates or dates_if_opened_at(RoundDates(latest.opens_at, latest.closes_at), draft.now)
    if tournament.deal_id is not None:
        freeze_deal(tournament.deal_id)
    said = {
        "round": latest.number,
        "opens_at": write_time(dates.opens_at),
        "closes_at": write_time(dates.closes_at),
        "absent": gone_from(latest),
        "deal": tournament.deal_id,
    }
    draft.add(event_kinds.ROUND_OPENING, said, actor)


def gone_from(played: Round) -> list[str]:
    """Those who have left since the round was paired, or whose account was erased; nobody waits for them."""
    seated = Entrant.objects.filter(places__round=played, places__table__isnull=False).order_by("number")
    return [entrant.pk for entrant in seated if _is_gone(entrant)]


def _is_gone(entrant: Entrant) -> bool:
    return _is_erased(entrant) or entrant.left_round is not None


def _is_erased(entrant: Entrant) -> bool:
    return entrant.account_id is None and entrant.person_id is None and not entrant.bot


def make_games(draft: UnitOfWork) -> None:
    """Make the games of the next tables; with the last of them the round is open."""
    latest = latest_round(draft.tournament)
    assert latest is not None
    wanted = Table.objects.filter(round=latest, game=None, is_on_paper=False, is_done=False)
    tables = list(wanted.order_by("number")[:BATCH])
    opening = opening_of(draft.tournament.pk, latest.number)
    settings = settings_of(draft.tournament)
    entries = []
    for table, seated in _seated(tables):
        playing = [entrant for entrant in seated if entrant.pk not in opening.absent]
        # Erased since the round began to open: nobody can keep a seat for them, and the log has named the absent.
        erased = {entrant.pk for entrant in playing if _is_erased(entrant)}
        if erased or len(playing) < min(2, len(seated)):
            everybody = [entrant.pk for entrant in seated]
            entries.append(result_event(latest, table, seats_without_game(everybody, opening.absent | erased), NO_SHOW))
        else:
            table.game_id = _make_game(draft, latest, table, playing, settings, opening)
    Table.objects.bulk_update(tables, ["game"])
    draft.add_all(entries)
    if len(tables) < BATCH:
        _finish_opening(draft, latest, settings)


def _finish_opening(draft: UnitOfWork, latest: Round, settings: Settings) -> None:
    """Say that a round is open and until when its tables wait, and plan what comes while it is."""
    waits_until = tables_wait_until(settings, latest.closes_at, draft.now)
    said = {} if waits_until is None else {"waits_until": write_time(waits_until)}
    draft.add(event_kinds.ROUND_OPENED, {"round": latest.number, **said})
    remind_at = reminder_time(settings, latest.closes_at, draft.now)
    Round.objects.filter(pk=latest.pk).update(remind_at=remind_at, looks_at=waits_until)
    latest.waits_until = waits_until
    notify_of_open_round(latest)


def _seated(tables: Sequence[Table]) -> Iterable[tuple[Table, list[Entrant]]]:
    """Who sits at each of some tables, by their seats."""
    places = Place.objects.filter(table__in=tables).select_related("entrant").order_by("seat")
    at: dict[int | None, list[Entrant]] = {table.pk: [] for table in tables}
    for place in places:
        at[place.table_id].append(place.entrant)
    return [(table, at[table.pk]) for table in tables]


def _make_game(
    draft: UnitOfWork,
    latest: Round,
    table: Table,
    playing: Sequence[Entrant],
    settings: Settings,
    opening: RoundOpening,
) -> str:
    """Make the game of a table; the same again if it is there already."""
    tournament = draft.tournament
    anchor = {"id": tournament.pk, "round": latest.number, "table": table.number}
    setup = Setup(
        variant=settings.variant,
        levels=[settings.level] * len(playing),
        seats=[_seat_in_setup(entrant) for entrant in playing],
        seconds=settings.seconds,
        timeout=settings.timeout,
        rated=settings.is_rated and not any(entrant.bot for entrant in playing),
        visibility=settings.games,
        deal=latest.deal_id if has_shared_deal(tournament) else None,
        club=tournament.club_id,
        tournament={**anchor, "seq": opening.seq, "hash": opening.hash},
        key=settings.key,
    )
    return create_game(setup, SYSTEM_CALLER, f"{tournament.pk}-{opening.seq}-{table.number}").game


def _seat_in_setup(entrant: Entrant) -> Json:
    return {"kind": BOT, "bot": entrant.bot} if entrant.bot else {"kind": "person", "account": entrant.account_id}


def deal_next_round(draft: UnitOfWork, number: int | None = None, actor: str = SYSTEM) -> None:
    """Deal for a round, the next one if no other is named, where everybody gets the same dice and nothing is dealt."""
    tournament = draft.tournament
    if tournament.deal_id is not None or not has_shared_deal(tournament):
        return
    deal = make_deal(is_shared=True, tournament=tournament.pk)
    said = {"round": number or tournament.round + 1, "deal": deal.pk, "commitment": deal.commitment}
    draft.add(event_kinds.ROUND_DEALT, said, actor)
