"""A later version of the site with other tables: nothing is lost, the log stays guarded, nobody is alarmed."""

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django.fixtures import Settings

from games.integrity.audit.full_audit import audit
from games.integrity.checkpoints import make_checkpoint
from games.integrity.covering_indexes import missing_covering_indexes
from games.integrity.witness import file
from games.log.guards import missing_guards, require_guards
from tests.games.log.guards.rows import execute, refused_by_a_guard, stored
from tests.games.sample_tables import move, play_out, table

pytestmark = pytest.mark.django_db(transaction=True)


def columns_of_tokens() -> set[str]:
    with connection.cursor() as cursor:
        return {column.name for column in connection.introspection.get_table_description(cursor, "games_token")}


@pytest.fixture
def later(settings: Settings) -> Iterator[None]:
    """Migrates to a later version; other tests find the database as it should be, whatever happens here."""
    settings.MIGRATION_MODULES = {"games": "tests.games.log.guards.migrations"}
    yield
    call_command("migrate", "games", "0001", verbosity=0)
    settings.MIGRATION_MODULES = {}
    call_command("migrate", verbosity=0)


@pytest.mark.usefixtures("later")
def test_a_database_with_games_is_brought_up_to_date() -> None:
    finished, running = table(), table()
    play_out(finished)
    move(running)
    make_checkpoint()
    move(running)
    log = stored()
    assert all(log), "events, a checkpoint and its leaves"

    call_command("migrate", verbosity=0)
    assert "last_used_at" not in columns_of_tokens()
    assert (stored(), missing_guards(), missing_covering_indexes(connection)) == (log, [], [])
    require_guards()
    assert not file.read_witness().gone, "a migration may drop guards, and makes them anew"
    with refused_by_a_guard("games_event", "delete"):
        execute("DELETE FROM games_event")

    call_command("migrate", "games", "0001", verbosity=0)
    assert (stored(), missing_guards(), missing_covering_indexes(connection)) == (log, [], [])
    assert audit().is_clean
    move(running)
    assert make_checkpoint() is not None
    assert audit().is_clean
