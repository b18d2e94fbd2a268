"""A full disk, a database that is damaged or only to be read: a sentence and 503, and going on when it is mended."""

import http.client
import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
import redis
from django.db import DatabaseError, IntegrityError, InternalError, OperationalError, connection
from django.test import Client

from brikks_site.config import storage
from brikks_site.ops import readiness
from brikks_site.ops.failures import sentence_of
from games.accounts.models import Account
from games.log.sql import write_transaction
from games.log.storage_faults import StorageFault, _Met, fault_of, forget_fault, is_out_of_reach, remembered_fault
from games.refusals import OutOfOrder, busy
from tests.databases import IS_EMBEDDED
from tests.games.refusals import refused
from tests.games.sample_tables import account
from tests.machines import leave_out
from tests.scripts.processes import PATIENCE_SECONDS
from tests.sites import ROOT, start_again
from tests.small_disks import small_disk
from tests.web.ops.people import client_of

pytestmark = pytest.mark.slow

HERE = {"host": "localhost"}
SENTENCE = "The site cannot read or store its data just now; please try again in a few minutes."


@pytest.fixture(autouse=True)
def no_fault_met() -> Iterator[None]:
    forget_fault()
    yield
    forget_fault()


def of_sqlite(kind: type[sqlite3.Error], code: int) -> sqlite3.Error:
    error = kind("as SQLite says it")
    error.sqlite_errorcode = code
    return error


def of_django(kind: type[Exception], cause: Exception) -> Exception:
    error = kind(str(cause))
    error.__cause__ = cause
    return error


FULL = of_django(OperationalError, of_sqlite(sqlite3.OperationalError, sqlite3.SQLITE_FULL))
READ_ONLY = of_django(OperationalError, of_sqlite(sqlite3.OperationalError, 1032))
FAILING = of_django(OperationalError, of_sqlite(sqlite3.OperationalError, 778))
NO_DATABASE = of_django(DatabaseError, of_sqlite(sqlite3.DatabaseError, sqlite3.SQLITE_NOTADB))
CORRUPT = of_django(DatabaseError, of_sqlite(sqlite3.DatabaseError, sqlite3.SQLITE_CORRUPT))
NO_TEXT = of_django(OperationalError, sqlite3.OperationalError("Could not decode to UTF-8 column"))
LOCKED = of_django(OperationalError, of_sqlite(sqlite3.OperationalError, sqlite3.SQLITE_BUSY))
POSTGRESQL_FULL = of_django(OperationalError, psycopg.errors.DiskFull("no room"))
POSTGRESQL_CORRUPT = of_django(InternalError, psycopg.errors.DataCorrupted("oh"))
POSTGRESQL_LOCKED = of_django(OperationalError, psycopg.errors.LockNotAvailable("later"))
CLOSED = OperationalError("the connection is closed")
BROKEN_CONSTRAINT = of_django(IntegrityError, of_sqlite(sqlite3.IntegrityError, sqlite3.SQLITE_CONSTRAINT))
FAILED_TRANSACTION = of_django(InternalError, psycopg.errors.InFailedSqlTransaction("ours"))
OURS = ValueError("ours")
CASES = [
    (FULL, StorageFault.FULL),
    (READ_ONLY, StorageFault.READ_ONLY),
    (FAILING, StorageFault.FAILING),
    (NO_DATABASE, StorageFault.DAMAGED),
    (CORRUPT, StorageFault.DAMAGED),
    (NO_TEXT, StorageFault.DAMAGED),
    (LOCKED, StorageFault.BUSY),
    (POSTGRESQL_FULL, StorageFault.FULL),
    (of_django(InternalError, psycopg.errors.ReadOnlySqlTransaction("only to read")), StorageFault.READ_ONLY),
    (of_django(OperationalError, psycopg.errors.IoError("oh")), StorageFault.FAILING),
    (POSTGRESQL_CORRUPT, StorageFault.DAMAGED),
    (POSTGRESQL_LOCKED, StorageFault.BUSY),
    (CLOSED, StorageFault.BUSY),
    (redis.exceptions.OutOfMemoryError("OOM command not allowed"), StorageFault.REDIS),
    (redis.exceptions.ReadOnlyError("You can't write against a read only replica."), StorageFault.REDIS),
    (OSError(28, "No space left on device"), StorageFault.FULL),
    (OSError(30, "Read-only file system"), StorageFault.READ_ONLY),
    (OSError(2, "No such file or directory"), None),
    (BROKEN_CONSTRAINT, None),
    (FAILED_TRANSACTION, None),
    (OURS, None),
    (OperationalError("database is locked: no turn to write within 20 seconds"), StorageFault.BUSY),
    (of_django(OperationalError, of_sqlite(sqlite3.OperationalError, sqlite3.SQLITE_ERROR)), None),
]


