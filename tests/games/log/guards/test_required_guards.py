"""Whether the guards are there, and exactly as they should be, is asked and told in a sentence."""

from contextlib import contextmanager
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.test.utils import _TestState

from games.log.guards import GuardsMissing, lifted_in_test_database, make_guards, missing_guards, require_guards
from games.log.guards.tables import guarded_tables
from tests.games.log.guards.rows import IS_SQLITE, execute, refused_by_a_guard
from tests.games.sample_tables import open_table

pytestmark = pytest.mark.django_db

ACTIONS = ("update", "delete", "insert", "number" if IS_SQLITE else "truncate")
GUARDS = [(table.name, f"{table.name}_no_{does}") for table in guarded_tables() for does in ACTIONS]
every_guard = pytest.mark.parametrize(("table", "guard"), GUARDS, ids=[guard for _, guard in GUARDS])


def drop(table: str, guard: str) -> None:
    execute(f"DROP TRIGGER {guard}" if IS_SQLITE else f"DROP TRIGGER {guard} ON {table}")


def test_all_guards_are_there() -> None:
    assert missing_guards() == []
    require_guards()


@every_guard
def test_a_guard_that_is_missing_is_named(table: str, guard: str) -> None:
    drop(table, guard)
    assert missing_guards() == [guard]
    with pytest.raises(GuardsMissing) as caught:
        require_guards()
    assert str(caught.value) == (
        f"The log is not protected, guards are missing or changed: {guard}. Run “manage.py migrate” to mend that."
    )
    make_guards()
    require_guards()


def harmless_on_sqlite(table: str, guard: str) -> list[str]:
    """The same name and nothing behind it."""
    does = guard.rsplit("_", 1)[1]
    fires = "AFTER INSERT" if does == "number" else f"BEFORE {does.upper()}"
    return [
        f"CREATE TRIGGER {guard} {fires} ON {table} WHEN 0 BEGIN SELECT RAISE(ABORT, 'x'); END",
        f"CREATE TRIGGER {guard} {fires} ON {table} BEGIN SELECT 1; END",
        f"CREATE TRIGGER {guard} {fires} ON games_game BEGIN SELECT RAISE(ABORT, 'x'); END",
    ]


def harmless_on_postgresql(table: str, guard: str) -> list[str]:
    """The same name and function, but asleep, narrowed, elsewhere or for other actions."""
    does = guard.rsplit("_", 1)[1]
    each = "STATEMENT" if does == "truncate" else "ROW"
    fires = f"BEFORE {does.upper()}"
    always = f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {guard}"
    runs = f"EXECUTE FUNCTION {guard}()"
    plain = f"CREATE TRIGGER {guard} {fires} ON {table} FOR EACH {each} {runs}"
    return [
        plain,
        f"{plain}; ALTER TABLE {table} DISABLE TRIGGER {guard}",
        f"{plain}; ALTER TABLE {table} ENABLE REPLICA TRIGGER {guard}",
        f"CREATE TRIGGER {guard} {fires} ON {table} FOR EACH {each} WHEN (false) {runs}; {always}",
        f"CREATE TRIGGER {guard} AFTER {does.upper()} ON {table} FOR EACH {each} {runs}; {always}",
        f"{plain}; {always}".replace(f" {table} ", " games_game "),
    ]


@every_guard
def test_a_guard_that_only_looks_like_one_is_as_good_as_missing(table: str, guard: str) -> None:
    harmless = harmless_on_sqlite if IS_SQLITE else harmless_on_postgresql
    for statement in harmless(table, guard):
        with rolled_back():
            drop(table, guard)
            execute(statement)
            assert missing_guards() == [guard], statement


@contextmanager
def rolled_back() -> Any:
    """Everything done in the block is undone."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.mark.skipif(IS_SQLITE, reason="only PostgreSQL keeps the condition in a function")
@every_guard
def test_a_guard_whose_function_was_exchanged_is_as_good_as_missing(table: str, guard: str) -> None:
    for statement in (
        f"CREATE OR REPLACE FUNCTION {guard}() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NEW; END$$",
        f"ALTER FUNCTION {guard}() RESET search_path",
        f"ALTER FUNCTION {guard}() SET search_path = pg_temp, public",
    ):
        with rolled_back():
            execute(statement)
            assert missing_guards() == [guard], statement


@pytest.mark.skipif(IS_SQLITE, reason="only PostgreSQL limits a trigger to columns")
def test_a_guard_for_some_columns_only_is_as_good_as_missing() -> None:
    guard = "games_event_no_update"
    drop("games_event", guard)
    execute(f"CREATE TRIGGER {guard} BEFORE UPDATE OF at ON games_event FOR EACH ROW EXECUTE FUNCTION {guard}()")
    execute(f"ALTER TABLE games_event ENABLE ALWAYS TRIGGER {guard}")
    assert missing_guards() == [guard]


def test_every_collision_of_a_row_with_an_older_one_is_known_to_the_guards() -> None:
    models = {model._meta.db_table: model for model in apps.get_models()}
    for table in guarded_tables():
        model = models[table.name]
        fields = [[model._meta.pk.name], *(constraint.fields for constraint in model._meta.total_unique_constraints)]
        column = {field.name: field.column for field in model._meta.concrete_fields}
        columns = [tuple(column[name] for name in names) for names in fields]
        assert sorted(table.uniques) == sorted(columns)


def test_the_guards_are_lifted_for_a_block_and_back_after_it() -> None:
    game = open_table()
    connection.check_constraints()
    with lifted_in_test_database():
        assert len(missing_guards()) == len(GUARDS)
        execute("UPDATE games_event SET kind = 'x' WHERE game_id = %s", game)
        connection.check_constraints()
    assert missing_guards() == []
    with refused_by_a_guard("games_event", "update"):
        execute("UPDATE games_event SET kind = 'y'")


def test_the_guards_are_back_even_after_a_failure() -> None:
    def fail() -> None:
        with lifted_in_test_database():
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert missing_guards() == []


@pytest.mark.parametrize("name", ["brikks", "/srv/var/brikks.sqlite3", "/srv/test_var/brikks.sqlite3", "contest_1"])
def test_the_guards_of_another_database_are_not_lifted(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection.settings_dict, "NAME", name)
    with pytest.raises(GuardsMissing, match="test database"):
        lifted_in_test_database().__enter__()
    assert missing_guards() == []


def test_outside_a_test_run_no_guards_are_lifted_whatever_the_database_is_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(_TestState, "saved_data")
    with pytest.raises(GuardsMissing, match="test database"):
        lifted_in_test_database().__enter__()
    assert missing_guards() == []
