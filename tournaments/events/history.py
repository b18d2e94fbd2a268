"""A tournament as the values that pairing and standings compute with, whoever looks: its settings and format, the
rounds that were played, who is kept apart, and by what its seed was fixed. What viewers may see is in `selectors`.
"""

from collections import defaultdict
from typing import NamedTuple

from engine.log import read_body
from tournaments.events.event_kinds import ALLOWED, CREATED, FORBIDDEN
from tournaments.events.formats.format import Format, find_format
from tournaments.events.log.event_store import read_log
from tournaments.events.models import Entrant, Place, Round, Table, Tournament, TournamentEvent
from tournaments.events.settings import Settings, stored_settings
from tournaments.events.statuses import PAIRED
from tournaments.events.values import History, Participation, PlayedRound, SeatResult, TableResult


def settings_of(tournament: Tournament) -> Settings:
    """What was agreed on."""
    return stored_settings(tournament.settings)


def format_of(tournament: Tournament) -> Format:
    """The format of a tournament, in the version that its log names."""
    created = TournamentEvent.objects.values_list("body", flat=True).get(tournament=tournament, seq=1)
    return find_format(tournament.format, read_body(created)["data"]["format_version"])


def open_round(tournament: Tournament) -> int:
    """The first round that is not published yet: who comes now is paired from then on, who goes no longer."""
    is_preview = Round.objects.filter(tournament=tournament, number=tournament.round, status=PAIRED).exists()
    return tournament.round if is_preview else tournament.round + 1


def load_history(tournament: Tournament, rounds: int | None = None) -> History:
    """A tournament up to a round; up to the latest one that is published, if none is named."""
    entrants = Entrant.objects.filter(tournament=tournament).order_by("number")
    entries = tuple(
        Participation(*row) for row in entrants.values_list("pk", "number", "joined_round", "left_round").iterator()
    )
    return History(tournament.seed, entries, _played_rounds(tournament, rounds), forbidden_pairs(tournament.pk))


def seed_commitment(tournament_id: str) -> str:
    """By what the seed of a tournament was fixed; nothing for one whose seed was public from the beginning."""
    created = next(read_log(tournament_id, CREATED))
    return str(created.entry.data.get("commitment", ""))


def forbidden_pairs(tournament_id: str) -> frozenset[frozenset[str]]:
    """The pairs that are never put at one table."""
    pairs: set[frozenset[str]] = set()
    for link in read_log(tournament_id, FORBIDDEN, ALLOWED):
        pair = frozenset(link.entry.data["entrants"])
        (pairs.add if link.entry.kind == FORBIDDEN else pairs.discard)(pair)
    return frozenset(pairs)


class _StoredTable(NamedTuple):
    """What is stored of a table."""

    pk: int
    number: int
    is_done: bool
    is_void: bool
    entered: str


def _played_rounds(tournament: Tournament, last: int | None) -> tuple[PlayedRound, ...]:
    """The rounds as far as their results are known, in three queries however many there are."""
    found = Round.objects.filter(tournament=tournament).order_by("number")
    found = found.exclude(status=PAIRED) if last is None else found.filter(number__lte=last)
    numbers: dict[int, int] = dict(found.values_list("pk", "number"))
    tables = Table.objects.filter(round__in=numbers).order_by("number")
    told = tables.values_list("round", "pk", "number", "is_done", "is_void", "entered").iterator()
    by_round: dict[int, list[_StoredTable]] = defaultdict(list)
    for row in told:
        by_round[row[0]].append(_StoredTable(*row[1:]))
    seats, byes = _seats_and_byes(numbers)
    return tuple(_played_round(number, by_round[pk], seats, tuple(sorted(byes[pk]))) for pk, number in numbers.items())


def _seats_and_byes(rounds: dict[int, int]) -> tuple[dict[int, list[SeatResult]], dict[int, list[str]]]:
    """The seats of each table in their order, and the byes of each round."""
    seats: dict[int, list[SeatResult]] = defaultdict(list)
    byes: dict[int, list[str]] = defaultdict(list)
    found = Place.objects.filter(round__in=rounds).order_by("table", "seat")
    columns = ("round", "table", "entrant", "score", "place", "has_forfeited", "rows")
    for round_pk, table, entrant, score, place, has_forfeited, rows in found.values_list(*columns).iterator():
        if table is None:
            byes[round_pk].append(entrant)
        else:
            seats[table].append(SeatResult(entrant, score, place or 0, has_forfeited, rows))
    return seats, byes


def _played_round(
    number: int,
    tables: list[_StoredTable],
    seats: dict[int, list[SeatResult]],
    byes: tuple[str, ...],
) -> PlayedRound:
    results = tuple(
        TableResult(table.number, tuple(seats[table.pk]), table.is_void, table.entered)
        for table in tables
        if table.is_done
    )
    seated = tuple(tuple(seat.entrant for seat in seats[table.pk]) for table in tables)
    return PlayedRound(number, results, byes, seated)
