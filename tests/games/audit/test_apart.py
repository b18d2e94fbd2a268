"""`manage.py audit` as operators run it: a process of its own, which loads the logs and nothing of the site."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from games.accounts.callers import ANYBODY
from games.integrity.checkpoints import make_checkpoint
from games.records.export import export_record
from games.records.imports import import_record
from tests.games.backups.conftest import site
from tests.games.backups.sites import ROOT, environment, harm
from tests.games.tables import caller, play_out, table
from tests.ground import with_name

__all__ = ["site"]

UNNEEDED = ("allauth", "celery", "django.contrib.admin", "redis", "rest_framework", "tournaments.clubs.services")
LOADED = "import sys, manage; sys.argv = ['manage.py', 'audit', '--json']; manage.main(); print(*sys.modules)"


SERVICES = ("DATABASE_URL", "REDIS_URL")
NOBODY = "redis://127.0.0.1:1/0"
"""A Redis that nobody could reach."""


def python(place: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run Python on a site in a file, with no settings named."""
    return run(environment(place), *arguments)


def run(site: dict[str, str], *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run Python with what names a site, and nothing else that does."""
    kept = {name: value for name, value in os.environ.items() if name not in (*SERVICES, "DJANGO_SETTINGS_MODULE")}
    named = {**kept, **site, "DJANGO_SECRET_KEY": settings.SECRET_KEY}
    named.pop("DJANGO_SETTINGS_MODULE", None)
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, env=named, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.slow
def test_it_checks_everything_without_the_settings_of_the_site(site: Path) -> None:
    game = table()
    play_out(game)
    import_record(json.dumps(export_record(game, ANYBODY)), caller("Dan"))
    make_checkpoint()
    done = python(site, "manage.py", "audit", "--json")
    report = json.loads(done.stdout)
    assert (done.returncode, report["findings"]) == (0, [])
    assert [report[sort] for sort in ("games", "checkpoints", "imported")] == [1, 1, 1]
    harm(site, "UPDATE games_event SET actor = 'p-0' WHERE seq = 20")
    done = python(site, "manage.py", "audit", "--json")
    [found] = json.loads(done.stdout)["findings"]
    assert (done.returncode, found["code"], found["game"], found["seq"]) == (1, "column/actor", game, 20)


@pytest.fixture
def played(transactional_db: None, tmp_path: Path) -> dict[str, str]:
    """What names a site, on the database of the tests, in which a game was played and signed."""
    play_out(table())
    make_checkpoint()
    folder = tmp_path / "var"
    shutil.copytree(settings.KEYS, folder / "keys")
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(folder / "brikks.sqlite3")])
        return {"BRIKKS_VAR": str(folder)}
    url = with_name(os.environ["DATABASE_URL"], str(connection.settings_dict["NAME"]))
    return {"BRIKKS_VAR": str(folder), "DATABASE_URL": url}


@pytest.mark.parametrize("broker", [{}, {"REDIS_URL": NOBODY}], ids=["a folder", "Redis"])
def test_it_loads_neither_pages_nor_queue(played: dict[str, str], broker: dict[str, str]) -> None:
    """Whatever database and broker the site has: nobody asks for the broker either."""
    done = run({**played, **broker}, "-c", LOADED)
    assert done.returncode == 0, done.stderr
    *_, report, loaded = done.stdout.splitlines()
    assert json.loads(report)["games"] == 1
    assert {*UNNEEDED}.isdisjoint(loaded.split())
