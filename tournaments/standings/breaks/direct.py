"""Direct encounter: the games among those who are tied, and nothing else.

Whoever came before another at a table has one, whoever tied a half; each time they met counts, at a table of any size.

If all who are tied have met, these sums decide. If some have not, only what their missing games could not change does:
somebody is put first whose sum is more than any other could still reach by winning all missing games against those
tied, then the next among the rest, and so on as far as that goes. All others count as equal, with nothing.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from tournaments.standings.field import Field, Line
from tournaments.standings.standing import Break, Part
from tournaments.values import EntrantId

WIN: Final = 2
"""A win in halves, the unit of this tie-break."""


def direct(field: Field, tied: Sequence[Line]) -> list[Break]:
    """What everybody has won against the others who are tied."""
    among = {line.entry.id for line in tied}
    parts = {line.entry.id: tuple(_meetings(line, among)) for line in tied}
    settled = _settled(parts)
    return [_break(parts[line.entry.id], line.entry.id in settled) for line in tied]


def _meetings(line: Line, among: set[EntrantId]) -> Iterator[Part]:
    for cell in line.cells:
        for met in cell.encounters:
            if met.opponent in among:
                yield Part("opponent", cell.round, met.opponent, met.halves, met.halves)


def _settled(parts: dict[EntrantId, tuple[Part, ...]]) -> set[EntrantId]:
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
        most = max(most, gained[entrant] + WIN * missing[entrant])
    return set(behind[last + 1 :]) if last else set(parts)


def _break(parts: tuple[Part, ...], is_settled: bool) -> Break:
    if not is_settled:
        parts = tuple(part._replace(kind="dropped", value=0) for part in parts)
    return Break("direct", sum(part.value for part in parts), WIN, parts)
