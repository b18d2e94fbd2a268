"""Who stands where, computed once for each state of a tournament's log."""

import threading
from typing import Final

from django.db import connection

from tournaments.selectors.tournaments import SeenTournament, load_history
from tournaments.standings import CrossRow, crosstable

REMEMBERED: Final = 20_000
"""How many rows of all tables together a process keeps; a row takes a few kilobytes."""
EXPLAINED: Final = 500
"""In a bigger field tie-breaks are shown without the numbers that they are made of, which take most of the memory."""
_tables: dict[tuple[str, str, str], list[CrossRow]] = {}
_lock: Final = threading.Lock()


def crosstable_of(seen: SeenTournament) -> list[CrossRow]:
    """Everybody by standing, and what each round was for them; best first."""
    tournament = seen.tournament
    key = (str(connection.settings_dict["NAME"]), tournament.pk, tournament.head_hash)
    known = _tables.get(key)
    if known is not None:
        return known
    history = load_history(tournament)
    rows = crosstable(seen.settings, history, None if len(history.entries) <= EXPLAINED else ())
    with _lock:
        while _tables and len(rows) + sum(map(len, _tables.values())) > REMEMBERED:
            del _tables[next(iter(_tables))]
        _tables[key] = rows
    return rows


def has_begun(seen: SeenTournament) -> bool:
    """Whether anything has come out yet."""
    standings = [row.standing for row in crosstable_of(seen)] if seen.tournament.round else []
    return any(one.played or one.byes or one.walkovers for one in standings)
