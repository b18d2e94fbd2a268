"""Checkpoints that are sent to whoever keeps them: as they were signed, in order, until they are taken."""

import hmac
import threading
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from pytest_django import Settings

from brikks_site.config.addresses import wrong_webhook
from games.clock import site_time
from games.integrity.checkpoints import LONGEST_DELIVERY_PAUSE, is_delivery_due, make_checkpoint, send_due_checkpoints
from games.integrity.models import CheckpointDelivery
from games.log.models import Checkpoint
from tests.games.sample_tables import open_table

pytestmark = pytest.mark.django_db


class Receiver:
    """Somebody who keeps checkpoints, on a real port."""

    def __init__(self) -> None:
        self.status = 204
        self.taken: list[tuple[str, dict[str, str], bytes]] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.taken.append((self.path, dict(self.headers), body))
                self.send_response(receiver.status)
                self.send_header("Location", "/elsewhere")
                self.end_headers()

            def log_message(self, *words: Any) -> None:
                """Nothing is to be printed."""

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/keep?for=brikks"


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    made = Receiver()
    settings.CHECKPOINT_WEBHOOK = made.url
    thread = threading.Thread(target=made.server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield made
    made.server.shutdown()
    made.server.server_close()
    thread.join()


def checkpoint() -> str:
    open_table()
    make_checkpoint()
    return Checkpoint.objects.order_by("number").last().note  # type: ignore[union-attr]


def test_every_note_arrives_exactly_as_it_was_signed_and_in_order(receiver: Receiver) -> None:
    notes = [checkpoint() for _ in range(3)]
    send_due_checkpoints()
    assert [body.decode() for _, _, body in receiver.taken] == notes
    assert [headers["X-Brikks-Checkpoint"] for _, headers, _ in receiver.taken] == ["1", "2", "3"]
    assert {path for path, _, _ in receiver.taken} == {"/keep?for=brikks"}
    assert not CheckpointDelivery.objects.exists()
    send_due_checkpoints()
    assert len(receiver.taken) == 3


def test_the_receiver_can_know_that_it_was_us(receiver: Receiver, settings: Settings) -> None:
    note = checkpoint()
    settings.CHECKPOINT_SECRET = "between us"
    send_due_checkpoints()
    [(_, headers, _)] = receiver.taken
    assert headers["X-Brikks-Signature"] == "sha256=" + hmac.digest(b"between us", note.encode(), "sha256").hex()


def test_without_a_secret_nothing_is_claimed(receiver: Receiver) -> None:
    checkpoint()
    send_due_checkpoints()
    assert "X-Brikks-Signature" not in receiver.taken[0][1]


@pytest.mark.parametrize("status", [301, 400, 500])
def test_what_is_not_taken_is_sent_again_later_and_holds_back_the_next(receiver: Receiver, status: int) -> None:
    checkpoint()
    checkpoint()
    receiver.status = status
    send_due_checkpoints()
    send_due_checkpoints()
    assert len(receiver.taken) == 1
    assert not is_delivery_due(site_time.now())
    receiver.status = 200
    later = site_time.now() + timedelta(seconds=11)
    with site_time.use_clock(lambda: later):
        assert is_delivery_due(later)
        send_due_checkpoints()
    assert [headers["X-Brikks-Checkpoint"] for _, headers, _ in receiver.taken] == ["1", "1", "2"]
    assert not CheckpointDelivery.objects.exists()


def test_pauses_grow_up_to_an_hour(receiver: Receiver) -> None:
    checkpoint()
    receiver.status = 500
    moment, pauses = site_time.now(), []
    for _ in range(15):
        with site_time.use_clock(lambda now=moment: now):  # type: ignore[misc]
            send_due_checkpoints()
        due_at = CheckpointDelivery.objects.get().due_at
        pauses.append(due_at - moment)
        moment = due_at
    assert pauses[:3] == [timedelta(seconds=10), timedelta(seconds=20), timedelta(seconds=40)]
    assert pauses[-1] == LONGEST_DELIVERY_PAUSE


def test_a_receiver_that_is_away_is_tried_again(receiver: Receiver, settings: Settings, caplog: Any) -> None:
    checkpoint()
    settings.CHECKPOINT_WEBHOOK = "http://127.0.0.1:1/"
    send_due_checkpoints()
    assert CheckpointDelivery.objects.get().tries == 1
    assert "Checkpoint 1 could not be sent elsewhere" in caplog.text


def test_a_note_that_a_dead_worker_had_is_sent_by_another_one(receiver: Receiver) -> None:
    checkpoint()
    CheckpointDelivery.objects.update(due_at=site_time.now() + timedelta(minutes=1))
    send_due_checkpoints()
    assert not receiver.taken
    later = site_time.now() + timedelta(minutes=2)
    with site_time.use_clock(lambda: later):
        send_due_checkpoints()
    assert len(receiver.taken) == 1


def test_nothing_is_kept_for_nobody() -> None:
    checkpoint()
    assert not CheckpointDelivery.objects.exists()
    assert not is_delivery_due(site_time.now())


@pytest.mark.parametrize("url", ["", "https://keep.example/notes?x=1", "http://127.0.0.1:9/", "http://[::1]/x"])
def test_addresses_over_tls_or_on_this_machine_are_taken(url: str) -> None:
    assert wrong_webhook(url) is None


@pytest.mark.parametrize(
    "url", ["http://keep.example/", "https://", "ftp://keep.example", "https://me:pw@keep.example", "https://x:y"]
)
def test_other_addresses_are_refused_without_repeating_them(url: str) -> None:
    problem = wrong_webhook(url)
    assert problem
    assert url not in problem
