"""Nothing is restored under a running site, and an interrupted restore leaves the old database or the new one."""

import shutil
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import timedelta
from pathlib import Path
from random import Random
from threading import Event as Signal

import pytest
from django.core.management import CommandError
from django.db import connections

from games.clock.models import Heartbeat
from games.clock.site_time import now
from games.sweep import sweep_once
from tests.games.integrity.backups.sites import (
    ROOT,
    backed_up,
    bodies,
    bodies_in,
    environment,
    kept_aside,
    play_and_sign,
    run,
)
from tests.sizes import size

pytestmark = pytest.mark.slow

KILLS = size(2, 20)
RUNNING = "The site is running, or something else uses its database: stop it first"


def keep_beating(place: Path, is_over: Signal) -> None:
    """See to the clocks of a site twice a second, as its worker does once."""
    while not is_over.wait(0.5):
        with suppress(sqlite3.OperationalError), closing(sqlite3.connect(place, isolation_level=None)) as worker:
            worker.execute("UPDATE games_heartbeat SET at = ?", [f"{now():%Y-%m-%d %H:%M:%S.%f}"])


def test_a_site_whose_clocks_are_still_seen_to_is_running(site: Path) -> None:
    play_and_sign(1)
    backup, before, is_over = backed_up(site), bodies(), Signal()
    sweep_once()
    connections.close_all()
    with ThreadPoolExecutor(1) as pool:
        worker = pool.submit(keep_beating, site, is_over)
        try:
            with pytest.raises(CommandError, match=RUNNING):
                run("restore", backup)
        finally:
            is_over.set()
        worker.result()
    assert bodies() == before


def test_a_site_that_was_stopped_a_moment_ago_is_waited_for(site: Path) -> None:
    play_and_sign(1)
    backup, before = backed_up(site), bodies()
    sweep_once()
    said = run("restore", backup)
    assert "The clocks were seen to a moment ago: waiting 5 seconds" in said
    assert bodies() == before
    assert "waiting" not in run("restore", backup)


@pytest.mark.parametrize("ago", [timedelta(seconds=6), timedelta(days=9), timedelta(hours=-1)])
def test_a_site_whose_clocks_stand_still_is_not(site: Path, ago: timedelta) -> None:
    play_and_sign(1)
    backup = backed_up(site)
    Heartbeat.objects.create(at=now() - ago)
    run("restore", backup, "--accept-older")
    assert len(kept_aside(site)) == 1


def test_whoever_has_the_database_open_keeps_it_from_being_replaced(site: Path) -> None:
    play_and_sign(1)
    backup, before = backed_up(site), bodies()
    with closing(sqlite3.connect(site)) as reader:
        reader.execute("SELECT count(*) FROM games_event").fetchone()
        with pytest.raises(CommandError, match=RUNNING):
            run("restore", backup)
    run("restore", backup)
    assert bodies() == before


def test_a_restore_that_is_killed_leaves_the_old_database_or_the_new_one(site: Path) -> None:
    play_and_sign(2)
    backup, older = backed_up(site), bodies()
    play_and_sign(3)
    newer = bodies()
    environ, rng = environment(site), Random("kills")
    whole = backed_up(site, "newer")
    command = [sys.executable, "manage.py", "restore", str(backup), "--accept-older", "--yes"]
    for number in range(KILLS):
        place = site.parent.parent / f"site-{number}" / site.name
        shutil.copytree(site.parent / "keys", place.parent / "keys")
        shutil.copy(whole, place)
        with subprocess.Popen(
            command, cwd=ROOT, env={**environ, "BRIKKS_VAR": str(place.parent)}, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            assert any("Putting it in place" in line for line in process.stdout)
            time.sleep(rng.uniform(0, 0.04))
            process.kill()
        assert bodies_in(place) in (older, newer)
        for old in kept_aside(place):
            assert bodies_in(old) == newer
