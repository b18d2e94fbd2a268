"""A ground of its own for every test run and for each of its workers: data folder, database names, keys in Redis.

pytest loads this before Django's settings are read (`-p tests.ground` in pyproject.toml), because they are read from
the environment that is changed here. Several runs can go on at once on the same PostgreSQL and Redis.
"""

import atexit
import gc
import os
import secrets
import shutil
import tempfile
from collections.abc import Generator, MutableMapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import psycopg
import pytest
import redis
from psycopg.sql import SQL, Identifier

from brikks_site.translations.catalogues import compile_stale

PREFIX = "BRIKKS_REDIS_PREFIX"
PREPARED = "TESTS_PREPARED"
"""Where the workers of a run find what is made once for all of them (tests.prepared)."""
COUNTED = "counted"
"""The property of a test under which it says what it has counted."""
HURRIED = "-c synchronous_commit=off"
"""Processes are killed in tests, but never the server of the database: it need not wait for the disk."""


def take_ground(environment: MutableMapping[str, str]) -> None:
    """What a whole run has for itself; pytest-django adds the worker to the names of databases."""
    mark = secrets.token_hex(4)
    environment[PREFIX] = f"brikks-test-{mark}:"
    # Tests ask faster than people; those that are about limits set their own.
    environment.setdefault("BRIKKS_THROTTLES", "off")
    environment.setdefault("BRIKKS_CAPS", "off")
    if not environment.get("BRIKKS_VAR"):
        environment["BRIKKS_VAR"] = folder = tempfile.mkdtemp(prefix="brikks-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    environment[PREPARED] = str(Path(environment["BRIKKS_VAR"]) / "prepared")
    if url := environment.get("DATABASE_URL"):
        environment["DATABASE_URL"] = hurried(with_name(url, f"{name_in(url)}_{mark}"))


def take_corner(environment: MutableMapping[str, str], worker: str) -> None:
    """What one worker of a run has for itself."""
    environment[PREFIX] += f"{worker}:"
    environment["BRIKKS_VAR"] = str(Path(environment["BRIKKS_VAR"]) / worker)


def name_in(url: str) -> str:
    """The name of the database at the end of an address."""
    return urlsplit(url).path.strip("/")


def with_name(url: str, name: str) -> str:
    """The same address with another database."""
    return urlsplit(url)._replace(path=f"/{name}").geturl()


def hurried(url: str) -> str:
    """The same address for sessions that do not wait for the disk."""
    parts = urlsplit(url)
    asked = dict(parse_qsl(parts.query))
    asked["options"] = " ".join(filter(None, [asked.get("options"), HURRIED]))
    return parts._replace(query=urlencode(asked, quote_via=quote)).geturl()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """Look for no garbage while thousands of tests are found, all of which stay: that would be a third of the work."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over what stays until the end anyway: thousands of tests, and all modules."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Tell at the end what tests have counted, in whichever process they ran."""
    for report in (one for reports in terminalreporter.stats.values() for one in reports):
        if getattr(report, "when", None) == "call":
            for name, told in report.user_properties:
                if name == COUNTED:
                    terminalreporter.write_line(f"{report.nodeid}: {told}")


def pytest_unconfigure() -> None:
    """Leave nothing in Redis, and no database of this run; folders are removed by those who made them."""
    if url := os.environ.get("REDIS_URL"):
        with redis.Redis.from_url(url) as client:
            for key in client.scan_iter(os.environ[PREFIX] + "*", count=1000):
                client.delete(key)
    if (url := os.environ.get("DATABASE_URL")) and "PYTEST_XDIST_WORKER" not in os.environ:
        drop_databases(url)


def drop_databases(url: str) -> None:
    """Drop the databases that tests have made beside the one at an address, with all who still use them."""
    beside = name_in(url).replace("_", r"\_") + r"\_%"
    with psycopg.connect(with_name(url, "postgres"), autocommit=True) as server:
        for [name] in server.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", [beside]).fetchall():
            server.execute(SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(Identifier(name)))


if worker := os.environ.get("PYTEST_XDIST_WORKER"):
    take_corner(os.environ, worker)
else:
    take_ground(os.environ)
    compile_stale()
