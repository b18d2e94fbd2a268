"""Databases for programs that tests start: a new one on PostgreSQL when the tests run there, else nothing to name."""

import contextlib
import os
import secrets
from collections.abc import Iterator

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from tests.ground import name_in, with_name
from tests.prepared import template

IS_EMBEDDED = not os.environ.get("DATABASE_URL")
"""Whether the programs keep their data in SQLite, in their data folder."""
same_everywhere = pytest.mark.skipif(not IS_EMBEDDED, reason="comes out the same whatever the database is")
"""For a costly test among those on PostgreSQL that would show nothing more there."""


@contextlib.contextmanager
def own_database(is_prepared: bool = False, is_dropped: bool = False) -> Iterator[dict[str, str]]:
    """The variable that names a database, empty or as a first start has left it.

    Dropping one makes the server write everything to disk that it still holds, which takes seconds: unless a test needs
    it to be gone, that is done once the run is over (`tests.ground`).
    """
    if IS_EMBEDDED:
        yield {}
        return
    url = os.environ["DATABASE_URL"]
    name = f"{name_in(url)}_{secrets.token_hex(4)}"
    original = template() if is_prepared else "template1"
    with psycopg.connect(with_name(url, "postgres"), autocommit=True) as server:
        server.execute(SQL("CREATE DATABASE {} TEMPLATE {}").format(Identifier(name), Identifier(original)))
        try:
            yield {"DATABASE_URL": with_name(url, name)}
        finally:
            if is_dropped:
                server.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))
