"""Databases of their own for measurements, and processes in which Django uses them."""

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

ROOT: Final = Path(__file__).resolve().parent.parent
LOCAL: Final = "postgres://postgres@127.0.0.1:5432/postgres"
SQLITE: Final = "SQLite"
POSTGRESQL: Final = "PostgreSQL"


class Unreachable(Exception):
    """There is no PostgreSQL to measure."""


@contextmanager
def scratch(vendor: str) -> Iterator[dict[str, str]]:
    """The environment in which Django uses a new, empty database, which is dropped afterwards."""
    without = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    with TemporaryDirectory(prefix="brikks-bench-") as folder:
        environment = {**without, "BRIKKS_VAR": folder, "DJANGO_SETTINGS_MODULE": "brikks_site.settings"}
        # Two people make all games of a measurement, more of them than anybody may have under way.
        environment["BRIKKS_CAPS"] = "off"
        if vendor == SQLITE:
            yield environment
        else:
            with _database() as url:
                yield {**environment, "DATABASE_URL": url}


@contextmanager
def _database() -> Iterator[str]:
    """A new database on the server that DATABASE_URL names, or on this machine's."""
    server = os.environ.get("DATABASE_URL") or LOCAL
    name = f"brikks_bench_{os.getpid()}_{secrets.token_hex(3)}"
    try:
        connection = psycopg.connect(_at(server, "postgres"), autocommit=True, connect_timeout=5)
    except psycopg.OperationalError as error:
        raise Unreachable(f"PostgreSQL does not answer: {str(error).strip().splitlines()[0]}") from None
    with connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield _at(server, name)
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def _at(url: str, name: str) -> str:
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


def in_django(module: str, environment: Mapping[str, str], *arguments: object) -> Any:
    """What a module prints as JSON when it is run with this environment."""
    command = [sys.executable, "-m", module, *map(str, arguments)]
    with subprocess.Popen(command, cwd=ROOT, env=dict(environment), stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        try:
            output, _ = process.communicate()
        except BaseException:
            with suppress(ProcessLookupError):
                process.kill()
            raise
    if process.returncode:
        raise RuntimeError(f"{module} ended with {process.returncode}")
    return json.loads(output)


def set_up() -> None:
    """Start Django on the database of the environment, with all tables made."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
