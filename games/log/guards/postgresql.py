"""The guards as PostgreSQL's triggers, which hold for replicas and restores too (ENABLE ALWAYS)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games.log.guards.tables import GuardedTable

# A trigger that is there but asleep, narrowed by a condition, on another table, or whose function was exchanged, is as
# good as missing.
FIND_TRIGGERS: Final = """
    SELECT t.tgname,
        concat_ws('|', pg_get_triggerdef(t.oid, true), t.tgenabled, p.prosrc,
            p.proconfig = ARRAY['search_path=' || quote_ident(current_schema()) || ', pg_temp'])
    FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
    JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace"""
_EACH: Final = {"insert": "ROW", "update": "ROW", "delete": "ROW", "truncate": "STATEMENT"}
"""What is refused, and whether for each row or at once."""


def creating_sql(tables: Sequence[GuardedTable]) -> Iterator[str]:
    """The statements that make all guards anew."""
    yield from dropping_sql(tables)
    for table in tables:
        for does in _EACH:
            name, source = _name(table, does), _source(table, does)
            yield f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $${source}$$"
            yield _pin(name)
            yield _definition(table, does)
            yield f"ALTER TABLE {table.name} ENABLE ALWAYS TRIGGER {name}"


def dropping_sql(tables: Sequence[GuardedTable]) -> Iterator[str]:
    """The statements that take all guards away."""
    yield from (f"DROP TRIGGER IF EXISTS {_name(table, does)} ON {table.name}" for table in tables for does in _EACH)


def expected_definitions(tables: Sequence[GuardedTable]) -> Mapping[str, str]:
    """What the catalogue says of each guard."""
    return {
        _name(table, does): f"{_definition(table, does)}|A|{_source(table, does)}|t"
        for table in tables
        for does in _EACH
    }


def find_rewrites() -> Iterator[str]:
    """What asks for everything else by which the database does, hides or lets pass something by itself: rewrite rules,
    which turn a statement into another before any trigger; policies, by which rows are hidden; event triggers, which go
    off when tables are changed; references to which it was told to pay no heed, or by which it deletes and changes
    rows; tables that inherit from others, whose rows are read among theirs and guarded by nothing; tables that are
    empty after a crash; and functions and operators that may be taken for its own, because they fit the types of
    columns better, or come first."""
    acts = "(f.confdeltype <> 'a' OR f.confupdtype <> 'a')"
    ours = "relnamespace = current_schema()::regnamespace"
    yield "SELECT rulename, definition FROM pg_rules WHERE schemaname = current_schema()"
    yield "SELECT policyname, tablename FROM pg_policies WHERE schemaname = current_schema()"
    yield f"SELECT 'row security of ' || relname, relname FROM pg_class WHERE relrowsecurity AND {ours}"  # noqa: S608
    yield (
        "SELECT evtname, evtevent FROM pg_event_trigger e WHERE NOT EXISTS (SELECT 1 FROM pg_depend d WHERE"
        " d.classid = 'pg_event_trigger'::regclass AND d.objid = e.oid AND d.deptype = 'e')"
    )
    yield (
        "SELECT DISTINCT 'sleeping references of ' || c.relname, c.relname FROM pg_trigger t"  # noqa: S608
        f" JOIN pg_class c ON c.oid = t.tgrelid WHERE t.tgisinternal AND t.tgenabled <> 'O' AND c.{ours}"
    )
    yield (
        "SELECT DISTINCT 'acting references of ' || c.relname, c.relname FROM pg_constraint f"  # noqa: S608
        f" JOIN pg_class c ON c.oid = f.conrelid WHERE f.contype = 'f' AND {acts} AND c.{ours}"
    )
    yield (
        "SELECT 'rows of ' || i.inhrelid::regclass || ' among those of ' || c.relname, c.relname FROM pg_inherits i"  # noqa: S608
        f" JOIN pg_class c ON c.oid = i.inhparent WHERE c.relkind = 'r' AND c.{ours}"
    )
    yield f"SELECT 'unlogged ' || relname, '' FROM pg_class WHERE relpersistence = 'u' AND relkind = 'r' AND {ours}"  # noqa: S608
    # Functions of triggers stand in for no other, and do nothing without a trigger.
    yield _own("pg_proc", "o.pronamespace", "o.oid::regprocedure", "o.proowner", "o.prorettype <> 'trigger'::regtype")
    yield _own("pg_operator", "o.oprnamespace", "o.oid::regoperator", "o.oprowner", "true")
    # Asked without any table: another one would be asked then.
    yield (
        "SELECT 'search path', '' WHERE pg_catalog.array_position(pg_catalog.current_schemas(true), 'pg_catalog')"
        " > pg_catalog.array_position(pg_catalog.current_schemas(true), pg_catalog.current_schema())"
    )


def _own(catalogue: str, schema: str, name: str, owner: str, condition: str) -> str:
    """What asks for everything of a catalogue that somebody has made in a schema that is looked through.

    What an extension has made belongs to whoever runs the server; whoever owns an extension can add more to it.
    """
    return (
        f"SELECT {name}::text, '' FROM {catalogue} o JOIN pg_namespace n ON n.oid = {schema} WHERE {condition}"  # noqa: S608
        " AND n.nspname = ANY(current_schemas(false)) AND n.nspname <> 'pg_catalog' AND NOT (EXISTS (SELECT 1"
        f" FROM pg_depend d WHERE d.classid = '{catalogue}'::regclass AND d.objid = o.oid AND d.deptype = 'e')"
        f" AND (SELECT r.rolsuper FROM pg_roles r WHERE r.oid = {owner}))"
    )


def _name(table: GuardedTable, does: str) -> str:
    return f"{table.name}_no_{does}"


def _definition(table: GuardedTable, does: str) -> str:
    """The statement that makes a trigger, exactly as PostgreSQL writes it."""
    name = _name(table, does)
    fires = f"BEFORE {does.upper()} ON {table.name} FOR EACH {_EACH[does]}"
    return f"CREATE TRIGGER {name} {fires} EXECUTE FUNCTION {name}()"


def _pin(name: str) -> str:
    """Let a guard look at the real tables only: without this, temporary ones of the same name would come first."""
    pinned = f"ALTER FUNCTION {name}() SET search_path = %I, pg_temp"
    return f"DO $$BEGIN EXECUTE format('{pinned}', current_schema()); END$$"


def _source(table: GuardedTable, does: str) -> str:
    """The body of a guard's function."""
    refusal = f"RAISE EXCEPTION '{table.name} is append-only: {does} refused' USING ERRCODE = 'restrict_violation'"
    if does != "insert":
        return f"BEGIN {refusal}; END"
    condition = f"NEW.{table.key} > 0 AND {table.continues}"
    return f"BEGIN IF ({condition}) IS NOT TRUE THEN {refusal}; END IF; RETURN NEW; END"
