"""The sorts of logs that there are: of each, where its events lie, the rows in which its logs end, the leaves by which
checkpoints vouch for them, and the SQL with which the event store reads it and adds to it.

Games are one sort; other apps add theirs to `games.extension.other_logs`, and have them guarded and covered by that. A
new sort needs three tables: events like `Event` (without a seat if nobody sits anywhere), leaves like `CheckpointLeaf`,
and rows that say in `seq`, `head_hash` and `last_at` where a log ends and in `checkpointed_seq` how much of it is
covered.
"""

from functools import cache
from typing import Final

from django.db import connection
from django.db.models import F, Model, QuerySet

from games.extension import LogSort, other_logs
from games.log.models import CheckpointLeaf, Event, Game

MOST_AT_ONCE: Final = 500
"""How many events one statement adds, where the database takes so many values."""
_COLUMNS: Final = ("seq", "kind", "body", "actor", "at", "command_id", "command_hash", "prev_hash", "hash")
_READ: Final = "SELECT seq, prev_hash, hash, body FROM {table} WHERE {column} = %s AND"


class LogStatements:
    """The SQL of the logs of one sort; all texts are made once, because games append many times a second."""

    def __init__(self, logs: LogSort) -> None:
        table, column = logs.events._meta.db_table, logs.column
        self.has_seats: Final = any(field.name == "seat" for field in logs.events._meta.local_fields)
        seat = ("seat",) if self.has_seats else ()
        columns = (column, *_COLUMNS, *seat)
        read = _READ.format(table=table, column=column)
        self.find_command: Final = (
            f"SELECT seq, hash, command_hash FROM {table} WHERE {column} = %s AND command_id = %s"  # noqa: S608
        )
        self.select_since: Final = f"{read} seq > %s ORDER BY seq"
        self.select_first_since: Final = f"{self.select_since} LIMIT %s"
        self.select_for_audit: Final = (
            f"SELECT {column}, seq, kind, {'seat' if seat else 'NULL'}, actor, at, body, prev_hash, hash,"  # noqa: S608
            f" command_id, command_hash FROM {table} WHERE {{}} ORDER BY {column}, seq"
        )
        self._select_of_kinds: Final = f"{read} kind IN ({{}}) ORDER BY seq"
        self._insert: Final = f"INSERT INTO {table} ({', '.join(columns)}) VALUES "  # noqa: S608
        self._row: Final = f"({', '.join(['%s'] * len(columns))})"
        self._width: Final = len(columns)
        self._inserts: Final[dict[int, str]] = {}

    def insert(self, events: int) -> str:
        """What adds so many events."""
        text = self._inserts.get(events)
        if text is None:
            text = self._inserts[events] = self._insert + ", ".join([self._row] * events)
        return text

    def select_of_kinds(self, kinds: int) -> str:
        """What reads the events of so many kinds."""
        return self._select_of_kinds.format(", ".join(["%s"] * kinds))

    @property
    def most_at_once(self) -> int:
        """How many events one statement may add."""
        values = connection.features.max_query_params
        return MOST_AT_ONCE if values is None else min(MOST_AT_ONCE, values // self._width)


GAME_LOGS: Final = LogSort("game", Game, Event, CheckpointLeaf)


@cache
def statements_of(logs: LogSort) -> LogStatements:
    """The SQL of the logs of a sort."""
    return LogStatements(logs)


def log_sorts() -> tuple[LogSort, ...]:
    """All of them, games first."""
    return tuple(dict.fromkeys((GAME_LOGS, *other_logs)))


def uncovered_logs(logs: LogSort) -> QuerySet[Model]:
    """The owners of the logs that have grown since a checkpoint covered them."""
    return logs.owners._default_manager.filter(seq__gt=F("checkpointed_seq"))
