"""The rows of a tournament as they are stored, by the names under which its log knows them, against what it gives."""

from hashlib import sha256
from typing import NamedTuple

from games.clock.site_time import now
from games.clock.steps import OUTAGE_TOLERANCE
from games.integrity.audit.game import words_in
from games.log.entries import Link
from games.play.deadlines import RETRY_PAUSE
from tournaments.audit.findings import TournamentFindings
from tournaments.events.models import (
    Entrant,
    PairingRun,
    Place,
    Round,
    Table,
    Tournament,
    TournamentActor,
    TournamentText,
)
from tournaments.events.projections.memory import MemoryRows, PlaceRow, WholeRound
from tournaments.events.situation import situation_of
from tournaments.events.state_machine import next_due


class StoredRows(NamedTuple):
    """Everything beside the log."""

    entrants: dict[str, Entrant]
    rounds: dict[int, Round]
    runs: dict[int, dict[int, int]]
    """By rounds, which events have paired them."""
    tables: dict[int, dict[int, Table]]
    places: dict[int, dict[str, PlaceRow]]


def read_rows(tournament: Tournament) -> StoredRows:
    """All rows, in a handful of queries."""
    entrants = {entrant.pk: entrant for entrant in Entrant.objects.filter(tournament=tournament)}
    rounds = {played.number: played for played in Round.objects.filter(tournament=tournament)}
    of_rounds = {"round__tournament": tournament}
    runs: dict[int, dict[int, int]] = {number: {} for number in rounds}
    for number, run, seq in PairingRun.objects.filter(**of_rounds).values_list("round__number", "number", "seq"):
        runs[number][run] = seq
    tables: dict[int, dict[int, Table]] = {number: {} for number in rounds}
    for table in Table.objects.filter(**of_rounds).select_related("round"):
        tables[table.round.number][table.number] = table
    return StoredRows(entrants, rounds, runs, tables, _read_places(tournament, rounds))


def _read_places(tournament: Tournament, rounds: dict[int, Round]) -> dict[int, dict[str, PlaceRow]]:
    places: dict[int, dict[str, PlaceRow]] = {number: {} for number in rounds}
    found = Place.objects.filter(round__tournament=tournament).values_list(
        *("round__number", "entrant", "table__number", "seat", "score", "rows", "place", "has_forfeited")
    )
    for number, entrant, table, seat, score, rows, place, has_forfeited in found.iterator():
        places[number][entrant] = PlaceRow(table, seat, score, rows, place, has_forfeited)
    return places


def check_rows(
    found: TournamentFindings, tournament: Tournament, stored: StoredRows, derived: MemoryRows, links: list[Link]
) -> None:
    """Name every row that is missing, that should not be there, or that says something else."""
    found.compare("head", "The row of the tournament", tournament, derived.row)
    found.compare_all("entrant", "Entrant", stored.entrants, derived.entrants)
    _check_accounts(found, tournament, stored, derived)
    found.compare_all("round", "Round", stored.rounds, {number: whole.row for number, whole in derived.rounds.items()})
    for number, whole in derived.rounds.items():
        if number in stored.rounds:
            _check_round(found, number, whole, stored)
    _check_texts(found, tournament, links)
    _check_due(found, tournament)


def _check_round(found: TournamentFindings, number: int, whole: WholeRound, stored: StoredRows) -> None:
    where = f"of round {number}"
    if stored.runs[number] != whole.runs:
        found.add("run/differs", f"The pairings {where} are not those of the log.")
    found.compare_all("table", f"Table {where}, number", stored.tables[number], whole.tables)
    found.compare_all("place", f"The place {where} of", stored.places[number], whole.places)


def _check_accounts(found: TournamentFindings, tournament: Tournament, stored: StoredRows, derived: MemoryRows) -> None:
    """Whoever has an account is the one whom the log knows by its id; an id that is nobody's was erased.

    Of a person of the club the log does not say who it is, nor whether they have an account by now.
    """
    accounts = dict(TournamentActor.objects.filter(tournament=tournament).values_list("name", "account"))
    for entrant, actor in derived.actors.items():
        row = stored.entrants.get(entrant)
        if row is None:
            continue
        if actor is not None and (row.account_id, row.person_id) != (accounts.get(actor), None):
            found.add("entrant/account", f"Entrant {entrant} is said to be somebody else than {actor}.")
        if row.bot and (row.account_id, row.person_id) != (None, None):
            found.add("entrant/account", f"Entrant {entrant} is a bot, but said to be somebody.")


def _check_texts(found: TournamentFindings, tournament: Tournament, links: list[Link]) -> None:
    """Every hash of words in the log has its words, written by whoever made that event, unless they are gone."""
    accounts = dict(TournamentActor.objects.filter(tournament=tournament).values_list("name", "account"))
    told = {digest: link for link in links if (digest := words_in(link.entry.data)) is not None}
    texts = TournamentText.objects.filter(tournament=tournament).values_list("sha256", "salt", "text", "author")
    stored = {digest: author for digest, _, _, author in texts}
    for digest, salt, text, author in texts:
        if sha256(f"{salt}|{text}".encode()).hexdigest() != digest:
            found.add("text/hash", f"The words under {digest} are not those that were written.")
        if digest not in told or author != accounts.get(told[digest].entry.actor):
            found.add("text/place", f"The words under {digest} belong to none of its events, or were others'.")
    for digest, link in told.items():
        if digest not in stored and link.entry.actor in accounts:
            found.add("text/missing", "The words that belong to it are gone, but whoever wrote them is not.", link.seq)


def _check_due(found: TournamentFindings, tournament: Tournament) -> None:
    """It is seen to when there is something to do, or soon if that has failed."""
    due, soon = tournament.due_at, now() + RETRY_PAUSE + OUTAGE_TOLERANCE
    if due != next_due(situation_of(tournament)) and (due is None or due > soon):
        found.add("head/due_at", "The row of the tournament names another time at which it is to be seen to.")
