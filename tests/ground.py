"""A ground of its own for every test run and for each of its workers: data folder, database names, keys in Redis.

pytest loads this before Django's settings are read (`-p tests.ground` in pyproject.toml), because they are read from
the environment that is changed here. Several runs can go on at once on the same PostgreSQL and Redis.
"""

import atexit
import os
import secrets
import shutil
import tempfile
from collections.abc import MutableMapping
from pathlib import Path
from urllib.parse import urlsplit

import redis

from brikks_site.translations.catalogues import compile_stale

PREFIX = "BRIKKS_REDIS_PREFIX"


def take_ground(environment: MutableMapping[str, str]) -> None:
    """What a whole run has for itself; pytest-django adds the worker to the names of databases."""
    mark = secrets.token_hex(4)
    environment[PREFIX] = f"brikks-test-{mark}:"
    # Tests ask faster than people; those that are about limits set their own.
    environment.setdefault("BRIKKS_THROTTLES", "off")
    if not environment.get("BRIKKS_VAR"):
        environment["BRIKKS_VAR"] = folder = tempfile.mkdtemp(prefix="brikks-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    if url := environment.get("DATABASE_URL"):
        environment["DATABASE_URL"] = with_name(url, f"{name_in(url)}_{mark}")


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


def pytest_unconfigure() -> None:
    """Leave nothing in Redis; databases and folders are removed by those who made them."""
    if url := os.environ.get("REDIS_URL"):
        with redis.Redis.from_url(url) as client:
            for key in client.scan_iter(os.environ[PREFIX] + "*", count=1000):
                client.delete(key)


if worker := os.environ.get("PYTEST_XDIST_WORKER"):
    take_corner(os.environ, worker)
else:
    take_ground(os.environ)
    compile_stale()
