"""Ways around triggers that only PostgreSQL has; on SQLite there is nothing of it to try."""

import pytest
from django.db import DatabaseError, connection, transaction

from tests.games.log.guards.rows import (
    IS_SQLITE,
    execute,
    insert,
    next_event,
    refused_by_a_guard,
    refused_by_the_database,
)
from tests.games.sample_tables import table

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(IS_SQLITE, reason="SQLite has no TRUNCATE, no replication and no schemas to hide behind"),
]
TABLES = ("games_event", "games_checkpoint", "games_checkpointleaf")


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("ending", ["", "CASCADE", "RESTART IDENTITY CASCADE"])
def test_no_table_is_emptied(name: str, ending: str) -> None:
    table()
    connection.check_constraints()
    with refused_by_the_database():
        execute(f"TRUNCATE {name} {ending}")


@pytest.mark.parametrize("role", ["replica", "local"])
def test_the_guards_hold_for_replicas_too(role: str) -> None:
    game = table()
    connection.check_constraints()
    execute(f"SET LOCAL session_replication_role = {role}")
    with refused_by_a_guard("games_event", "update"):
        execute("UPDATE games_event SET body = 'x'")
    with refused_by_a_guard("games_event", "delete"):
        execute("DELETE FROM games_event")
    with refused_by_a_guard("games_event", "insert"):
        insert("games_event", next_event(game, seq=1))
    with refused_by_a_guard("games_event", "truncate"):
        execute("TRUNCATE games_event")


def test_a_temporary_table_of_the_same_name_hides_nothing_from_the_guards() -> None:
    game = table()
    forged = [next_event(game, seq=1, prev_hash="0" * 64), next_event(game, seq=100, prev_hash="f" * 64)]
    execute("CREATE TEMPORARY TABLE games_event (LIKE public.games_event INCLUDING ALL)")
    insert("pg_temp.games_event", {"id": 1, **forged[1], "seq": 99, "hash": "f" * 64})
    for row in forged:
        with pytest.raises(DatabaseError, match="append-only: insert refused"), transaction.atomic():
            insert("public.games_event", row)
