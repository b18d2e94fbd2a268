"""Whether anything was committed since the last time, by whatever process: a number that the database keeps anyway."""

from typing import Final

from django.db import connection

_ASKING: Final = {
    "sqlite": "PRAGMA data_version",
    "postgresql": "SELECT pg_current_snapshot()::text",
}
PAUSES: Final = {"sqlite": 0.025, "postgresql": 0.05}
"""Seconds between two looks: on SQLite it is a glance at shared memory, on PostgreSQL a question to the server."""


class ChangeCounter:
    """The change counter of the database, on the connection of the thread that asks."""

    def __init__(self) -> None:
        self._last: object = None

    @property
    def pause(self) -> float:
        """How long to wait before asking again."""
        return PAUSES[connection.vendor]

    def has_moved(self) -> bool:
        """Whether anything was committed since the last time; always true the first time."""
        with connection.cursor() as cursor:
            cursor.execute(_ASKING[connection.vendor])
            value: object = cursor.fetchone()
        before, self._last = self._last, value
        return before != value
