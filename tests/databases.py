"""Databases for programs that tests start: a new one on PostgreSQL when the tests run there, else nothing to name."""

import contextlib
import os
import secrets
from collections.abc import Iterator

import psycopg
from psycopg.sql import SQL, Identifier

from tests.ground import name_in, with_name

IS_EMBEDDED = not os.environ.get("DATABASE_URL")
"""Whether the programs keep their data in SQLite, in their data folder."""


@contextlib.contextmanager
def own_database() -> Iterator[dict[str, str]]:
    """The variable that names an empty database, which is dropped afterwards with all who still use it."""
    if IS_EMBEDDED:
        yield {}
        return
    url = os.environ["DATABASE_URL"]
    name = f"{name_in(url)}_{secrets.token_hex(4)}"
    with psycopg.connect(with_name(url, "postgres"), autocommit=True) as server:
        server.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
        try:
            yield {"DATABASE_URL": with_name(url, name)}
        finally:
            server.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))
