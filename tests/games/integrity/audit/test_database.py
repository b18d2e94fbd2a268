"""What the database says of itself: PostgreSQL only where it can be asked, and the audit says where it cannot.

What is damaged in a SQLite file is in `tests/tournaments/audit/test_bit_flips.py`.
"""

import pytest

from games.integrity.audit.database import check_integrity
from games.log.steady_reads import stream
from tests.games.integrity.audit.tampering import IS_SQLITE, _settle, execute
from tests.games.integrity.audit.world import World
from tests.machines import leave_out

on_postgresql = pytest.mark.skipif(IS_SQLITE, reason="on PostgreSQL")
SAME = (
    "CREATE OR REPLACE FUNCTION same(text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$BEGIN RETURN $1; END$$",
    "CREATE INDEX by_itself ON games_game (same(key))",
)
ANOTHER = (
    "CREATE OR REPLACE FUNCTION same(text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$BEGIN RETURN $1 || '.'; END$$"
)
"""What makes an index hold what its table does not."""


@pytest.fixture
def asked(world: World) -> None:
    """A database that can be asked."""
    if not list(stream("SELECT 1 FROM pg_available_extensions WHERE name = 'amcheck'")):
        leave_out("PostgreSQL was installed without amcheck")
    _settle()
    execute("CREATE EXTENSION amcheck")


def said() -> tuple[list[str], list[str]]:
    """What is found, and what is only remarked upon."""
    report = check_integrity()
    return [str(finding) for finding in report.findings], [str(remark) for remark in report.remarks]


@on_postgresql
def test_where_nobody_can_ask_postgresql_the_audit_says_so(world: World) -> None:
    found, [remark] = said()
    assert found == []
    assert remark.startswith("database/unchecked: ")
    assert "amcheck is not installed" in remark


@on_postgresql
def test_where_this_role_may_not_ask_the_audit_says_so(asked: None) -> None:
    execute("CREATE ROLE brikks_test_reader IN ROLE pg_read_all_data")
    execute("SET LOCAL ROLE brikks_test_reader")
    found, [remark] = said()
    assert found == []
    assert "amcheck may not be used by this role" in remark


@on_postgresql
def test_what_is_sound_is_neither_a_finding_nor_a_remark(asked: None) -> None:
    assert said() == ([], [])


@on_postgresql
def test_an_index_that_does_not_hold_its_table_is_named(asked: None) -> None:
    for statement in SAME:
        execute(statement)
    assert said() == ([], [])
    execute(ANOTHER)
    [found], remarks = said()
    assert found.startswith("database/damaged: ")
    assert "by_itself" in found
    assert remarks == []
