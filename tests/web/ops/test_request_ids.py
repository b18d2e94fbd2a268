"""Every request has an id, in its answer, in the log, and in the tasks it queues."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from celery.contrib.testing.worker import start_worker
from django.test import AsyncClient, Client

from brikks_site.celery import app
from brikks_site.ops.logs import Line
from brikks_site.ops.requests import choose_id, request_id
from games.play.tasks import play_bots


class Kept(logging.Handler):
    """Keeps what would be written."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(Line("{name}: {message}", style="{"))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@contextmanager
def listening(name: str) -> Iterator[Kept]:
    handler, logger = Kept(), logging.getLogger(name)
    logger.addHandler(handler)
    try:
        yield handler
    finally:
        logger.removeHandler(handler)


@pytest.mark.parametrize("sent", ["0123456789abcdef", "a.b-c_d9", "x" * 64])
def test_a_sane_id_is_kept(client: Client, sent: str) -> None:
    assert client.get("/rules/", headers={"x-request-id": sent})["X-Request-ID"] == sent


@pytest.mark.parametrize(
    "sent", ["", "short", "x" * 65, "a b c d e f", "line\nbreak00", "-leading00", '{"a": 12345}', "ｘ" * 9]
)
def test_any_other_is_replaced(sent: str) -> None:
    assert choose_id(sent) != sent
    assert len(choose_id(sent)) == 16


def test_each_request_gets_its_own(client: Client) -> None:
    assert client.get("/rules/")["X-Request-ID"] != client.get("/rules/")["X-Request-ID"]
    assert request_id.get() is None


@pytest.mark.parametrize("path", ["/nothing-here/", "/static/nothing.css", "/favicon.ico"])
def test_every_kind_of_answer_has_one(client: Client, path: str) -> None:
    assert client.get(path)["X-Request-ID"]


def test_the_same_under_asgi() -> None:
    sent = {"x-request-id": "0123456789abcdef"}
    assert async_to_sync(AsyncClient().get)("/rules/", headers=sent)["X-Request-ID"] == sent["x-request-id"]


@pytest.mark.parametrize("is_async", [False, True])
def test_what_a_request_logs_names_it(monkeypatch: pytest.MonkeyPatch, is_async: bool) -> None:
    def fail() -> None:
        raise RuntimeError("oh")

    monkeypatch.setattr("games.tables.views.learn.rules_context", fail)
    sent = {"x-request-id": "0123456789abcdef"}
    with listening("django.request") as kept:
        if is_async:
            async_to_sync(AsyncClient(raise_request_exception=False).get)("/rules/", headers=sent)
        else:
            Client(raise_request_exception=False).get("/rules/", headers=sent)
    assert kept.lines[0].splitlines()[0].endswith("[0123456789abcdef]")


@pytest.mark.django_db(transaction=True)
def test_a_task_names_the_request_that_has_queued_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("oh")

    monkeypatch.setattr("games.play.bots.play_next", fail)
    # Of what other tests have left there nothing is to be told.
    with app.connection_for_write() as connection:
        channel: Any = connection.default_channel
        channel.queue_purge("bots")
    with listening("celery.app.trace") as kept:
        before = request_id.set("0123456789abcdef")
        play_bots.delay()
        request_id.reset(before)
        play_bots.delay()
        with start_worker(app, perform_ping_check=False, pool="solo"):
            wait_for_lines(kept, 2)
    first, second = told_of(kept)
    assert first.endswith("[0123456789abcdef]")
    assert "[0123456789abcdef]" not in second


def told_of(kept: Kept) -> list[str]:
    """What was told of the tasks that have failed."""
    return [line.splitlines()[0] for line in list(kept.lines) if "RuntimeError" in line]


def wait_for_lines(kept: Kept, number: int) -> None:
    deadline = time.monotonic() + 60
    while len(told_of(kept)) < number:
        assert time.monotonic() < deadline, kept.lines
        time.sleep(0.05)
