"""Guards are made anew after every migration, and nobody ever sees the log without them."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, connections, models

from games.log.guards import make_guards, missing_guards, require_guards
from games.log.models import Event
from tests.games.log.guards.rows import IS_SQLITE, execute, refused_by_a_guard
from tests.games.sample_tables import open_table

pytestmark = pytest.mark.django_db(transaction=True)


def kind_column(length: int) -> "models.CharField[str, str]":
    field: models.CharField[str, str] = models.CharField(max_length=length)
    field.set_attributes_from_name("kind")
    field.model = Event
    return field


@pytest.fixture
def rebuilt_table() -> Iterator[None]:
    """The table of events after a migration has altered one of its columns."""
    old, new = kind_column(40), kind_column(50)
    with connection.schema_editor() as editor:
        editor.alter_field(Event, old, new, strict=True)
    yield
    with connection.schema_editor() as editor:
        editor.alter_field(Event, new, old, strict=True)
    make_guards()


@pytest.mark.usefixtures("rebuilt_table")
def test_a_migration_that_rebuilds_the_table_does_not_leave_it_unguarded() -> None:
    # This is why they are made anew: SQLite has lost them together with the old table.
    lost = [name for name in missing_guards() if name.startswith("games_event_")]
    assert len(lost) == (4 if IS_SQLITE else 0)
    call_command("migrate", verbosity=0)
    require_guards()
    open_table()
    with refused_by_a_guard("games_event", "delete"):
        execute("DELETE FROM games_event")


def test_migrating_makes_guards_anew_that_somebody_has_taken_away() -> None:
    guard = "games_checkpoint_no_delete"
    execute(f"DROP TRIGGER {guard}" if IS_SQLITE else f"DROP TRIGGER {guard} ON games_checkpoint")
    assert missing_guards() == [guard]
    call_command("migrate", verbosity=0)
    assert missing_guards() == []


def test_others_never_see_a_moment_without_guards() -> None:
    seen: list[list[str]] = []

    def look_from_elsewhere(execute: Any, *arguments: Any) -> Any:
        result = execute(*arguments)
        seen.append(elsewhere.submit(missing_guards).result())
        return result

    with ThreadPoolExecutor(1) as elsewhere:
        with connection.execute_wrapper(look_from_elsewhere):
            make_guards()
        elsewhere.submit(connections.close_all).result()
    assert len(seen) > 12
    assert not any(seen)


def test_making_them_again_changes_nothing() -> None:
    for _ in range(2):
        make_guards()
        assert missing_guards() == []
