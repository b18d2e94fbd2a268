"""What keeps the rows of a tournament, be it in the database or in memory: everything that an event can do to them."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from games.log.entries import Link


class NewEntrant(NamedTuple):
    """Somebody who has entered, as the log knows them."""

    id: str
    number: int
    joined_round: int
    bot: str
    actor: str | None
    """The id under which the log knows the account; None for a person without one, and for a bot."""


class SeatedRound(NamedTuple):
    """A round as it was drawn."""

    round: int
    tables: Sequence[Sequence[str]]
    """The entrants of each, in the order of the seats; tables are numbered from 1."""
    byes: Sequence[str]
    paper: frozenset[int]
    """The tables that are played on paper."""


class SeatRecord(NamedTuple):
    """How one seat of a table came out."""

    entrant: str
    score: int | None
    rows: int | None
    place: int | None
    has_forfeited: bool


class TableOutcome(NamedTuple):
    """How a table came out."""

    round: int
    table: int
    is_void: bool
    seats: tuple[SeatRecord, ...]
    entered: str = ""
    """How an organiser has entered it; empty if none has."""


class RowStore(Protocol):
    """Keeps the rows of one tournament."""

    @property
    def status(self) -> str:
        """How far the tournament is."""

    @property
    def round(self) -> int:
        """The latest round that was paired."""

    def change(self, **changes: Any) -> None:
        """Change what the row of the tournament says."""

    def add_entrant(self, newcomer: NewEntrant) -> None:
        """Add somebody."""

    def change_entrant(self, entrant: str, **changes: Any) -> None:
        """Change what is said of somebody."""

    def put_round(self, number: int, **changes: Any) -> None:
        """Add a round, or change it if it is there."""

    def change_round(self, number: int, **changes: Any) -> None:
        """Change a round that is there."""

    def drop_rounds(self, after: int) -> None:
        """Take away the rounds after one, which nobody has played."""

    def add_run(self, number: int, run: int, seq: int) -> None:
        """Say that a round was paired, and by which event."""

    def seat(self, seated: SeatedRound, seq: int) -> None:
        """Seat everybody in a round, in the place of whoever was seated there before."""

    def clear(self, number: int, seq: int, tables: frozenset[int] | None = None) -> None:
        """Take games and results away from the tables of a round, or from some of them."""

    def miss(self, number: int, entrants: Sequence[str]) -> None:
        """Say that some have not come to their table of a round, which has started without them."""

    def record(self, outcome: TableOutcome) -> None:
        """Say how a table came out."""

    def unrecord(self, number: int, table: int) -> None:
        """Take the result of a table away; its game stays."""

    def flush(self) -> None:
        """Write down what has been put off to be written together."""


EventHandler: TypeAlias = Callable[[RowStore, Link], None]
"""What an event does to the rows."""