@pytest.mark.parametrize(("error", "fault"), CASES)
def test_what_is_wrong_is_told_from_what_drivers_say(error: Exception, fault: StorageFault | None) -> None:
    assert fault_of(error) is fault


@pytest.mark.parametrize(
    ("error", "is_so"),
    [
        *((error, True) for error in (FULL, READ_ONLY, LOCKED, POSTGRESQL_FULL, POSTGRESQL_LOCKED, CLOSED)),
        *((error, False) for error in (FAILING, NO_DATABASE, CORRUPT, NO_TEXT, POSTGRESQL_CORRUPT)),
        *((error, False) for error in (BROKEN_CONSTRAINT, FAILED_TRANSACTION, OURS)),
        (of_django(OperationalError, of_sqlite(sqlite3.OperationalError, sqlite3.SQLITE_CANTOPEN)), True),
        (of_django(OperationalError, of_sqlite(sqlite3.OperationalError, sqlite3.SQLITE_ERROR)), False),
    ],
)
def test_what_cannot_be_read_just_now_is_told_from_what_is_damaged(error: Exception, is_so: bool) -> None:
    assert is_out_of_reach(error) is is_so


def test_whoever_runs_the_site_hears_the_cause_and_not_what_visitors_hear() -> None:
    refusal = busy()
    refusal.__cause__ = FULL
    assert sentence_of(refusal) == "The disk is full. (as SQLite says it)"
    assert sentence_of(OSError(13, "Permission denied", "/var/keys")) == "/var/keys: Permission denied."
    assert sentence_of(ValueError("ours")) == ""


@pytest.mark.django_db(transaction=True)
def test_a_database_that_can_only_be_read_is_told_and_gone_on_with_once_it_is_mended(client: Client) -> None:
    """Real ones: SQLite and PostgreSQL are both told to take nothing, for as long as this connection lasts."""
    forbid = "PRAGMA query_only = ON" if connection.vendor == "sqlite" else "SET default_transaction_read_only = on"
    with connection.cursor() as cursor:
        cursor.execute(forbid)
    with refused(OutOfOrder, "site/storage"), write_transaction():
        account("Ada")
    assert not Account.objects.exists()
    told = client.get("/readyz", headers=HERE).json()
    assert (told["parts"]["storage"], told["reasons"]["storage"]) == ("not ok", StorageFault.READ_ONLY.value)
    with write_transaction():
        account("Ada")
    readiness.forget()
    assert client.get("/readyz", headers=HERE).json()["parts"]["storage"] == "ok"


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(IS_EMBEDDED, reason="only PostgreSQL has such sessions")
def test_a_session_that_may_only_read_is_named_before_anybody_writes(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")
    assert client.get("/readyz", headers=HERE).json()["reasons"]["storage"] == StorageFault.READ_ONLY.value
    readiness.forget()
    assert client.get("/readyz", headers=HERE).json()["parts"]["storage"] == "ok", "the next session may write"


def test_what_was_met_is_not_held_against_the_site_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Met, "fault", StorageFault.FULL)
    monkeypatch.setattr(_Met, "until", time.monotonic() - 1)
    assert remembered_fault() is None


