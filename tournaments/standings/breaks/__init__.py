"""The tie-breaks, one noun per file: each gives all of a group of tied entrants their value, made of its parts."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from tournaments.standings.breaks.buchholz import buchholz, median_buchholz
from tournaments.standings.breaks.direct import direct
from tournaments.standings.breaks.lots import lots
from tournaments.standings.breaks.sonneborn_berger import sonneborn_berger
from tournaments.standings.breaks.sums import rows, total, wins
from tournaments.standings.field import Field, Line
from tournaments.standings.standing import Break

Rule: TypeAlias = Callable[[Field, Sequence[Line]], Iterable[Break]]
"""From some who are tied to their values, in the same order."""


def _by_itself(value: Callable[[Field, Line], Break]) -> Rule:
    """A tie-break that does not depend on who else is tied."""
    return lambda field, tied: (value(field, line) for line in tied)


RULES: Final[dict[str, Rule]] = {
    "direct": direct,
    "buchholz": _by_itself(buchholz),
    "median-buchholz": _by_itself(median_buchholz),
    "sonneborn-berger": _by_itself(sonneborn_berger),
    "rows": _by_itself(rows),
    "total": _by_itself(total),
    "wins": _by_itself(wins),
    "lots": _by_itself(lots),
}
