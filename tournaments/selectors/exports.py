"""Tables of a tournament to take away: rows of headings, names and numbers."""

from collections.abc import Iterator
from decimal import Decimal

from django.utils.translation import gettext as _

from tournaments.selectors.shown import crosstable_of, players_of
from tournaments.selectors.tournaments import SeenTournament, format_of
from tournaments.standings import Cell, shown
from tournaments.standings.cells import BYE, TABLE, VOID
from tournaments.words import BREAKS

Row = list[str | int | Decimal]


def standings_rows(seen: SeenTournament) -> Iterator[Row]:
    """Everybody by standing, with points, tie-breaks and games."""
    players, unit = players_of(seen), _unit(seen)
    breaks = [str(BREAKS[key]) for key in seen.settings.tie_breaks]
    counted = [_("Games"), _("Won"), _("Tied"), _("Lost"), _("Byes"), _("Decided by an organiser")]
    yield [_("Place"), _("Player"), _("Points"), *breaks, *counted]
    for row in crosstable_of(seen):
        one = row.standing
        values = [shown(value.value, value.unit) if value.key != "lots" else f"{value.value:x}" for value in one.breaks]
        counts = [one.played, one.won, one.tied, one.lost, one.byes, row.overridden]
        yield [one.place, players[one.entrant].name, shown(one.points, unit), *values, *counts]


def crosstable_rows(seen: SeenTournament) -> Iterator[Row]:
    """Everybody by standing, and what each round was for them: places of opponents, and points."""
    players, unit, rows = players_of(seen), _unit(seen), crosstable_of(seen)
    places = {row.standing.entrant: at for at, row in enumerate(rows, start=1)}
    count = len(rows[0].cells) if rows else 0
    yield [_("Number"), _("Player"), _("Points"), *(str(number) for number in range(1, count + 1))]
    for at, row in enumerate(rows, start=1):
        cells = [_cell(cell, row.standing.entrant, places, unit) for cell in row.cells]
        yield [at, players[row.standing.entrant].name, shown(row.standing.points, unit), *cells]
    if any(cell.is_overridden for row in rows for cell in row.cells):
        yield [f"*: {_('Decided by an organiser')}"]


def _unit(seen: SeenTournament) -> int:
    return format_of(seen.tournament).unit_of(seen.settings)


def _cell(cell: Cell, entrant: str, places: dict[str, int], unit: int) -> str:
    if cell.kind == BYE:
        return f"{_('Bye')}: {shown(cell.points, unit)}"
    decided = "*" if cell.is_overridden else ""
    if cell.kind != TABLE:
        return f"×{decided}" if cell.kind == VOID else ""
    others = "/".join(str(places[one]) for one in cell.seated if one != entrant)
    score = f" ({cell.seat.score})" if cell.seat is not None and cell.seat.score is not None else ""
    points = f"{shown(cell.points, unit)}{score}{decided}"
    return f"{others}: {points}" if others else points
