"""What a first start makes, made once for a whole run: a migrated database and the collected static files.

Starting from nothing takes seconds of work. Most tests that start the site, or a program on a database, are about what
comes afterwards, and begin with a copy. Those about the first start do not.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

import psycopg
from psycopg.sql import SQL, Identifier

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
    """The folder in which everything is, made by the first of all workers that needs it."""
    folder = Path(os.environ[PREPARED])
    folder.mkdir(mode=0o700, exist_ok=True)
    done = folder / "done"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            _prepare(folder)
            done.touch()
    return folder


def _prepare(folder: Path) -> None:
    environment = {**os.environ, "BRIKKS_VAR": str(folder), "DJANGO_SETTINGS_MODULE": "brikks_site.settings"}
    if url := os.environ.get("DATABASE_URL"):
        with psycopg.connect(with_name(url, "postgres"), autocommit=True) as server:
            server.execute(SQL("CREATE DATABASE {}").format(Identifier(_template())))
        environment["DATABASE_URL"] = with_name(url, _template())
    subprocess.run([sys.executable, "manage.py", "prepare"], cwd=ROOT, env=environment, check=True, umask=0o077)
