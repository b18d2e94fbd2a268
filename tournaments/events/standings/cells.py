"""The crosstable as tie-breaks look at it: what each round was for each entrant, a line of such cells for everybody,
and what everybody is worth as an opponent.

A game counts as *played* between two who both have a score, or a place that somebody has entered without one. So a
game that was begun and then forfeited was played; one against somebody who never came was not, even if it gave
points.

**Games that were not played.** A bye, a walkover, a forfeit without a game, a void table and a round in which
somebody was not paired say nothing about strength. As the chess federation FIDE laid down from 2009 to 2023, and as
its tournaments were computed:

- *seen from an opponent*, each unplayed game of somebody counts as tied: their points are taken as if it were half won;
- *seen from themselves*, a virtual opponent stands in, who had as many points as they before the round, got in it
  what they did not get, and tied every game since: points before + (1 - points of the round) + 1/2 for every later
  round.

Where everybody meets everybody none of this applies: games count against whom they were planned, byes not at all.
"""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from tournaments.events.formats.format import find_format
from tournaments.events.settings import Settings
from tournaments.events.values import (
    OVERRIDDEN,
    EntrantId,
    History,
    Participation,
    PlayedRound,
    SeatResult,
    TableResult,
)

TABLE: Final = "table"
VOID: Final = "void"
OPEN: Final = "open"
BYE: Final = "bye"
ABSENT: Final = "absent"
CellKind: TypeAlias = Literal["table", "void", "open", "bye", "absent"]
WonTiedLost: TypeAlias = Literal["won", "tied", "lost"]
WHOLE_ROUND: Final = 12
"""The shares of a round: twelve can be shared among one, two or three opponents, and halved."""


class Encounter(NamedTuple):
    """One entrant against one other at a table."""

    opponent: EntrantId | None
    """None if they have not played: then a virtual opponent stands in."""
    halves: int
    """2 if they came before the other, 1 if they tied, 0 if they came after."""
    share: int = WHOLE_ROUND
    """How much of the round it is, in twelfths: everybody else at the table counts the same."""


UNPLAYED: Final = (Encounter(None, 0),)
"""A round without a game and without points."""


class Cell(NamedTuple):
    """One round of one entrant."""

    round: int
    kind: CellKind
    points: int = 0
    table: int | None = None
    """The number of the table, where its result is known."""
    seated: tuple[EntrantId, ...] = ()
    """Everybody at the table, they themselves included, in the order of the seats."""
    seat: SeatResult | None = None
    """How they came out."""
    result: WonTiedLost | None = None
    """How the game ended for them: first alone, first with others, or behind; None if they have not played."""
    encounters: tuple[Encounter, ...] = ()
    entered: str = ""
    """How an organiser has entered the result of the table; empty if none has."""

    @property
    def is_overridden(self) -> bool:
        """Whether an organiser has put another result in the place of what was played."""
        return self.entered == OVERRIDDEN


class CellRules(NamedTuple):
    """How the rounds of a tournament are to be read, by its format."""

    unit: int
    is_all_play_all: bool
    """Everybody is to meet everybody: unplayed games count against whom they were planned, byes against nobody."""
    is_shared_deal: bool
    """Everybody plays alone, all at once: a round is won by the best of all, and nobody has an opponent."""


def read_cells(reading: CellRules, played: PlayedRound, points: dict[EntrantId, int]) -> dict[EntrantId, Cell]:
    """The cells of a round, of everybody who was paired or had a bye."""
    cells = {entrant: Cell(played.number, OPEN, seated=seated) for seated in played.seated for entrant in seated}
    for entrant in played.byes:
        cells[entrant] = _bye(reading, played.number, points[entrant])
    results = _results_of_all(played) if reading.is_shared_deal else None
    for table in played.tables:
        cells |= _cells_of_table(reading, played.number, table, points, results)
    return cells


def absent_cell(reading: CellRules, number: int) -> Cell:
    """A round in which somebody was not paired: before they came, after they left."""
    return Cell(number, ABSENT, encounters=_unplayed(reading))


