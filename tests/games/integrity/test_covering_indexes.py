"""SQLite compares what no log vouches for with covering indexes; which columns these are, the docs say."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

import pytest
from django.db import connection

from games.accounts.models import Account, Token
from games.integrity.audit.database import check_integrity
from games.integrity.audit.findings import Finding
from games.integrity.audit.full_audit import audit
from games.integrity.audit.schema import check_schema
from games.integrity.backups.check import database_replaced_by
from games.integrity.covering_indexes import make_covering_indexes
from tests.games.integrity.audit.tampering import IS_SQLITE, execute
from tests.tournaments.audit.columns_outside import outside

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not IS_SQLITE, reason="PostgreSQL has checksums of its pages."),
]
WITHOUT = {"sqlite_sequence.name", "sqlite_sequence.seq"}
"""SQLite makes no index of its own tables; nobody is shown which number it gives to the next row."""


def indexed() -> Iterator[str]:
    """The columns of each index, and what is the number of its row, which every index of the table holds."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT m.tbl_name, i.name FROM sqlite_master m, pragma_index_info(m.name) i WHERE type = 'index'"
        )
        yield from (f"{table}.{column}" for table, column in cursor.fetchall())
        cursor.execute("SELECT m.name, i.name FROM sqlite_master m, pragma_table_info(m.name) i WHERE i.pk = 1")
        yield from (f"{table}.{column}" for table, column in cursor.fetchall())


def test_every_column_outside_the_audit_is_in_an_index() -> None:
    assert len(outside()) > 100
    assert {*outside()} - {*indexed()} == WITHOUT


def test_a_bit_that_has_changed_in_a_table_is_found(tmp_path: Path) -> None:
    Token.objects.create(account=Account.objects.create(username="mia"), name="laptop", digest="x", scopes="play")
    copy = tmp_path / "copy.sqlite3"
    execute(f"VACUUM INTO '{copy}'")
    content = copy.read_bytes()
    assert content.count(b"laptop") == 2
    copy.write_bytes(content.replace(b"laptop", b"laptoq", 1))
    with database_replaced_by(copy):
        assert [finding.code for finding in check_integrity().findings] == ["database/damaged"]


@pytest.mark.parametrize(
    "statement",
    ["DROP INDEX games_account_covering", "CREATE INDEX games_account_covering ON games_account (email)"],
)
def test_a_copy_that_is_gone_or_is_another_is_found_and_made_again(statement: str) -> None:
    execute("DROP INDEX games_account_covering")
    if statement.startswith("CREATE"):
        execute(statement)
    assert [finding.code for finding in check_schema()] == ["schema/index"]
    make_covering_indexes(connection)
    assert list(check_schema()) == []


@pytest.mark.parametrize("version", [3, 4, 18, 130])
def test_a_file_that_says_of_itself_that_it_cannot_be_written_is_damaged(tmp_path: Path, version: int) -> None:
    copy = tmp_path / "copy.sqlite3"
    execute(f"VACUUM INTO '{copy}'")
    with closing(connect(copy)) as target:
        target.execute("PRAGMA journal_mode = DELETE")
    content = bytearray(copy.read_bytes())
    content[18] = version
    copy.write_bytes(content)
    with database_replaced_by(copy):
        findings: list[Finding] = audit(is_in_use=False).findings
    assert [finding.code for finding in findings] == ["database/damaged"]
    assert f"write version {version}" in findings[0].sentence
