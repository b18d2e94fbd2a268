"""Buchholz: how strong the opposition was, whatever came of it.

The sum of the opponents' points, round by round. At a table of three or four a round counts for the average of the
others at the table, so that nobody gains or loses by the size of their tables. The median leaves out the best and the
worst round; of two rounds or fewer nothing is left.
"""

from tournaments.standings.cells import WHOLE
from tournaments.standings.field import Field, Line, Opponent, opponents
from tournaments.standings.standing import Break, Part, PartKind


def buchholz(field: Field, line: Line) -> Break:
    """The points of all opponents."""
    parts = tuple(_part(met) for met in opponents(field, line))
    return Break("buchholz", sum(part.value for part in parts), field.unit * WHOLE, parts)


def median_buchholz(field: Field, line: Line) -> Break:
    """The points of all opponents but those of the best and the worst round."""
    parts = _without_extremes([_part(met) for met in opponents(field, line)])
    return Break("median-buchholz", sum(part.value for part in parts), field.unit * WHOLE, parts)


def _part(met: Opponent) -> Part:
    kind: PartKind = "virtual" if met.entrant is None else "opponent"
    return Part(kind, met.round, met.entrant, met.strength, met.strength * met.share)


def _without_extremes(parts: list[Part]) -> tuple[Part, ...]:
    sums: dict[int, int] = {}
    for part in parts:
        sums[part.round] = sums.get(part.round, 0) + part.value
    ranked = sorted(sums, key=lambda number: (sums[number], number))
    dropped = {ranked[0], ranked[-1]} if ranked else set()
    return tuple(part._replace(kind="dropped", value=0) if part.round in dropped else part for part in parts)
