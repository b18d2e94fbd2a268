"""`manage.py audit` as operators run it: a process of its own, which loads the logs and nothing of the site."""

import json
import os
import subprocess
import sys
from pathlib import Path

from django.conf import settings

from games.checkpoints.making import make_checkpoint
from games.records.exporting import export_record
from games.records.importing import import_record
from games.selectors import ANYBODY
from tests.games.backups.conftest import site
from tests.games.backups.sites import ROOT, environment, harm
from tests.games.tables import caller, play_out, table

__all__ = ["site"]

UNNEEDED = ("allauth", "celery", "django.contrib.admin", "redis", "rest_framework", "tournaments.services")
LOADED = "import sys, manage; sys.argv = ['manage.py', 'audit', '--json']; manage.main(); print(*sys.modules)"


def python(place: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run Python on a site, with no settings named."""
    named = {**os.environ, **environment(place), "DJANGO_SECRET_KEY": settings.SECRET_KEY}
    named.pop("DJANGO_SETTINGS_MODULE", None)
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, env=named, capture_output=True, text=True, timeout=120, check=False)


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


def test_it_loads_neither_pages_nor_queue(site: Path) -> None:
    done = python(site, "-c", LOADED)
    assert done.returncode == 0, done.stderr
    assert {*UNNEEDED}.isdisjoint(done.stdout.splitlines()[-1].split())
