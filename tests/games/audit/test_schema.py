"""Tables, constraints and indexes that are not what the models say, and what else acts behind the site's back."""

import pytest
from django.db import connection

from games.audit.schema import check_schema
from games.guards import foreign_triggers
from tests.games.audit.tampering import IS_SQLITE, execute

pytestmark = pytest.mark.django_db


def found() -> set[str]:
    """The codes of all that is found in the schema."""
    return {finding.code for finding in check_schema()}


def remake(table: str, old: str, new: str) -> None:
    """Let SQLite believe that a table was made by another statement."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA writable_schema = ON")
        cursor.execute("UPDATE sqlite_master SET sql = replace(sql, %s, %s) WHERE name = %s", [old, new, table])
        assert cursor.rowcount == 1
        cursor.execute("PRAGMA writable_schema = OFF")


def test_a_database_that_was_just_migrated_is_as_it_should_be() -> None:
    assert list(check_schema()) == []
    assert foreign_triggers() == []


@pytest.mark.skipif(not IS_SQLITE, reason="on SQLite")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (', CONSTRAINT "one_event_per_seq" UNIQUE ("game_id", "seq")', ""),
        ('CHECK ("seq" >= 0)', ""),
        ('"kind" varchar(40) NOT NULL', '"kind" varchar(40) NULL'),
        ('REFERENCES "games_game" ("id")', 'REFERENCES "games_deal" ("id")'),
        ('"hash" varchar(64) NOT NULL', '"hash" varchar(64) NOT NULL, "more" text NULL'),
    ],
)
def test_a_table_that_is_another_on_sqlite(old: str, new: str) -> None:
    remake("games_event", old, new)
    assert found() & {"schema/constraint", "schema/column", "schema/foreign"}


@pytest.mark.skipif(not IS_SQLITE, reason="on SQLite")
@pytest.mark.parametrize(
    ("name", "column", "value"),
    [
        ("cards_by_status", "name", "cards_by_statur"),
        ("cards_by_status", "tbl_name", "games_gamecar"),
        ("sqlite_autoindex_games_dispute_1", "name", "sqlite_autoindex_games_disputf_1"),
        ("sqlite_autoindex_games_dispute_1", "type", "indez"),
        ("games_token", "name", "games_tokem"),
        ("sqlite_sequence", "sql", "CREATE TABLE sqlite_sequence(name,saq)"),
        ("django_migrations", "sql", "CREATE TABLE django_migrations (id integer PRIMARY KEY, app text)"),
    ],
)
def test_a_letter_in_what_sqlite_keeps_of_the_schema(name: str, column: str, value: str) -> None:
    """As a bit that has changed in the file leaves it."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA writable_schema = ON")
        cursor.execute(f"UPDATE sqlite_master SET {column} = %s WHERE name = %s", [value, name])
        assert cursor.rowcount == 1
        cursor.execute("PRAGMA writable_schema = OFF")
    assert found()


@pytest.mark.parametrize("index", ["games_due", "cards_by_status", "one_account_per_name_whatever_case"])
def test_an_index_that_was_dropped(index: str) -> None:
    execute(f"DROP INDEX {index}")
    assert len(found()) == 1
    assert found() <= {"schema/index", "schema/constraint"}


@pytest.mark.skipif(IS_SQLITE, reason="on PostgreSQL")
@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE games_event DROP CONSTRAINT one_event_per_seq",
        "ALTER TABLE games_game DROP CONSTRAINT game_status_is_known",
        "ALTER TABLE games_event ALTER COLUMN kind DROP NOT NULL",
        "ALTER TABLE games_event ALTER COLUMN kind TYPE text",
        "ALTER TABLE games_event ADD COLUMN more text",
    ],
)
def test_a_table_that_is_another_on_postgresql(statement: str) -> None:
    execute(statement)
    assert found()


@pytest.mark.skipif(IS_SQLITE, reason="on PostgreSQL")
def test_rules_policies_and_event_triggers() -> None:
    execute("CREATE RULE quietly AS ON DELETE TO games_account DO INSTEAD NOTHING")
    execute("ALTER TABLE games_token ENABLE ROW LEVEL SECURITY")
    execute("CREATE FUNCTION more() RETURNS event_trigger LANGUAGE plpgsql AS $$BEGIN END$$")
    execute("CREATE EVENT TRIGGER lurking ON ddl_command_end EXECUTE FUNCTION more()")
    assert foreign_triggers() == ["lurking", "quietly", "row security of games_token"]
