"""The rows of a tournament as they are stored, by the names under which its log knows them."""

from typing import NamedTuple

from tournaments.models import Entrant, PairingRun, Place, Round, Table, Tournament
from tournaments.projections.memory import PlaceRow


class Stored(NamedTuple):
    """Everything beside the log."""

    entrants: dict[str, Entrant]
    rounds: dict[int, Round]
    runs: dict[int, dict[int, int]]
    """By rounds, which events have paired them."""
    tables: dict[int, dict[int, Table]]
    places: dict[int, dict[str, PlaceRow]]


def read_stored(tournament: Tournament) -> Stored:
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
    return Stored(entrants, rounds, runs, tables, _places(tournament, rounds))


def _places(tournament: Tournament, rounds: dict[int, Round]) -> dict[int, dict[str, PlaceRow]]:
    places: dict[int, dict[str, PlaceRow]] = {number: {} for number in rounds}
    found = Place.objects.filter(round__tournament=tournament).values_list(
        *("round__number", "entrant", "table__number", "seat", "score", "rows", "place", "has_forfeited")
    )
    for number, entrant, table, seat, score, rows, place, has_forfeited in found.iterator():
        places[number][entrant] = PlaceRow(table, seat, score, rows, place, has_forfeited)
    return places
