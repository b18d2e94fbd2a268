"""Tables, constraints and indexes that are not what the models say, and what else acts behind the site's back."""

import pytest
from django.db import connection

from games.integrity.audit.schema import check_schema
from games.log.guards import foreign_triggers
from tests.games.integrity.audit.tampering import IS_SQLITE, execute

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
        'ALTER TABLE games_event ALTER COLUMN kind TYPE varchar(40) COLLATE "C"',
        "ALTER TABLE games_event ADD CONSTRAINT more CHECK (seq < 1000)",
        "ALTER TABLE games_token ADD CONSTRAINT more FOREIGN KEY (name) REFERENCES games_deal (id)",
        "CREATE UNIQUE INDEX more ON games_event (game_id, at)",
        "CREATE UNIQUE INDEX more ON games_event (lower(kind))",
    ],
)
def test_a_table_that_is_another_on_postgresql(statement: str) -> None:
    execute(statement)
    assert len(found()) == 1


@pytest.mark.parametrize("what", ["id", "lower(username || id)", "lower(email)"])
def test_an_index_of_another_expression_in_the_place_of_ours(what: str) -> None:
    name = "one_account_per_name_whatever_case"
    execute(f"DROP INDEX {name}")
    execute(f"CREATE UNIQUE INDEX {name} ON games_account ({what})")
    assert found() in ({"schema/index"}, {"schema/constraint"})


def test_only_an_index_that_refuses_rows_is_foreign() -> None:
    execute("CREATE INDEX quicker ON games_event (at)")
    assert found() == set()
    execute("CREATE UNIQUE INDEX stricter ON games_event (game_id, at, id)")
    assert found() == {"schema/foreign"}


@pytest.mark.skipif(IS_SQLITE, reason="on PostgreSQL")
def test_rules_policies_and_event_triggers() -> None:
    execute("CREATE RULE quietly AS ON DELETE TO games_account DO INSTEAD NOTHING")
    execute("ALTER TABLE games_token ENABLE ROW LEVEL SECURITY")
    execute("CREATE FUNCTION more() RETURNS event_trigger LANGUAGE plpgsql AS $$BEGIN END$$")
    execute("CREATE EVENT TRIGGER lurking ON ddl_command_end EXECUTE FUNCTION more()")
    assert foreign_triggers() == ["lurking", "more()", "quietly", "row security of games_token"]


ACTING = {
    "rows of more among those of games_event": "CREATE TABLE more () INHERITS (games_event)",
    "unlogged games_token": "ALTER TABLE games_token SET UNLOGGED",
    "acting references of games_token": (
        "ALTER TABLE games_token ADD FOREIGN KEY (account_id) REFERENCES games_account ON DELETE CASCADE"
    ),
}
"""By their names tables that hold rows under another one's name, lose them, or let go of them."""


@pytest.mark.skipif(IS_SQLITE, reason="on PostgreSQL")
@pytest.mark.parametrize("name", ACTING)
def test_tables_that_do_something_by_themselves(name: str) -> None:
    execute(ACTING[name])
    assert foreign_triggers() == [name]


@pytest.mark.skipif(IS_SQLITE, reason="on PostgreSQL")
def test_a_function_that_was_added_to_an_extension() -> None:
    """Whoever owns the database may install some extensions, and owns them then."""
    execute("CREATE ROLE owner_of_a_test")
    execute("GRANT CREATE ON SCHEMA public TO owner_of_a_test")
    execute("CREATE FUNCTION max(varchar, varchar) RETURNS varchar LANGUAGE sql AS $$SELECT ''$$")
    execute("ALTER FUNCTION max(varchar, varchar) OWNER TO owner_of_a_test")
    execute("ALTER EXTENSION plpgsql ADD FUNCTION max(varchar, varchar)")
    assert foreign_triggers() == ["max(character varying,character varying)"]