@pytest.mark.django_db
@pytest.mark.parametrize("error", [FULL, NO_DATABASE, POSTGRESQL_FULL])
def test_a_page_says_so_in_the_readers_language(
    error: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("brikks_site.views.viewer_at", fail)
    response = Client(raise_request_exception=False).get("/", headers={"accept-language": "de"})
    assert (response.status_code, response["Retry-After"]) == (503, "10")
    assert "kann ihre Daten gerade weder lesen noch speichern" in response.content.decode()
    assert "Traceback" not in caplog.text


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "told"), [("/", SENTENCE), ("/api/v1/me", '"code": "site/storage"')])
def test_what_fails_around_a_view_is_answered_too(path: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A session is stored when the view has done, or looked for before it begins."""
    browser = client_of("Ada")
    browser.raise_request_exception = False

    def fail(*_: object) -> None:
        raise FULL

    monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore._get_session_from_db", fail)
    response = browser.get(path)
    assert (response.status_code, response["Retry-After"]) == (503, "10")
    assert told in response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(("key", "holds"), [("", b""), ("none", b""), ("", None)])
def test_a_key_that_cannot_be_used_is_a_refusal_and_no_traceback(
    key: str,
    holds: bytes | None,
    tmp_path: Path,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    settings.KEYS = tmp_path / "keys"
    if holds is None:
        settings.KEYS.write_text("no folder")
    else:
        settings.KEYS.mkdir()
        (settings.KEYS / "deal.key").write_bytes(holds)
    monkeypatch.setenv("BRIKKS_DEAL_KEY", key)
    response = Client(raise_request_exception=False).get("/")
    assert (response.status_code, response["Retry-After"]) == (503, "10")
    assert SENTENCE in response.content.decode()
    assert "Traceback" not in caplog.text
    said = {"command_id": "solo-1", "variant": "solo", "levels": [1], "seats": [{"kind": "person"}]}
    answer = client_of("Ada").post("/api/v1/games", said, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (503, "site/storage")


class Site:
    """A site on a small disk, asked as a program on this machine asks."""

    def __init__(self, address: str) -> None:
        self._host = address.removeprefix("http://").rstrip("/")

    def ask(self, path: str, said: dict[str, str] | None = None) -> tuple[int, Any, http.client.HTTPMessage]:
        asked = http.client.HTTPConnection(self._host, timeout=PATIENCE_SECONDS)
        body = None if said is None else json.dumps(said)
        asked.request("GET" if said is None else "POST", path, body, {"Content-Type": "application/json"})
        with closing(asked), asked.getresponse() as response:
            text = response.read()
            is_json = response.headers["Content-Type"].startswith("application/json")
            return response.status, json.loads(text) if is_json else text, response.headers

    def wait_until(self, path: str, status: int) -> Any:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while (answer := self.ask(path))[0] != status:
            assert time.monotonic() < deadline, answer
            time.sleep(0.3)
        return answer[1]


@pytest.mark.skipif(not IS_EMBEDDED, reason="the disk of PostgreSQL is not ours to fill")
def test_a_full_disk_loses_nothing_and_the_site_goes_on_when_there_is_room(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 64) as disk, start_again(disk.folder / "var") as started:
        site = Site(started.wait_until_ready())
        started.wait_until_all_run()
        site.wait_until("/readyz", 200)
        kept = ["before"] if site.ask("/api/v1/guests", {"display_name": "before"})[0] == 201 else []
        disk.fill()
        for number in range(300):
            status, said, headers = site.ask("/api/v1/guests", {"display_name": f"guest {number}"})
            if status != 201:
                break
            kept.append(f"guest {number}")
        assert (status, said, headers["Retry-After"]) == (503, {"code": "site/storage", "detail": SENTENCE}, "10")
        assert site.ask("/rules/")[0] == 200, "what is only read is there"
        assert site.ask("/healthz")[0] == 200
        told = site.wait_until("/readyz", 503)
        assert told["reasons"]["storage"].startswith("The disk is full.")
        done = command(disk.folder / "var", "owner_link")
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.splitlines()[-1] == "The disk is full. (database or disk is full)"
        disk.make_room()
        assert site.ask("/api/v1/guests", {"display_name": "after"})[0] == 201
        kept.append("after")
        site.wait_until("/readyz", 200)
        started.process.terminate()
        status, output = started.end()
        assert (status, "Traceback" in output + done.stderr) == (0, False)
        with closing(sqlite3.connect(disk.folder / "var" / "brikks.sqlite3")) as database:
            names = [name for [name] in database.execute("SELECT display_name FROM games_account ORDER BY id")]
            assert names == kept, "what was acknowledged, and nothing else"
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def command(folder: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "BRIKKS_VAR": str(folder), **variables}
    return subprocess.run(
        [sys.executable, "manage.py", *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(not IS_EMBEDDED, reason="the files are the same, and PostgreSQL keeps its own")
@pytest.mark.parametrize(
    ("name", "holds", "told"),
    [
        ("secret-key", b"", "does not hold a whole secret key"),
        ("brikks.sqlite3", b"no database, however long one looks at it " * 99, "The database is damaged, or is none."),
    ],
)
def test_a_command_ends_with_one_sentence(name: str, holds: bytes, told: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(holds)
    done = command(tmp_path, "checkpoints")
    assert (done.returncode, done.stdout) == (1, "")
    [line] = done.stderr.splitlines()
    assert told in line


@pytest.mark.skipif(not IS_EMBEDDED, reason="PostgreSQL keeps its own files")
def test_the_audit_of_what_is_no_database_is_one_finding(tmp_path: Path) -> None:
    (tmp_path / "brikks.sqlite3").write_bytes(b"no database, however long one looks at it " * 99)
    done = command(tmp_path, "audit")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("database/damaged: The database says of itself: file is not a database.\n")


def test_the_audit_of_a_database_that_does_not_answer_finds_no_damage(tmp_path: Path) -> None:
    done = command(tmp_path, "audit", DATABASE_URL="postgres://ada:secret@127.0.0.1:1/nowhere")
    assert (done.returncode, done.stdout) == (1, "")
    [line] = done.stderr.splitlines()
    assert line.startswith("The database is busy or does not answer. (")


@pytest.mark.skipif(not IS_EMBEDDED, reason="the disk of PostgreSQL is not ours to fill")
def test_the_audit_on_a_full_disk_finds_no_damage(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 1) as disk:
        var = disk.folder / "var"
        var.mkdir()
        with closing(sqlite3.connect(var / "brikks.sqlite3")) as database:
            database.execute("PRAGMA journal_mode = WAL")
        disk.fill()
        done = command(var, "audit", DJANGO_SECRET_KEY="a secret " * 9)
    assert (done.returncode, done.stdout) == (1, "")
    [line] = done.stderr.splitlines()
    assert line in ("The disk is full. (database or disk is full)", f"{StorageFault.FAILING.value} (disk I/O error)")


@pytest.fixture
def deaf_redis(tmp_path: Path) -> Iterator[str]:
    """The address of a Redis that can be read but takes nothing: the copy of one that is not there."""
    server = shutil.which("redis-server")
    if server is None:
        leave_out("there is no redis-server here that could be started")
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--replicaof", "127.0.0.1", "1"]
    with subprocess.Popen([server, *options], cwd=tmp_path, stdout=subprocess.DEVNULL) as process:
        try:
            _wait_for_port(port)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            process.kill()


def _wait_for_port(port: int) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        else:
            return


@pytest.mark.django_db
def test_a_redis_that_takes_nothing_is_named_and_no_fault_of_the_program(deaf_redis: str, settings: Any) -> None:
    settings.REDIS_URL = deaf_redis
    settings.CACHES = {"default": storage.cache(deaf_redis, "brikks:")}
    told = Client().get("/readyz", headers=HERE).json()
    assert told["parts"]["broker"] == "not ok"
    assert told["reasons"]["broker"].startswith(StorageFault.REDIS.value)
    browser = Client(raise_request_exception=False)
    assert browser.get("/").status_code == 200, "play goes on"
    answer = browser.post("/accounts/login/", {"login": "ada", "password": "wrong-and-long"})
    assert answer.status_code == 503, "attempts cannot be counted"
