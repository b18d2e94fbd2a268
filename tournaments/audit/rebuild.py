"""Making the rows of tournaments anew from their logs.

Tournament by tournament, each locked and in one transaction, so that others go on meanwhile. Where a log ends is left
as it is: a row that does not fit its log is for the audit to judge, not for this to cover up. Who is behind an entrant
is not in the log; it is kept, or found by the id under which the log knows an account.
"""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from typing import Final, NamedTuple

from engine.errors import Refused
from games.integrity.audit.findings import Finding
from games.log.sql import write_transaction
from games.refusals import Conflict
from tournaments.audit.games import TableName, anchored_games, linked_games
from tournaments.events.log.event_store import lock_tournament, read_log
from tournaments.events.models import Entrant, PairingRun, Place, Round, Table, Tournament, TournamentActor
from tournaments.events.projections.handlers import derive_rows
from tournaments.events.projections.memory import MemoryRows, WholeRound
from tournaments.events.situation import set_due

AT_ONCE: Final = 1000
"""How many rows one statement makes."""


class PlannedRound(NamedTuple):
    """What is due in a round, which its log does not say."""

    remind_at: datetime | None
    looks_at: datetime | None


def rebuild_tournaments() -> Iterator[Finding | None]:
    """Make the rows of all tournaments anew, one after the other."""
    for tournament_id in list(Tournament.objects.order_by("pk").values_list("pk", flat=True)):
        yield rebuild_tournament(tournament_id)


def rebuild_tournament(tournament_id: str) -> Finding | None:
    """Make the rows of one tournament anew; why that is impossible, if it is."""
    try:
        with write_transaction():
            tournament = lock_tournament(tournament_id)
            _replace_rows(tournament, _derive_rows(tournament))
    except Refused as refusal:
        return Finding("rebuild/refused", refusal.sentence, tournament=tournament_id)
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        sentence = f"Its log cannot be read: {type(error).__name__} {error}."
        return Finding("rebuild/unreadable", sentence, tournament=tournament_id)
    return None


def _derive_rows(tournament: Tournament) -> MemoryRows:
    links = list(read_log(tournament.pk))
    if not links or (links[-1].seq, links[-1].hash) != (tournament.seq, tournament.head_hash):
        raise Conflict("rebuild/end", "The log does not end where the row of the tournament says; audit it first.")
    return derive_rows(links)


def _replace_rows(tournament: Tournament, derived: MemoryRows) -> None:
    planned = {
        number: PlannedRound(remind_at, looks_at)
        for number, remind_at, looks_at in Round.objects.filter(tournament=tournament).values_list(
            "number", "remind_at", "looks_at"
        )
    }
    for rows in (Place, Table, PairingRun):
        rows._default_manager.filter(round__tournament=tournament).delete()
    Round.objects.filter(tournament=tournament).delete()
    _put_entrants(tournament, derived)
    games = linked_games(derived, anchored_games(tournament.pk))
    for number, whole in derived.rounds.items():
        # A round whose row was lost looks at its tables when they were to start.
        due = planned.get(number, PlannedRound(None, whole.row.waits_until))
        _put_round(tournament, number, whole, due, games)
    for name, value in asdict(derived.row).items():
        setattr(tournament, name, value)
    set_due(tournament)
    tournament.save()


def _put_entrants(tournament: Tournament, derived: MemoryRows) -> None:
    """Who is behind them stays as it is said where they are there; else the ids of accounts say it."""
    accounts = dict(TournamentActor.objects.filter(tournament=tournament).values_list("name", "account"))
    found = Entrant.objects.filter(tournament=tournament)
    known = {entrant.pk: entrant for entrant in found}
    found.delete()
    rows = []
    for name, row in derived.entrants.items():
        entrant = known.get(name) or Entrant(id=name, tournament=tournament)
        for column, value in asdict(row).items():
            setattr(entrant, column, value)
        if actor := derived.actors[name]:
            entrant.account_id, entrant.person_id = accounts.get(actor), None
        elif row.bot:
            entrant.account_id = entrant.person_id = None
        rows.append(entrant)
    Entrant.objects.bulk_create(rows, AT_ONCE)


def _put_round(
    tournament: Tournament,
    number: int,
    whole: WholeRound,
    planned: PlannedRound,
    games: dict[TableName, str],
) -> None:
    played = Round.objects.create(tournament=tournament, number=number, **planned._asdict(), **asdict(whole.row))
    PairingRun.objects.bulk_create(PairingRun(round=played, number=run, seq=seq) for run, seq in whole.runs.items())
    made = Table.objects.bulk_create(
        (
            Table(round=played, number=at, game_id=games.get(TableName(number, at)), **asdict(table))
            for at, table in whole.tables.items()
        ),
        AT_ONCE,
    )
    tables = {table.number: table for table in made}
    Place.objects.bulk_create(
        (
            Place(round=played, entrant_id=entrant, **{**asdict(place), "table": tables.get(place.table or 0)})
            for entrant, place in whole.places.items()
        ),
        AT_ONCE,
    )
