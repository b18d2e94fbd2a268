"""The standings: everybody by points, then by the tie-breaks in the order that was agreed on; and the crosstable.

Each tie-break is put only to those whom everything before it has left tied, which matters to the direct encounter.
Those whom nothing tells apart share a place and are listed in the order of entering. A standing holds the numbers
that it is made of; pages put them in words.
"""

from collections.abc import Collection, Sequence
from itertools import groupby, takewhile
from typing import NamedTuple

from tournaments.events.settings import Settings
from tournaments.events.standings.cells import BYE, TABLE, Cell, CrosstableField, CrosstableLine, read_field
from tournaments.events.standings.tie_breaks import TIE_BREAK_RULES, TieBreakValue
from tournaments.events.values import EntrantId, History


class Standing(NamedTuple):
    """Where one entrant stands."""

    entrant: EntrantId
    place: int
    """From 1; those whom no tie-break tells apart share one, as in sport."""
    points: int
    breaks: tuple[TieBreakValue, ...]
    """In the order that was agreed on."""
    played: int
    """Games that were played: won, tied and lost."""
    won: int
    tied: int
    lost: int
    byes: int
    forfeits: int
    """Their own, with or without a game."""
    walkovers: int
    """Tables decided without a game, though they were there."""


def standings(settings: Settings, history: History, explained: Collection[EntrantId] | None = None) -> list[Standing]:
    """Everybody's standing after the rounds of a history, best first.

    The parts of tie-breaks are kept for those who are to be explained, for everybody if that is not said: in a field of
    thousands they take most of the time and memory.
    """
    return rank(settings, read_field(settings, history), explained)


def rank(settings: Settings, field: CrosstableField, explained: Collection[EntrantId] | None = None) -> list[Standing]:
    """Everybody's standing in a field, best first."""
    lines = sorted(field.lines.values(), key=lambda line: (-line.points, line.entry.number, line.entry.id))
    groups = [list(group) for _, group in groupby(lines, key=lambda line: line.points)]
    breaks: dict[EntrantId, list[TieBreakValue]] = {entrant: [] for entrant in field.lines}
    kept = field.lines if explained is None else explained
    for key in settings.tie_breaks:
        groups = [part for group in groups for part in _split(field, key, group, breaks, kept)]
    return _placed(groups, breaks)


def lots_that_decide(ranked: Sequence[Standing]) -> dict[EntrantId, tuple[int, int]]:
    """Of those whom only the lot tells apart: which place theirs has among them, and how many they are."""
    told: dict[EntrantId, tuple[int, int]] = {}
    for _, group in groupby(ranked, key=_before_the_lot):
        tied = [one.entrant for one in group if any(made.key == "lots" for made in one.breaks)]
        if len(tied) > 1:
            told.update((entrant, (at, len(tied))) for at, entrant in enumerate(tied, start=1))
    return told


def _before_the_lot(standing: Standing) -> tuple[int, ...]:
    before = takewhile(lambda made: made.key != "lots", standing.breaks)
    return (standing.points, *(made.value for made in before))


def _split(
    field: CrosstableField,
    key: str,
    tied: Sequence[CrosstableLine],
    breaks: dict[EntrantId, list[TieBreakValue]],
    explained: Collection[EntrantId],
) -> list[list[CrosstableLine]]:
    """Those who are tied, told apart by one tie-break as far as it can; each gets its value."""
    values: dict[int, list[CrosstableLine]] = {}
    for line, made in zip(tied, TIE_BREAK_RULES[key](field, tied), strict=True):
        is_explained = line.entry.id in explained
        breaks[line.entry.id].append(made if is_explained else made._replace(parts=()))
        values.setdefault(made.value, []).append(line)
    return [values[value] for value in sorted(values, reverse=True)]


def _placed(groups: list[list[CrosstableLine]], breaks: dict[EntrantId, list[TieBreakValue]]) -> list[Standing]:
    placed: list[Standing] = []
    for group in groups:
        place = len(placed) + 1
        placed += (_standing(line, place, breaks[line.entry.id]) for line in group)
    return placed


def _standing(line: CrosstableLine, place: int, breaks: list[TieBreakValue]) -> Standing:
    results = [cell.result for cell in line.cells if cell.result is not None]
    seats = [(cell, cell.seat) for cell in line.cells if cell.kind == TABLE and cell.seat is not None]
    return Standing(
        entrant=line.entry.id,
        place=place,
        points=line.points,
        breaks=tuple(breaks),
        played=len(results),
        won=results.count("won"),
        tied=results.count("tied"),
        lost=results.count("lost"),
        byes=sum(cell.kind == BYE for cell in line.cells),
        forfeits=sum(seat.has_forfeited for _, seat in seats),
        walkovers=sum(cell.result is None and not seat.has_forfeited for cell, seat in seats),
    )


class CrosstableRow(NamedTuple):
    """One entrant's row."""

    standing: Standing
    cells: tuple[Cell, ...]
    """One for every round, in order."""

    @property
    def overridden(self) -> int:
        """In how many rounds an organiser has put another result in the place of what was played."""
        return sum(cell.is_overridden for cell in self.cells)


def crosstable(
    settings: Settings, history: History, explained: Collection[EntrantId] | None = None
) -> list[CrosstableRow]:
    """The rows of everybody after the rounds of a history, best first; whom to explain is said as for `standings`."""
    field = read_field(settings, history)
    ranked = rank(settings, field, explained)
    return [CrosstableRow(standing, field.lines[standing.entrant].cells) for standing in ranked]
