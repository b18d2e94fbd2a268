"""A database of the first version with games in it is brought up to date: nothing is lost, the log stays guarded."""

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import connection

from games.audit.whole import audit
from games.checkpoints.making import make_checkpoint
from games.guards import missing_guards, require_guards
from games.log.folding import memory
from games.models import Account
from games.witness import file
from tests.games.guards.rows import execute, refused_by_a_guard, stored
from tests.games.tables import account, move, play_out, table

pytestmark = pytest.mark.django_db(transaction=True)

FIRST = "0001_the_log"
NEW_COLUMNS = {"expires_at", "is_minor", "is_private", "language", "time_zone"}
"""What accounts had not in the first version."""


@pytest.fixture
def up_to_date_afterwards() -> Iterator[None]:
    """Other tests find the database as it should be, whatever happens here."""
    yield
    call_command("migrate", verbosity=0)


def columns_of_accounts() -> set[str]:
    with connection.cursor() as cursor:
        return {column.name for column in connection.introspection.get_table_description(cursor, "games_account")}


def people() -> list[tuple[object, ...]]:
    """What the first version knew of accounts."""
    return list(Account.objects.order_by("pk").values_list("pk", "username", "display_name", "is_guest", "password"))


@pytest.mark.usefixtures("up_to_date_afterwards")
def test_a_database_of_the_first_version_is_brought_up_to_date() -> None:
    account("Gus", is_guest=True)
    finished, running = table(), table()
    play_out(finished)
    move(running)
    make_checkpoint()
    move(running)
    log, accounts = stored(), people()
    assert all(log), "events, a checkpoint and its leaves"

    call_command("migrate", "games", FIRST, verbosity=0)
    assert not NEW_COLUMNS & columns_of_accounts()
    assert (stored(), people(), missing_guards()) == (log, accounts, [])

    call_command("migrate", verbosity=0)
    memory.clear()
    assert columns_of_accounts() >= NEW_COLUMNS
    assert (stored(), people()) == (log, accounts)
    require_guards()
    assert not file.read().gone, "a migration may drop guards, and makes them anew"
    with refused_by_a_guard("games_event", "delete"):
        execute("DELETE FROM games_event")
    assert audit().is_clean
    move(running)
    assert make_checkpoint() is not None
    assert audit().is_clean
