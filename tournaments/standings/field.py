"""The whole field of a tournament, as tie-breaks look at it: a line of cells for everybody, and what each is worth as
an opponent.

**Games that were not played.** A bye, a walkover, a forfeit without a game, a void table and a round in which somebody
was not paired say nothing about strength. As the chess federation FIDE laid down from 2009 to 2023, and as its
tournaments were computed:

- *seen from an opponent*, each unplayed game of somebody counts as tied: their points are taken as if it were half won;
- *seen from themselves*, a virtual opponent stands in, who had as many points as they before the round, got in it
  what they did not get, and tied every game since: points before + (1 - points of the round) + 1/2 for every later
  round.

Where everybody meets everybody none of this applies: games count against whom they were planned, byes not at all.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tournaments.formats import find_format
from tournaments.settings import Settings
from tournaments.standings.cells import WHOLE, Cell, Reading, absent_cell, read_cells
from tournaments.values import EntrantId, Entry, History


class Opponent(NamedTuple):
    """Somebody whom an entrant has met, or a virtual opponent."""

    round: int
    entrant: EntrantId | None
    strength: int
    """Their points, as they count here."""
    halves: int
    share: int


class Line(NamedTuple):
    """Everything of one entrant."""

    entry: Entry
    points: int
    cells: tuple[Cell, ...]
    """One for every round, in order."""


class Field(NamedTuple):
    """Everybody, with what the tournament has agreed on."""

    unit: int
    seed: str
    lines: dict[EntrantId, Line]
    strengths: dict[EntrantId, int]
    """The points of everybody as they count for their opponents."""


def read_field(settings: Settings, history: History) -> Field:
    """The field after the rounds of a history."""
    form = find_format(settings.format)
    reading = Reading(form.unit_of(settings), form.is_all_play_all, form.is_shared_deal)
    rounds = sorted(history.rounds, key=lambda played: played.number)
    cells = [read_cells(reading, played, form.points(settings, played)) for played in rounds]
    absent = [absent_cell(reading, played.number) for played in rounds]
    lines = {entry.id: _line(entry, cells, absent) for entry in history.entries}
    strengths = {entrant: _strength(reading.unit, line) for entrant, line in lines.items()}
    return Field(reading.unit, history.seed, lines, strengths)


def _line(entry: Entry, rounds: list[dict[EntrantId, Cell]], absent: list[Cell]) -> Line:
    cells = tuple(cells.get(entry.id, missing) for cells, missing in zip(rounds, absent, strict=True))
    return Line(entry, sum(cell.points for cell in cells), cells)


def _strength(unit: int, line: Line) -> int:
    """Somebody's points with every unplayed game taken as tied."""
    unplayed = (met for cell in line.cells for met in cell.encounters if met.opponent is None)
    return line.points + sum(unit * (1 - met.halves) * met.share // (2 * WHOLE) for met in unplayed)


def opponents(field: Field, line: Line) -> Iterator[Opponent]:
    """Whom somebody has met, in the order of the rounds and of the seats."""
    before = 0
    later = len(line.cells)
    for cell in line.cells:
        later -= 1
        for met in cell.encounters:
            virtual = before + field.unit * (2 - met.halves + later) // 2
            strength = virtual if met.opponent is None else field.strengths[met.opponent]
            yield Opponent(cell.round, met.opponent, strength, met.halves, met.share)
        before += cell.points
