"""The rows in memory: what those of a tournament should be by its log."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tournaments.events.projections.row_store import NewEntrant, SeatedRound, TableOutcome


@dataclass(slots=True)
class TournamentRow:
    """What the row of a tournament says beside the end of its log."""

    club_id: str = ""
    format: str = ""
    settings: str = ""
    seed: str = ""
    is_public: bool = False
    status: str = ""
    round: int = 0
    round_count: int = 0
    deal_id: str | None = None
    paused_at: datetime | None = None


@dataclass(slots=True)
class EntrantRow:
    """Somebody who takes part."""

    number: int
    bot: str
    joined_round: int
    is_checked_in: bool = False
    left_round: int | None = None


@dataclass(slots=True)
class TableRow:
    """A table of a round."""

    is_on_paper: bool = False
    is_done: bool = False
    is_void: bool = False
    entered: str = ""


@dataclass(slots=True)
class PlaceRow:
    """Where an entrant sits in a round, and how they came out of it."""

    table: int | None = None
    seat: int | None = None
    score: int | None = None
    rows: int | None = None
    place: int | None = None
    has_forfeited: bool = False


@dataclass(slots=True)
class RoundRow:
    """When a round is played, and how far it is."""

    status: str = ""
    opens_at: datetime | None = None
    closes_at: datetime | None = None
    opened_at: datetime | None = None
    closed_at: datetime | None = None
    waits_until: datetime | None = None
    deal_id: str | None = None


@dataclass(slots=True)
class WholeRound:
    """A round, and everything in it."""

    row: RoundRow = field(default_factory=RoundRow)
    runs: dict[int, int] = field(default_factory=dict)
    """By their numbers, which events have paired it."""
    tables: dict[int, TableRow] = field(default_factory=dict)
    places: dict[str, PlaceRow] = field(default_factory=dict)
    since: dict[int, int] = field(default_factory=dict)
    """By tables, after which event its game must have been made."""


class MemoryRows:
    """Keeps the rows as values, by the names under which the log knows them."""

    def __init__(self) -> None:
        self.row = TournamentRow()
        self.entrants: dict[str, EntrantRow] = {}
        self.actors: dict[str, str | None] = {}
        """By entrants, under which id the log knows their accounts."""
        self.rounds: dict[int, WholeRound] = {}

    @property
    def status(self) -> str:
        """How far the tournament is."""
        return self.row.status

    @property
    def round(self) -> int:
        """The latest round that was paired."""
        return self.row.round

    def change(self, **changes: Any) -> None:
        """Change what the row of the tournament says."""
        _set(self.row, changes)

    def add_entrant(self, newcomer: NewEntrant) -> None:
        """Add somebody."""
        self.entrants[newcomer.id] = EntrantRow(newcomer.number, newcomer.bot, newcomer.joined_round)
        self.actors[newcomer.id] = newcomer.actor

    def change_entrant(self, entrant: str, **changes: Any) -> None:
        """Change what is said of somebody."""
        _set(self.entrants[entrant], changes)

    def put_round(self, number: int, **changes: Any) -> None:
        """Add a round, or change it if it is there."""
        _set(self.rounds.setdefault(number, WholeRound()).row, changes)

    def change_round(self, number: int, **changes: Any) -> None:
        """Change a round that is there."""
        _set(self.rounds[number].row, changes)

    def drop_rounds(self, after: int) -> None:
        """Take away the rounds after one, which nobody has played."""
        self.rounds = {number: whole for number, whole in self.rounds.items() if number <= after}

    def add_run(self, number: int, run: int, seq: int) -> None:
        """Say that a round was paired, and by which event."""
        self.rounds[number].runs[run] = seq

    def seat(self, seated: SeatedRound, seq: int) -> None:
        """Seat everybody in a round, in the place of whoever was seated there before."""
        whole = self.rounds[seated.round]
        numbers = range(1, len(seated.tables) + 1)
        whole.tables = {number: TableRow(is_on_paper=number in seated.paper) for number in numbers}
        whole.places = {
            entrant: PlaceRow(number, seat)
            for number, entrants in zip(numbers, seated.tables, strict=True)
            for seat, entrant in enumerate(entrants)
        } | {entrant: PlaceRow() for entrant in seated.byes}
        whole.since = dict.fromkeys(numbers, seq)

    def clear(self, number: int, seq: int, tables: frozenset[int] | None = None) -> None:
        """Take games and results away from the tables of a round, or from some of them."""
        whole = self.rounds[number]
        cleared = frozenset(whole.tables) if tables is None else tables
        whole.tables |= {at: TableRow(whole.tables[at].is_on_paper) for at in cleared}
        _clear_places(whole, cleared)
        whole.since |= dict.fromkeys(cleared, seq)

    def miss(self, number: int, entrants: Sequence[str]) -> None:
        """Say that some have not come to their table of a round, which has started without them."""
        for entrant in entrants:
            self.rounds[number].places[entrant].has_forfeited = True

    def record(self, outcome: TableOutcome) -> None:
        """Say how a table came out."""
        whole = self.rounds[outcome.round]
        table = whole.tables[outcome.table]
        table.is_done, table.is_void, table.entered = True, outcome.is_void, outcome.entered
        for entrant, score, rows, place, has_forfeited in outcome.seats:
            _set(
                whole.places[entrant],
                {"score": score, "rows": rows, "place": place, "has_forfeited": has_forfeited},
            )

    def unrecord(self, number: int, table: int) -> None:
        """Take the result of a table away; its game stays."""
        whole = self.rounds[number]
        whole.tables[table] = TableRow(whole.tables[table].is_on_paper)
        _clear_places(whole, frozenset([table]))

    def flush(self) -> None:
        """Nothing is put off."""


def _clear_places(whole: WholeRound, tables: frozenset[int]) -> None:
    """Let nobody at some tables have come out of anything."""
    whole.places |= {
        entrant: PlaceRow(place.table, place.seat) for entrant, place in whole.places.items() if place.table in tables
    }


def _set(row: Any, changes: dict[str, Any]) -> None:
    for name, value in changes.items():
        setattr(row, name, value)
