"""The tie-breaks: each gives all of a group of tied entrants their value, made of its parts.

**Direct encounter**: the games among those who are tied, and nothing else. Whoever came before another at a table
has one, whoever tied a half; each time they met counts, at a table of any size. If all who are tied have met, these
sums decide. If some have not, only what their missing games could not change does: somebody is put first whose sum
is more than any other could still reach by winning all missing games against those tied, then the next among the
rest, and so on as far as that goes. All others count as equal, with nothing.

**Buchholz**: how strong the opposition was, whatever came of it. The sum of the opponents' points, round by round.
At a table of three or four a round counts for the average of the others at the table, so that nobody gains or loses
by the size of their tables. The median leaves out the best and the worst round; of two rounds or fewer nothing is
left.

**Sonneborn-Berger**: how strong those were from whom the points came. The points of all who were beaten and half the
points of those who tied; at a table of three or four everybody else counts for an equal share of the round. A game
that was not played counts as tied with the virtual opponent, whatever it gave, so that nobody lives on byes.

**Scores, rows, wins**: what somebody has made in all games. Void tables count for nobody. What is not known counts
nothing: the score of a game that was not played, the rows of a result on paper. A game counts as won only if it was
played, and by coming first alone; on a shared deal, if nobody in the round has as much.

**Lots**: drawn from the public seed, so that anybody can draw them again.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Final, Literal, NamedTuple, TypeAlias

from tournaments.events.standings.cells import (
    TABLE,
    WHOLE_ROUND,
    CrosstableField,
    CrosstableLine,
    OpponentMet,
    met_opponents,
)
from tournaments.events.values import EntrantId, SeatResult, TieBreakKey

PartKind: TypeAlias = Literal["opponent", "virtual", "round", "dropped"]
"""Somebody they met; a virtual opponent in place of a game that was not played; a round of their own; or a number that
is shown, but left out of the sum."""


class TieBreakPart(NamedTuple):
    """One of the numbers that a tie-break is made of."""

    kind: PartKind
    round: int
    entrant: EntrantId | None
    """The opponent; None for a virtual one and where a round counts by itself."""
    base: int
    """What it comes from: the opponent's points as they count here (in the unit of points), the halves of a win against
    them (direct encounter), or the score, the rows or the win of the round."""
    value: int
    """What it adds, in the unit of the tie-break."""


class TieBreakValue(NamedTuple):
    """The value of one tie-break for one entrant: the sum of its parts, higher is better."""

    key: TieBreakKey
    value: int
    unit: int
    """How much of the value is shown as one."""
    parts: tuple[TieBreakPart, ...] = ()


def total(field: CrosstableField, line: CrosstableLine) -> TieBreakValue:
    """The sum of the scores."""
    return _sum("total", ((number, seat.score) for number, seat in _seats_of_line(line)))


def rows(field: CrosstableField, line: CrosstableLine) -> TieBreakValue:
    """The sum of the points from rows."""
    return _sum("rows", ((number, seat.rows) for number, seat in _seats_of_line(line)))


def wins(field: CrosstableField, line: CrosstableLine) -> TieBreakValue:
    """The number of games won."""
    return _sum("wins", ((cell.round, 1) for cell in line.cells if cell.result == "won"))


def _seats_of_line(line: CrosstableLine) -> Iterable[tuple[int, SeatResult]]:
    return ((cell.round, cell.seat) for cell in line.cells if cell.kind == TABLE and cell.seat is not None)


def _sum(key: TieBreakKey, numbers: Iterable[tuple[int, int | None]]) -> TieBreakValue:
    parts = tuple(TieBreakPart("round", at, None, number, number) for at, number in numbers if number is not None)
    return TieBreakValue(key, sum(part.value for part in parts), 1, parts)


LOT_DIGITS: Final = 12
"""Hexadecimal digits of a lot: so few that every program reads it as a whole number, enough never to be equal."""


def lots(field: CrosstableField, line: CrosstableLine) -> TieBreakValue:
    """The lot of an entrant."""
    return TieBreakValue("lots", lot_of(field.seed, line.entry.number), 1)


def lot_of(seed: str, entry: int) -> int:
    """The first digits of SHA-256 over the seed, a bar and the number of the entry."""
    return int(sha256(f"{seed}|{entry}".encode()).hexdigest()[:LOT_DIGITS], 16)


def sonneborn_berger(field: CrosstableField, line: CrosstableLine) -> TieBreakValue:
    """The points of those beaten, and half of those tied with."""
    parts = tuple(_sonneborn_berger_part(met) for met in met_opponents(field, line))
    return TieBreakValue("sonneborn-berger", sum(part.value for part in parts), field.unit * WHOLE_ROUND, parts)


def _sonneborn_berger_part(met: OpponentMet) -> TieBreakPart:
    if met.entrant is None:
        return TieBreakPart("virtual", met.round, None, met.strength, met.strength * met.share // 2)
    return TieBreakPart("opponent", met.round, met.entrant, met.strength, met.strength * met.halves * met.share // 2)


def buchholz(field: CrosstableField, line: CrosstableLine) -> TieBreakValue:
    """The points of all opponents."""
    parts = tuple(_buchholz_part(met) for met in met_opponents(field, line))
    return TieBreakValue("buchholz", sum(part.value for part in parts), field.unit * WHOLE_ROUND, parts)


def median_buchholz(field: CrosstableField, line: CrosstableLine) -> TieBreakValue:
    """The points of all opponents but those of the best and the worst round."""
    parts = _without_extremes([_buchholz_part(met) for met in met_opponents(field, line)])
    return TieBreakValue("median-buchholz", sum(part.value for part in parts), field.unit * WHOLE_ROUND, parts)


def _buchholz_part(met: OpponentMet) -> TieBreakPart:
    kind: PartKind = "virtual" if met.entrant is None else "opponent"
    return TieBreakPart(kind, met.round, met.entrant, met.strength, met.strength * met.share)


def _without_extremes(parts: list[TieBreakPart]) -> tuple[TieBreakPart, ...]:
    sums: dict[int, int] = {}
    for part in parts:
        sums[part.round] = sums.get(part.round, 0) + part.value
    ranked = sorted(sums, key=lambda number: (sums[number], number))
    dropped = {ranked[0], ranked[-1]} if ranked else set()
    return tuple(part._replace(kind="dropped", value=0) if part.round in dropped else part for part in parts)


WIN_IN_HALVES: Final = 2
"""A win in halves, the unit of this tie-break."""


def direct(field: CrosstableField, tied: Sequence[CrosstableLine]) -> list[TieBreakValue]:
    """What everybody has won against the others who are tied."""
    among = {line.entry.id for line in tied}
    parts = {line.entry.id: tuple(_meetings(line, among)) for line in tied}
    settled = _settled(parts)
    return [_direct_value(parts[line.entry.id], line.entry.id in settled) for line in tied]


def _meetings(line: CrosstableLine, among: set[EntrantId]) -> Iterator[TieBreakPart]:
    for cell in line.cells:
        for met in cell.encounters:
            if met.opponent in among:
                yield TieBreakPart("opponent", cell.round, met.opponent, met.halves, met.halves)


def _settled(parts: dict[EntrantId, tuple[TieBreakPart, ...]]) -> set[EntrantId]:
    """Those whose sums count: everybody, or the first few whom nobody behind them could have reached."""
    gained = {entrant: sum(part.value for part in met) for entrant, met in parts.items()}
    missing = {entrant: len(parts) - 1 - len({part.entrant for part in met}) for entrant, met in parts.items()}
    if not any(missing.values()):
        return set(parts)
    behind = sorted(parts, key=lambda entrant: gained[entrant])
    most, last = 0, 0
    for at, entrant in enumerate(behind):
        if at and gained[entrant] <= most:
            last = at
        most = max(most, gained[entrant] + WIN_IN_HALVES * missing[entrant])
    return set(behind[last + 1 :]) if last else set(parts)


def _direct_value(parts: tuple[TieBreakPart, ...], is_settled: bool) -> TieBreakValue:
    if not is_settled:
        parts = tuple(part._replace(kind="dropped", value=0) for part in parts)
    return TieBreakValue("direct", sum(part.value for part in parts), WIN_IN_HALVES, parts)


TieBreakRule: TypeAlias = Callable[[CrosstableField, Sequence[CrosstableLine]], Iterable[TieBreakValue]]
"""From some who are tied to their values, in the same order."""


def _by_itself(value: Callable[[CrosstableField, CrosstableLine], TieBreakValue]) -> TieBreakRule:
    """A tie-break that does not depend on who else is tied."""
    return lambda field, tied: (value(field, line) for line in tied)


TIE_BREAK_RULES: Final[dict[str, TieBreakRule]] = {
    "direct": direct,
    "buchholz": _by_itself(buchholz),
    "median-buchholz": _by_itself(median_buchholz),
    "sonneborn-berger": _by_itself(sonneborn_berger),
    "rows": _by_itself(rows),
    "total": _by_itself(total),
    "wins": _by_itself(wins),
    "lots": _by_itself(lots),
}
