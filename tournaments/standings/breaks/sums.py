"""What somebody has made in all games: the scores, the points from rows, the games won.

Void tables count for nobody. What is not known counts nothing: the score of a game that was not played, the rows of a
result on paper. A game counts as won only if it was played, and by coming first alone; on a shared deal, if nobody in
the round has as much.
"""

from collections.abc import Iterable

from tournaments.standings.cells import TABLE
from tournaments.standings.field import Field, Line
from tournaments.standings.standing import Break, Part
from tournaments.values import SeatResult, TieBreakKey


def total(field: Field, line: Line) -> Break:
    """The sum of the scores."""
    return _sum("total", ((number, seat.score) for number, seat in _seats(line)))


def rows(field: Field, line: Line) -> Break:
    """The sum of the points from rows."""
    return _sum("rows", ((number, seat.rows) for number, seat in _seats(line)))


def wins(field: Field, line: Line) -> Break:
    """The number of games won."""
    return _sum("wins", ((cell.round, 1) for cell in line.cells if cell.result == "won"))


def _seats(line: Line) -> Iterable[tuple[int, SeatResult]]:
    return ((cell.round, cell.seat) for cell in line.cells if cell.kind == TABLE and cell.seat is not None)


def _sum(key: TieBreakKey, numbers: Iterable[tuple[int, int | None]]) -> Break:
    parts = tuple(Part("round", at, None, number, number) for at, number in numbers if number is not None)
    return Break(key, sum(part.value for part in parts), 1, parts)
