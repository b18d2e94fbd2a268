"""The rows in the database: changed as the log grows, in the transaction that appends to it."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.db import connection
from django.db.models import QuerySet

from tournaments.events.models import Entrant, PairingRun, Place, Round, Table, Tournament, TournamentActor
from tournaments.events.projections.row_store import NewEntrant, SeatedRound, TableOutcome

ROWS_PER_STATEMENT: Final = 1000
"""How many rows one statement makes."""
_TABLE: Final = (
    "UPDATE tournaments_table SET is_done = %s, is_void = %s, entered = %s"
    " WHERE number = %s AND round_id = (SELECT id FROM tournaments_round WHERE tournament_id = %s AND number = %s)"
)
_PLACE: Final = (
    'UPDATE tournaments_place SET score = %s, "rows" = %s, place = %s, has_forfeited = %s WHERE entrant_id = %s'
    " AND round_id = (SELECT id FROM tournaments_round WHERE tournament_id = %s AND number = %s)"
)


class DatabaseRows:
    """Keeps the rows of a locked tournament, whose own row its holder saves."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._outcomes: list[TableOutcome] = []

    @property
    def status(self) -> str:
        """How far the tournament is."""
        return self._tournament.status

    @property
    def round(self) -> int:
        """The latest round that was paired."""
        return self._tournament.round

    def change(self, **changes: Any) -> None:
        """Change what the row of the tournament says."""
        for name, value in changes.items():
            setattr(self._tournament, name, value)

    def add_entrant(self, newcomer: NewEntrant) -> None:
        """Add somebody; a person without an account is named by whoever enters them."""
        actor = TournamentActor.objects.filter(tournament=self._tournament, name=newcomer.actor)
        Entrant.objects.create(
            id=newcomer.id,
            tournament=self._tournament,
            number=newcomer.number,
            account_id=actor.values_list("account", flat=True).first() if newcomer.actor else None,
            bot=newcomer.bot,
            joined_round=newcomer.joined_round,
        )

    def change_entrant(self, entrant: str, **changes: Any) -> None:
        """Change what is said of somebody."""
        Entrant.objects.filter(tournament=self._tournament, pk=entrant).update(**changes)

    def put_round(self, number: int, **changes: Any) -> None:
        """Add a round, or change it if it is there."""
        Round.objects.update_or_create(tournament=self._tournament, number=number, defaults=changes)

    def change_round(self, number: int, **changes: Any) -> None:
        """Change a round that is there."""
        Round.objects.filter(tournament=self._tournament, number=number).update(**changes)

    def drop_rounds(self, after: int) -> None:
        """Take away the rounds after one, which nobody has played."""
        dropped = Round.objects.filter(tournament=self._tournament, number__gt=after)
        for rows in (Place, Table, PairingRun):
            rows._default_manager.filter(round__in=dropped).delete()
        dropped.delete()

    def add_run(self, number: int, run: int, seq: int) -> None:
        """Say that a round was paired, and by which event."""
        PairingRun.objects.create(round=self._round(number), number=run, seq=seq)

    def seat(self, seated: SeatedRound, seq: int) -> None:
        """Seat everybody in a round, in the place of whoever was seated there before."""
        played = self._round(seated.round)
        Place.objects.filter(round=played).delete()
        Table.objects.filter(round=played).delete()
        numbers = range(1, len(seated.tables) + 1)
        tables = Table.objects.bulk_create(
            (Table(round=played, number=number, is_on_paper=number in seated.paper) for number in numbers),
            ROWS_PER_STATEMENT,
        )
        Place.objects.bulk_create(_places(played, tables, seated), ROWS_PER_STATEMENT)

    def clear(self, number: int, seq: int, tables: frozenset[int] | None = None) -> None:
        """Take games and results away from the tables of a round, or from some of them."""
        self.flush()
        cleared = Table.objects.filter(round=self._round(number), **({} if tables is None else {"number__in": tables}))
        _clear_results(cleared)
        cleared.update(game=None)

    def miss(self, number: int, entrants: Sequence[str]) -> None:
        """Say that some have not come to their table of a round, which has started without them."""
        Place.objects.filter(round=self._round(number), entrant__in=entrants).update(has_forfeited=True)

    def record(self, outcome: TableOutcome) -> None:
        """Say how a table came out, together with the others."""
        self._outcomes.append(outcome)

    def unrecord(self, number: int, table: int) -> None:
        """Take the result of a table away; its game stays."""
        self.flush()
        _clear_results(Table.objects.filter(round=self._round(number), number=table))

    def flush(self) -> None:
        """Write down the results."""
        outcomes, self._outcomes = self._outcomes, []
        if not outcomes:
            return
        pk = self._tournament.pk
        tables = [(True, outcome.is_void, outcome.entered, outcome.table, pk, outcome.round) for outcome in outcomes]
        places = [
            (seat.score, seat.rows, seat.place, seat.has_forfeited, seat.entrant, pk, outcome.round)
            for outcome in outcomes
            for seat in outcome.seats
        ]
        with connection.cursor() as cursor:
            cursor.executemany(_TABLE, tables)
            cursor.executemany(_PLACE, places)

    def _round(self, number: int) -> Round:
        return Round.objects.get(tournament=self._tournament, number=number)


def _clear_results(tables: QuerySet[Table]) -> None:
    Place.objects.filter(table__in=tables).update(score=None, rows=None, place=None, has_forfeited=False)
    tables.update(is_done=False, is_void=False, entered="")


def _places(played: Round, tables: list[Table], seated: SeatedRound) -> Iterator[Place]:
    for table, entrants in zip(tables, seated.tables, strict=True):
        for seat, entrant in enumerate(entrants):
            yield Place(round=played, entrant_id=entrant, table=table, seat=seat)
    for entrant in seated.byes:
        yield Place(round=played, entrant_id=entrant)
