"""The Celery application: everyone in the process uses it, and what it sends is what workers know."""

import threading
import time
from datetime import UTC, datetime, timedelta

import pytest
from celery import current_app
from celery.beat import Scheduler
from django.conf import settings

from brikks_site.celery import app
from brikks_site.config import queues


def test_every_thread_uses_our_application() -> None:
    found: list[str] = []
    thread = threading.Thread(target=lambda: found.append(current_app.main))
    thread.start()
    thread.join()
    assert [*found, current_app.main] == ["brikks", "brikks"]
    assert current_app.conf.broker_url == settings.CELERY_BROKER_URL


def test_the_beat_and_the_routes_name_tasks_that_exist() -> None:
    app.loader.import_default_modules()
    named = {entry["task"] for entry in queues.SCHEDULE.values()} | set(queues.ROUTES)
    assert named <= set(app.tasks)


def test_a_tick_is_not_worth_doing_late() -> None:
    assert app.conf.beat_schedule["tick"]["schedule"].seconds == 1
    assert app.conf.beat_schedule["tick"]["options"] == {"expires": 3}


@pytest.mark.parametrize("step", [-86_400, -600, 3_600])
def test_the_beat_goes_on_whatever_the_clock_is_set_to(monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    sent: list[str] = []
    began, wall = time.monotonic(), time.time
    monkeypatch.setattr(time, "monotonic", lambda: began)
    beat = Scheduler(app, max_interval=5)
    monkeypatch.setattr(beat, "apply_entry", lambda entry, producer: sent.append(entry.name))
    monkeypatch.setattr(Scheduler, "producer", None)
    assert 0 < beat.tick() <= 1
    monkeypatch.setattr(time, "time", lambda: wall() + step)
    monkeypatch.setattr(app, "now", lambda: datetime.now(UTC) + timedelta(seconds=step))
    monkeypatch.setattr(time, "monotonic", lambda: began + 1.1)
    assert beat.tick() == 0
    assert sent == ["tick"]
    assert 0 < beat.tick() <= 1


def test_bots_do_not_stand_in_the_queue_of_the_clocks() -> None:
    assert app.amqp.router.route({}, "games.play_bots")["queue"].name == "bots"
    assert app.amqp.router.route({}, "games.tick")["queue"].name == "clocks"
    assert set(app.amqp.queues.consume_from) == {"clocks", "bots", "counting"}


def test_only_json_is_sent_and_taken_and_nothing_is_kept() -> None:
    assert app.conf.accept_content == ["json"]
    assert app.conf.task_serializer == "json"
    assert app.conf.result_backend is None
    assert app.conf.task_acks_late
    assert app.conf.worker_prefetch_multiplier == 1