def _bye(reading: CellRules, number: int, points: int) -> Cell:
    met = () if reading.is_all_play_all else (Encounter(None, 2 * points // reading.unit),)
    return Cell(number, BYE, points, encounters=met)


def _unplayed(reading: CellRules) -> tuple[Encounter, ...]:
    return () if reading.is_all_play_all or reading.is_shared_deal else UNPLAYED


def _cells_of_table(
    reading: CellRules,
    number: int,
    table: TableResult,
    points: dict[EntrantId, int],
    results: dict[EntrantId, WonTiedLost] | None,
) -> dict[EntrantId, Cell]:
    seated = tuple(seat.entrant for seat in table.seats)
    if table.is_void:
        void = Cell(number, VOID, 0, table.number, seated, encounters=_unplayed(reading), entered=table.entered)
        return {seat.entrant: void._replace(seat=seat) for seat in table.seats}
    if results is None:
        results = _results_of_table(table)
    return {
        seat.entrant: Cell(
            number,
            TABLE,
            points[seat.entrant],
            table.number,
            seated,
            seat,
            results.get(seat.entrant),
            tuple(_encounters(reading, table, seat)),
            table.entered,
        )
        for seat in table.seats
    }


def _encounters(reading: CellRules, table: TableResult, seat: SeatResult) -> Iterator[Encounter]:
    """Everybody else at the table. If all have forfeited, nobody has beaten anybody."""
    has_winners = not all(other.has_forfeited for other in table.seats)
    for other in table.seats:
        if other is not seat:
            is_met = reading.is_all_play_all or (table.has_played(seat) and table.has_played(other))
            halves = (1 + (seat.place < other.place) - (seat.place > other.place)) if has_winners else 0
            yield Encounter(other.entrant if is_met else None, halves, WHOLE_ROUND // (len(table.seats) - 1))


def _results_of_table(table: TableResult) -> dict[EntrantId, WonTiedLost]:
    """Won, tied or lost for those who have played; whoever has forfeited has lost."""
    players = [seat for seat in table.seats if table.has_played(seat)]
    if len(players) < 2:
        return {}
    first = [seat for seat in table.seats if seat.place == 1]
    return {seat.entrant: _result(not seat.has_forfeited and seat.place == 1, len(first)) for seat in players}


def _results_of_all(played: PlayedRound) -> dict[EntrantId, WonTiedLost]:
    """The same for a shared deal, by the scores of all who have played it."""
    seats = [seat for table in played.tables if not table.is_void for seat in table.seats]
    scores = {seat.entrant: seat.score for seat in seats if seat.score is not None}
    best = max(scores.values(), default=0)
    first = sum(score == best for score in scores.values())
    return {entrant: _result(score == best, first) for entrant, score in scores.items()}


def _result(is_first: bool, first: int) -> WonTiedLost:
    if not is_first:
        return "lost"
    return "won" if first == 1 else "tied"


class OpponentMet(NamedTuple):
    """Somebody whom an entrant has met, or a virtual opponent."""

    round: int
    entrant: EntrantId | None
    strength: int
    """Their points, as they count here."""
    halves: int
    share: int


class CrosstableLine(NamedTuple):
    """Everything of one entrant."""

    entry: Participation
    points: int
    cells: tuple[Cell, ...]
    """One for every round, in order."""


class CrosstableField(NamedTuple):
    """Everybody, with what the tournament has agreed on."""

    unit: int
    seed: str
    lines: dict[EntrantId, CrosstableLine]
    strengths: dict[EntrantId, int]
    """The points of everybody as they count for their opponents."""


def read_field(settings: Settings, history: History) -> CrosstableField:
    """The field after the rounds of a history."""
    form = find_format(settings.format)
    reading = CellRules(form.unit_of(settings), form.is_all_play_all, form.is_shared_deal)
    rounds = sorted(history.rounds, key=lambda played: played.number)
    cells = [read_cells(reading, played, form.points(settings, played)) for played in rounds]
    absent = [absent_cell(reading, played.number) for played in rounds]
    lines = {entry.id: _line(entry, cells, absent) for entry in history.entries}
    strengths = {entrant: _strength(reading.unit, line) for entrant, line in lines.items()}
    return CrosstableField(reading.unit, history.seed, lines, strengths)


def _line(entry: Participation, rounds: list[dict[EntrantId, Cell]], absent: list[Cell]) -> CrosstableLine:
    cells = tuple(cells.get(entry.id, missing) for cells, missing in zip(rounds, absent, strict=True))
    return CrosstableLine(entry, sum(cell.points for cell in cells), cells)


def _strength(unit: int, line: CrosstableLine) -> int:
    """Somebody's points with every unplayed game taken as tied."""
    unplayed = (met for cell in line.cells for met in cell.encounters if met.opponent is None)
    return line.points + sum(unit * (1 - met.halves) * met.share // (2 * WHOLE_ROUND) for met in unplayed)


def met_opponents(field: CrosstableField, line: CrosstableLine) -> Iterator[OpponentMet]:
    """Whom somebody has met, in the order of the rounds and of the seats."""
    before = 0
    later = len(line.cells)
    for cell in line.cells:
        later -= 1
        for met in cell.encounters:
            virtual = before + field.unit * (2 - met.halves + later) // 2
            strength = virtual if met.opponent is None else field.strengths[met.opponent]
            yield OpponentMet(cell.round, met.opponent, strength, met.halves, met.share)
        before += cell.points
