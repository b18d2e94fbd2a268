"""Sonneborn-Berger: how strong those were from whom the points came.

The points of all who were beaten and half the points of those who tied; at a table of three or four everybody else
counts for an equal share of the round. A game that was not played counts as tied with the virtual opponent, whatever it
gave, so that nobody lives on byes.
"""

from tournaments.standings.cells import WHOLE
from tournaments.standings.field import Field, Line, Opponent, opponents
from tournaments.standings.standing import Break, Part


def sonneborn_berger(field: Field, line: Line) -> Break:
    """The points of those beaten, and half of those tied with."""
    parts = tuple(_part(met) for met in opponents(field, line))
    return Break("sonneborn-berger", sum(part.value for part in parts), field.unit * WHOLE, parts)


def _part(met: Opponent) -> Part:
    if met.entrant is None:
        return Part("virtual", met.round, None, met.strength, met.strength * met.share // 2)
    return Part("opponent", met.round, met.entrant, met.strength, met.strength * met.halves * met.share // 2)
