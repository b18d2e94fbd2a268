"""Hints are queued after the commit, and a broker that is away harms nobody."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from django.db import transaction

from games.play.tasks import play_bots

ROOT = Path(__file__).resolve().parents[3]

HINT = """
from games.play.tasks import play_bots
play_bots.delay_on_commit("a-game")
print("went on")
"""


def waiting() -> int:
    """How many hints are in the queue."""
    with current_app.connection_for_read() as connection:
        channel: Any = connection.default_channel
        return int(channel.queue_declare("bots").message_count)


@pytest.fixture(autouse=True)
def empty_queue() -> Iterator[None]:
    with current_app.connection_for_write() as connection:
        channel: Any = connection.default_channel
        channel.queue_purge("bots")
        yield
        channel.queue_purge("bots")


@pytest.mark.django_db(transaction=True)
def test_a_hint_waits_for_the_commit() -> None:
    with transaction.atomic():
        play_bots.delay_on_commit("a-game")
        assert waiting() == 0
    assert waiting() == 1


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_gives_no_hint() -> None:
    with transaction.atomic():
        play_bots.delay_on_commit("a-game")
        transaction.set_rollback(True)
    assert waiting() == 0


@pytest.mark.slow
def test_a_broker_that_is_away_gets_a_line_in_the_log() -> None:
    nobody = {"DATABASE_URL": "", "REDIS_URL": "redis://127.0.0.1:1/0"}
    environment = {**os.environ, **nobody, "DJANGO_SETTINGS_MODULE": "brikks_site.settings"}
    code = f"import django; django.setup(){HINT}"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout == "went on\n"
    assert "games.play_bots was not queued, the broker is away" in done.stderr
    assert done.stderr.count("\n") == 1
