"""The folder of messages that stands in for Redis: nothing is lost, doubled or half read."""

import os
import shutil
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from kombu import Connection, Producer
from kombu.simple import SimpleQueue

from brikks_site import folder_broker
from brikks_site.config import queues
from tests.small_disks import small_disk

URL = queues.broker_url("")


def connect(folder: Path) -> Connection:
    return Connection(URL, transport_options=queues.broker_options("", "", folder))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "broker"


@pytest.fixture
def queue(folder: Path) -> Iterator[SimpleQueue]:
    with connect(folder) as connection, connection.SimpleQueue("clocks") as queue:
        yield queue


def send(folder: Path, numbers: range, queue: str = "clocks") -> None:
    with connect(folder) as connection:
        producer = Producer(connection.default_channel)
        for number in numbers:
            producer.publish({"number": number}, routing_key=queue)


def receive(folder: Path, until: float) -> list[int]:
    """Every message that this reader gets, until then and until the folder is empty."""
    received: list[int] = []
    with connect(folder) as connection, connection.SimpleQueue("clocks") as queue:
        while True:
            try:
                message = queue.get_nowait()
            except queue.Empty:
                if time.monotonic() > until:
                    return received
                time.sleep(0.01)
                continue
            received.append(message.payload["number"])
            message.ack()


def test_messages_come_in_the_order_they_were_sent(folder: Path, queue: SimpleQueue) -> None:
    send(folder, range(50))
    assert queue.qsize() == 50
    assert [queue.get(timeout=5).payload["number"] for _ in range(50)] == list(range(50))
    assert list((folder / "clocks").iterdir()) == [], "a message that was taken leaves no file"


def test_each_queue_gets_its_own(folder: Path, queue: SimpleQueue) -> None:
    send(folder, range(3), "bots")
    assert queue.qsize() == 0
    with connect(folder) as connection:
        assert connection.SimpleQueue("bots").qsize() == 3


def test_of_several_readers_exactly_one_gets_a_message(folder: Path) -> None:
    folder.mkdir()
    until = time.monotonic() + 2
    with ThreadPoolExecutor(6) as pool:
        readers = [pool.submit(receive, folder, until) for _ in range(3)]
        writers = [pool.submit(send, folder, range(first, first + 200)) for first in (0, 200, 400)]
        for writer in writers:
            writer.result()
        received = [number for reader in readers for number in reader.result()]
    received += receive(folder, 0)
    assert sorted(received) == list(range(600))


def test_a_file_that_holds_no_message_is_passed_over(folder: Path, queue: SimpleQueue) -> None:
    send(folder, range(1))
    (folder / "clocks" / "00000000000000000000-a.msg").write_text('{"body": ')
    assert queue.get(timeout=5).payload == {"number": 0}


def test_a_message_taken_back_comes_again(folder: Path, queue: SimpleQueue) -> None:
    send(folder, range(1))
    queue.get(timeout=5).requeue()
    assert queue.get(timeout=5).payload == {"number": 0}


def test_a_folder_that_was_removed_is_made_again(folder: Path, queue: SimpleQueue) -> None:
    send(folder, range(1))
    shutil.rmtree(folder)
    with pytest.raises(queue.Empty):
        queue.get_nowait()
    send(folder, range(1))
    assert queue.get(timeout=5).payload == {"number": 0}


def test_emptying_a_queue_leaves_the_others(folder: Path, queue: SimpleQueue) -> None:
    send(folder, range(3))
    send(folder, range(2), "bots")
    assert queue.clear() == 3
    assert len(list((folder / "bots").iterdir())) == 2


def test_what_killed_processes_left_is_swept_up_later(folder: Path) -> None:
    (folder / "clocks").mkdir(parents=True)
    old, new = folder / "clocks" / "1-a.part", folder / "clocks" / "2-b.part"
    for file in (old, new):
        file.touch()
    long_ago = time.time() - folder_broker.STALE_SECONDS - 1
    os.utime(old, (long_ago, long_ago))
    send(folder, range(0))
    assert list((folder / "clocks").iterdir()) == [new]


def test_a_reader_with_nothing_to_read_looks_up_soon(folder: Path) -> None:
    an_hour = 3600
    with connect(folder) as connection, pytest.raises(TimeoutError):
        connection.drain_events(timeout=an_hour)


def test_a_message_for_which_there_is_no_room_leaves_nothing_behind(tmp_path: Path) -> None:
    """On a full disk the beat tries again every second."""
    with small_disk(tmp_path / "disk", 1) as disk:
        send(disk.folder / "broker", range(1))
        disk.fill()
        with pytest.raises(OSError, match="No space left on device"):
            send(disk.folder / "broker", range(1))
        assert [file.suffix for file in (disk.folder / "broker" / "clocks").iterdir()] == [".msg"]
        disk.make_room()
        send(disk.folder / "broker", range(1))
