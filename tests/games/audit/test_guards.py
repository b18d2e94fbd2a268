"""Guards that are missing or weakened: found by their names, whatever the rows say."""

import pytest
from django.db import connection

from games.integrity.audit.full_audit import audit
from games.log.guards import _VENDORS, foreign_triggers, make_guards, missing_guards
from games.log.guards.tables import guarded_tables
from tests.games.audit.tampering import IS_SQLITE, _settle, execute
from tests.games.audit.world import World

GUARDS = sorted(_VENDORS[connection.vendor].expected_definitions(guarded_tables()))


def table_of(guard: str) -> str:
    return guard.rsplit("_no_", 1)[0]


def drop(guard: str) -> None:
    _settle()
    execute(f"DROP TRIGGER {guard}" if IS_SQLITE else f"DROP TRIGGER {guard} ON {table_of(guard)}")


def named_guards() -> list[str]:
    """The guards that the audit names; it must name nothing else."""
    report = audit()
    assert {finding.code for finding in report.findings} == {"guard/missing"}
    return [guard for guard in GUARDS for finding in report.findings if f"“{guard}”" in finding.sentence]


@pytest.mark.slow
@pytest.mark.parametrize("guard", GUARDS)
def test_a_dropped_guard(world: World, guard: str) -> None:
    drop(guard)
    assert named_guards() == [guard]


@pytest.mark.parametrize("guard", GUARDS)
def test_a_guard_that_guards_nothing(world: World, guard: str) -> None:
    drop(guard)
    if IS_SQLITE:
        execute(f"CREATE TRIGGER {guard} BEFORE UPDATE ON games_account WHEN 0 BEGIN SELECT 1; END")
    else:
        execute(f"CREATE TRIGGER {guard} BEFORE UPDATE ON games_account EXECUTE FUNCTION {guard}()")
    assert named_guards() == [guard]


@pytest.mark.skipif(IS_SQLITE, reason="SQLite knows no disabled triggers.")
@pytest.mark.parametrize("state", ["DISABLE", "ENABLE", "ENABLE REPLICA"])
@pytest.mark.parametrize("guard", GUARDS)
def test_a_guard_that_sleeps(world: World, guard: str, state: str) -> None:
    _settle()
    execute(f"ALTER TABLE {table_of(guard)} {state} TRIGGER {guard}")
    assert named_guards() == [guard]


@pytest.mark.skipif(IS_SQLITE, reason="On SQLite a guard is one with what it does.")
@pytest.mark.parametrize("guard", GUARDS)
def test_a_guard_whose_function_was_exchanged(world: World, guard: str) -> None:
    execute(f"CREATE OR REPLACE FUNCTION {guard}() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NEW; END$$")
    assert named_guards() == [guard]


def foreign() -> list[str]:
    """The triggers and rules that the audit names as none of ours; it must name nothing else."""
    report = audit()
    assert {finding.code for finding in report.findings} == {"guard/foreign"}
    assert len(report.findings) == len(foreign_triggers())
    return foreign_triggers()


@pytest.mark.parametrize("table", ["games_event", "games_game", "games_account", "games_snapshot"])
def test_a_trigger_that_is_none_of_ours(world: World, table: str) -> None:
    _settle()
    if IS_SQLITE:
        execute(f"CREATE TRIGGER more AFTER INSERT ON {table} BEGIN UPDATE games_account SET is_staff = 1; END")
    else:
        execute("CREATE FUNCTION more() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NULL; END$$")
        execute(f"CREATE TRIGGER more BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION more()")
    assert foreign() == ["more"]


@pytest.mark.skipif(IS_SQLITE, reason="On SQLite no two triggers have the same name.")
def test_a_trigger_with_the_name_of_a_guard_on_another_table(world: World) -> None:
    _settle()
    name = "games_event_no_update"
    execute("CREATE FUNCTION more() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NULL; END$$")
    execute(f"CREATE TRIGGER {name} BEFORE INSERT ON games_game FOR EACH ROW EXECUTE FUNCTION more()")
    assert foreign() == [name]


@pytest.mark.skipif(IS_SQLITE, reason="SQLite knows no rewrite rules.")
@pytest.mark.parametrize("table", [table.name for table in guarded_tables()])
def test_a_rewrite_rule_on_a_guarded_table(world: World, table: str) -> None:
    _settle()
    execute(f"CREATE RULE quietly AS ON INSERT TO {table} DO INSTEAD NOTHING")
    assert foreign() == ["quietly"]


HIDING = {
    "more(text,character varying)": "CREATE FUNCTION more(text, varchar) RETURNS text LANGUAGE sql AS $$SELECT ''$$",
    "max(character varying)": "CREATE AGGREGATE max(varchar) (SFUNC = textcat, STYPE = text)",
    "=(character varying,character varying)": (
        "CREATE FUNCTION more(varchar, varchar) RETURNS boolean LANGUAGE sql AS $$SELECT false$$;"
        "CREATE OPERATOR = (LEFTARG = varchar, RIGHTARG = varchar, FUNCTION = more)"
    ),
    "search path": "SET LOCAL search_path = public, pg_catalog",
}
"""By the names of what may be taken for PostgreSQL's own, how it is made: the latest of all times would be another one,
and rows would not be found that are there."""


@pytest.mark.skipif(IS_SQLITE, reason="SQLite keeps no functions.")
@pytest.mark.parametrize("name", HIDING)
def test_what_is_taken_for_the_databases_own(world: World, name: str) -> None:
    assert not foreign_triggers()
    execute(HIDING[name])
    found = foreign_triggers()
    # Outside a test's transaction nobody would set it back.
    execute("SET LOCAL search_path TO DEFAULT")
    assert name in [one.replace("public.", "") for one in found]


def test_guards_that_were_put_back_are_not_named(world: World) -> None:
    drop(GUARDS[0])
    _settle()
    make_guards()
    assert missing_guards() == []
    assert audit().is_clean
