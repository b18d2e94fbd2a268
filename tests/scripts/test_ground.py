"""Test runs and their workers keep out of each other's way."""

import os
import sqlite3
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from tests.ground import PREFIX, hurried, take_corner, take_ground, with_name


def test_two_runs_share_nothing() -> None:
    runs = [{"BRIKKS_VAR": f"/{number}", "DATABASE_URL": "postgres://u:p%2F@h:1/club?a=b"} for number in range(2)]
    own = {*runs[0], PREFIX}
    for run in runs:
        take_ground(run)
    assert runs[0]["DATABASE_URL"].startswith("postgres://u:p%2F@h:1/club_")
    assert runs[0]["DATABASE_URL"].endswith("?a=b&options=-c%20synchronous_commit%3Doff")
    assert all(runs[0][name] != runs[1][name] for name in own)


def test_two_workers_of_a_run_share_no_folder_and_no_key() -> None:
    run = {"BRIKKS_VAR": "/tmp/run"}
    take_ground(run)
    workers = [dict(run) for _ in range(2)]
    for name, worker in zip(["gw0", "gw1"], workers, strict=True):
        take_corner(worker, name)
    assert workers[0]["BRIKKS_VAR"] == "/tmp/run/gw0"
    assert all(workers[0][name] != workers[1][name] for name in ("BRIKKS_VAR", PREFIX))


def test_a_run_without_a_data_folder_gets_one_that_goes_away() -> None:
    run: dict[str, str] = {}
    take_ground(run)
    assert Path(run["BRIKKS_VAR"]).is_dir()
    assert "DATABASE_URL" not in run


def test_another_database_is_named_in_the_same_address() -> None:
    assert with_name("postgres://u@h:1/a?b=c", "d") == "postgres://u@h:1/d?b=c"


def test_a_session_keeps_its_options_and_does_not_wait_for_the_disk() -> None:
    asked = "options=-c%20work_mem%3D1MB"
    assert hurried(f"postgres://h/a?{asked}") == f"postgres://h/a?{asked}%20-c%20synchronous_commit%3Doff"


@pytest.mark.django_db
def test_the_tests_use_a_real_database_of_their_own() -> None:
    name = str(connection.settings_dict["NAME"])
    assert Path(name).name.startswith("test_")
    if connection.vendor == "sqlite":
        assert Path(name).parent == Path(os.environ["BRIKKS_VAR"])
        with sqlite3.connect(name) as another:
            assert another.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert os.environ["BRIKKS_REDIS_PREFIX"] == settings.REDIS_PREFIX
