"""A process that serves or works does not begin without guards; a database that is away yet does not end it."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import DatabaseError, OperationalError, connection, connections
from django.db.backends.signals import connection_created

from games.integrity import startup
from games.integrity.startup import check_at_start
from games.log.guards import GuardsMissing, make_guards, require_guards
from tests.databases import own_database
from tests.games.log.guards.rows import IS_SQLITE, execute
from tests.prepared import lay_out

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
NO_UPDATE = "games_event_no_update"
BEGIN = (
    "import django; django.setup();"
    "from games.integrity.startup import check_at_start; check_at_start(); print('serving')"
)
LIFT = (
    "import django; django.setup();"
    "from games.log.guards import lifted_in_test_database as lifted; lifted().__enter__(); print('lifted')"
)


def run(environment: Mapping[str, str], *arguments: str) -> "subprocess.CompletedProcess[str]":
    """A process of the site in its own environment."""
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False)


def begin(environment: Mapping[str, str], program: str = BEGIN) -> "subprocess.CompletedProcess[str]":
    return run(environment, "-c", program)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The environment of a site with a migrated database of its own, which is no test database."""
    folder = tmp_path_factory.mktemp("site") / "var"
    lay_out(folder)
    with own_database(is_prepared=True) as database:
        own = {"BRIKKS_VAR": str(folder), "DJANGO_SETTINGS_MODULE": "brikks_site.settings"}
        yield {**os.environ, **own, **database}


def change(environment: Mapping[str, str], statement: str) -> None:
    """Do something in the site's database, as somebody would who is not the site."""
    program = (
        "import django, sys; django.setup(); from django.db import connection; connection.cursor().execute(sys.argv[1])"
    )
    done = run(environment, "-c", program, statement)
    assert done.returncode == 0, done.stderr


def test_a_site_begins_with_its_guards_and_not_without_one(site: dict[str, str]) -> None:
    assert begin(site).stdout == "serving\n"
    change(site, f"DROP TRIGGER {NO_UPDATE}" + ("" if IS_SQLITE else " ON games_event"))
    refused = begin(site)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.strip() == (
        f"The log is not protected, guards are missing or changed: {NO_UPDATE}. Run “manage.py migrate” to mend that."
    )
    assert run(site, "manage.py", "migrate", "--verbosity", "0").returncode == 0
    assert begin(site).stdout == "serving\n"


def test_no_process_lifts_the_guards_of_a_site(site: dict[str, str]) -> None:
    done = begin(site, LIFT)
    assert done.stdout == ""
    assert "Only the guards of a test database can be lifted." in done.stderr
    assert begin(site).stdout == "serving\n"


def test_a_database_that_does_not_answer_yet_does_not_end_the_process(site: dict[str, str]) -> None:
    done = begin({**site, "DATABASE_URL": "postgres://postgres@127.0.0.1:1/nowhere"})
    assert (done.returncode, done.stdout) == (0, "serving\n")
    assert "The database does not answer yet" in done.stderr


@pytest.mark.django_db(transaction=True)
def test_the_question_can_be_asked_inside_an_event_loop() -> None:
    async def load() -> str:
        check_at_start()
        return "loaded"

    assert asyncio.run(load()) == "loaded"


@pytest.mark.django_db(transaction=True)
def test_once_the_database_answers_no_connection_is_used_without_guards(monkeypatch: pytest.MonkeyPatch) -> None:
    def silent() -> None:
        raise OperationalError("connection refused")

    execute(f"DROP TRIGGER {NO_UPDATE}" + ("" if IS_SQLITE else " ON games_event"))
    monkeypatch.setattr(startup, "require_guards", silent)
    check_at_start()
    monkeypatch.setattr(startup, "require_guards", require_guards)
    with ThreadPoolExecutor(1) as elsewhere:
        for _ in range(2):
            with pytest.raises(GuardsMissing):
                elsewhere.submit(ask).result()
        make_guards()
        assert elsewhere.submit(ask).result() == 1
        elsewhere.submit(connections.close_all).result()
    assert not connection_created.disconnect(dispatch_uid=startup._LATER)


@pytest.mark.django_db(transaction=True)
def test_once_the_database_answers_the_process_goes_by_the_time_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def silent() -> None:
        raise OperationalError("connection refused")

    gone_by: list[bool] = []
    monkeypatch.setattr(startup, "adopt_heartbeat_time", lambda: gone_by.append(True))
    monkeypatch.setattr(startup, "require_guards", silent)
    check_at_start()
    assert not gone_by
    monkeypatch.setattr(startup, "require_guards", require_guards)
    with ThreadPoolExecutor(1) as elsewhere:
        for _ in range(2):
            assert elsewhere.submit(ask).result() == 1
        elsewhere.submit(connections.close_all).result()
    assert gone_by == [True]


def ask() -> int:
    """Ask the database something on a connection of this thread."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        [answer] = cursor.fetchone() or [0]
    return int(answer)


@pytest.mark.django_db(transaction=True)
def test_a_damaged_database_ends_the_process_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged() -> None:
        cause = sqlite3.DatabaseError("file is not a database")
        cause.sqlite_errorcode = sqlite3.SQLITE_NOTADB
        raise DatabaseError(str(cause)) from cause

    monkeypatch.setattr(startup, "require_guards", damaged)
    with pytest.raises(SystemExit, match=r"The database is damaged, or is none\. \(file is not a database\)"):
        check_at_start()
