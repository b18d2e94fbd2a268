"""What a first start makes, made once for a whole run: a migrated database and the collected static files.

Starting from nothing takes seconds of work. Most tests that start the site, or a program on a database, are about what
comes afterwards, and begin with a copy. Those about the first start do not.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psycopg
from psycopg.sql import SQL, Identifier

from brikks_site.scripts.run_options import for_a_demonstration
from tests.ground import PREPARED, name_in, with_name

ROOT = Path(__file__).resolve().parents[1]
DATABASE = "brikks.sqlite3"


def lay_out(folder: Path) -> None:
    """Make a data folder as if a site had been started there before; on PostgreSQL its database is `template()`."""
    made = _prepared()
    folder.mkdir(mode=0o700, parents=True)
    shutil.copytree(made / "static", folder / "static")
    if (made / DATABASE).exists():
        shutil.copy2(made / DATABASE, folder / DATABASE)


def lay_out_demonstration(folder: Path) -> None:
    """Make a data folder as if `./run --demo` had been run there before."""
    shutil.copytree(_once("demonstration", _prepare_demonstration), folder / "demo")


def static_files() -> Path:
    """The collected static files, which are only to be read."""
    return _prepared() / "static"


def template() -> str:
    """The name of the database on PostgreSQL of which others are copies; nobody may be using it."""
    _prepared()
    return _template()


def _template() -> str:
    return f"{name_in(os.environ['DATABASE_URL'])}_prepared"


def _prepared() -> Path:
    return _once("site", _prepare)


def _once(name: str, make: Callable[[Path], None]) -> Path:
    """A folder that is made by the first of all workers that needs it."""
    place = Path(os.environ[PREPARED])
    place.mkdir(mode=0o700, exist_ok=True)
    with (place / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (place / name).exists():
            make(place / f"{name}.new")
            (place / f"{name}.new").rename(place / name)
    return place / name


def _prepare(folder: Path) -> None:
    named = {}
    if url := os.environ.get("DATABASE_URL"):
        with psycopg.connect(with_name(url, "postgres"), autocommit=True) as server:
            server.execute(SQL("CREATE DATABASE {}").format(Identifier(_template())))
        named = {"DATABASE_URL": with_name(url, _template())}
    _run_prepare({**os.environ, **named, "BRIKKS_VAR": str(folder)})


def _prepare_demonstration(folder: Path) -> None:
    _run_prepare({**for_a_demonstration(dict(os.environ), folder.parent), "BRIKKS_VAR": str(folder)}, "--demo")


def _run_prepare(environment: dict[str, str], *arguments: str) -> None:
    command = [sys.executable, "manage.py", "prepare", *arguments]
    named = {**environment, "DJANGO_SETTINGS_MODULE": "brikks_site.settings"}
    subprocess.run(command, cwd=ROOT, env=named, check=True, umask=0o077, stdout=subprocess.DEVNULL)
