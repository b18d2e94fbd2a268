"""Who stands where, computed once for each state of a tournament's log; and the same as tables to take away."""

import threading
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from django.db import connection
from django.utils.translation import gettext as _

from tournaments.events.form_fields import BREAKS
from tournaments.events.history import format_of, load_history
from tournaments.events.selectors.entrants import entrant_names
from tournaments.events.selectors.visibility import SeenTournament
from tournaments.events.standings.cells import BYE, TABLE, VOID, Cell
from tournaments.events.standings.csv_export import to_decimal
from tournaments.events.standings.ranking import CrosstableRow, crosstable

REMEMBERED: Final = 20_000
"""How many rows of all tables together a process keeps; a row takes a few kilobytes."""
EXPLAINED: Final = 500
"""In a bigger field tie-breaks are shown without the numbers that they are made of, which take most of the memory."""
_remembered: dict[tuple[str, str, str], list[CrosstableRow]] = {}
_lock: Final = threading.Lock()


def crosstable_of(seen: SeenTournament) -> list[CrosstableRow]:
    """Everybody by standing, and what each round was for them; best first."""
    tournament = seen.tournament
    key = (str(connection.settings_dict["NAME"]), tournament.pk, tournament.head_hash)
    known = _remembered.get(key)
    if known is not None:
        return known
    history = load_history(tournament)
    rows = crosstable(seen.settings, history, None if len(history.entries) <= EXPLAINED else ())
    with _lock:
        while _remembered and len(rows) + sum(map(len, _remembered.values())) > REMEMBERED:
            del _remembered[next(iter(_remembered))]
        _remembered[key] = rows
    return rows


def has_results(seen: SeenTournament) -> bool:
    """Whether anything has come out yet."""
    standings = [row.standing for row in crosstable_of(seen)] if seen.tournament.round else []
    return any(one.played or one.byes or one.walkovers for one in standings)


CsvRow = list[str | int | Decimal]


def standings_rows(seen: SeenTournament) -> Iterator[CsvRow]:
    """Everybody by standing, with points, tie-breaks and games."""
    players, unit = entrant_names(seen), _unit(seen)
    breaks = [str(BREAKS[key]) for key in seen.settings.tie_breaks]
    counted = [_("Games"), _("Won"), _("Tied"), _("Lost"), _("Byes"), _("Decided by an organiser")]
    yield [_("Place"), _("Player"), _("Points"), *breaks, *counted]
    for row in crosstable_of(seen):
        one = row.standing
        values = [
            to_decimal(value.value, value.unit) if value.key != "lots" else f"{value.value:x}" for value in one.breaks
        ]
        counts = [one.played, one.won, one.tied, one.lost, one.byes, row.overridden]
        yield [one.place, players[one.entrant].name, to_decimal(one.points, unit), *values, *counts]


def crosstable_rows(seen: SeenTournament) -> Iterator[CsvRow]:
    """Everybody by standing, and what each round was for them: places of opponents, and points."""
    players, unit, rows = entrant_names(seen), _unit(seen), crosstable_of(seen)
    places = {row.standing.entrant: at for at, row in enumerate(rows, start=1)}
    count = len(rows[0].cells) if rows else 0
    yield [_("Number"), _("Player"), _("Points"), *(str(number) for number in range(1, count + 1))]
    for at, row in enumerate(rows, start=1):
        cells = [_cell_text(cell, row.standing.entrant, places, unit) for cell in row.cells]
        yield [at, players[row.standing.entrant].name, to_decimal(row.standing.points, unit), *cells]
    if any(cell.is_overridden for row in rows for cell in row.cells):
        yield [f"*: {_('Decided by an organiser')}"]


def _unit(seen: SeenTournament) -> int:
    return format_of(seen.tournament).unit_of(seen.settings)


def _cell_text(cell: Cell, entrant: str, places: dict[str, int], unit: int) -> str:
    if cell.kind == BYE:
        return f"{_('Bye')}: {to_decimal(cell.points, unit)}"
    decided = "*" if cell.is_overridden else ""
    if cell.kind != TABLE:
        return f"×{decided}" if cell.kind == VOID else ""
    others = "/".join(str(places[one]) for one in cell.seated if one != entrant)
    score = f" ({cell.seat.score})" if cell.seat is not None and cell.seat.score is not None else ""
    points = f"{to_decimal(cell.points, unit)}{score}{decided}"
    return f"{others}: {points}" if others else points
