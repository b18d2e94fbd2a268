"""The way of a request through the threads: real requests to a real server process."""

import asyncio
import http.client
import json
import os
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import pytest

from brikks_site.http import handler
from brikks_site.http.handler import MONITORED
from tests import sites
from tests.databases import IS_EMBEDDED
from tests.scripts.processes import PATIENCE_SECONDS

THREADS = 3


class Running:
    """A site with few threads."""

    def __init__(self, address: str, web: int, database: Path) -> None:
        self.database = database
        self.host = address.removeprefix("http://").rstrip("/")
        self.web = web

    def ask(
        self, path: str, method: str = "GET", body: bytes | None = None, seconds: float = PATIENCE_SECONDS
    ) -> tuple[int, bytes]:
        """The status and body of an answer, which may take so many seconds."""
        connection = http.client.HTTPConnection(self.host, timeout=seconds)
        try:
            connection.request(method, path, body, {"Content-Type": "application/json"})
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def threads(self) -> list[str]:
        """The names of the server's threads that answer requests."""
        tasks = Path(f"/proc/{self.web}/task").iterdir()
        return [name for task in tasks if (name := (task / "comm").read_text().strip()).startswith("request")]

    def open_databases(self) -> int:
        """How often the server has the file of the database open."""
        links = [os.readlink(file) for file in Path(f"/proc/{self.web}/fd").iterdir() if file.is_symlink()]
        return len([link for link in links if link.endswith("brikks.sqlite3")])


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("handling") / "var"
    with sites.start_again(folder, BRIKKS_WEB_THREADS=str(THREADS)) as site:
        address = site.wait_until_ready()
        yield Running(address, site.wait_until_all_run()["web"], folder / "brikks.sqlite3")


def test_many_requests_at_once_share_few_threads_and_connections(running: Running) -> None:
    with ThreadPoolExecutor(20) as crowd:
        answers = list(crowd.map(running.ask, ["/api/v1/games"] * 60))
    assert {status for status, _ in answers} == {200}
    assert running.open_databases() <= THREADS + len(MONITORED)


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/healthz", None, 200),
        ("HEAD", "/rules/", None, 200),
        ("GET", "/nothing-here", None, 404),
        ("GET", "/static/brikks_site/nothing.css", None, 404),
        ("POST", "/api/v1/verify", b"{", 400),
        ("GET", "/%ff%fe", None, 404),
    ],
)
def test_every_kind_of_request_is_answered(
    running: Running, method: str, path: str, body: bytes | None, status: int
) -> None:
    assert running.ask(path, method, body)[0] == status


def test_one_connection_serves_many_requests(running: Running) -> None:
    connection = http.client.HTTPConnection(running.host, timeout=PATIENCE_SECONDS)
    for _ in range(10):
        connection.request("GET", "/healthz")
        assert connection.getresponse().read() == b'{"status": "ok"}'
    connection.close()


def test_who_leaves_before_the_answer_harms_nobody(running: Running) -> None:
    name, port = running.host.split(":")
    for said in (
        b"GET /rules/ HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST /api/v1/verify HTTP/1.1\r\nContent-Length: 9\r\n\r\n{",
    ):
        for _ in range(10):
            with socket.create_connection((name, int(port)), timeout=PATIENCE_SECONDS) as visitor:
                visitor.sendall(said)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while running.ask("/healthz")[0] != 200:
        assert time.monotonic() < deadline


@pytest.mark.skipif(not IS_EMBEDDED, reason="on PostgreSQL nobody holds the whole database")
def test_whoever_asks_how_the_site_is_does_not_wait_behind_writers(running: Running) -> None:
    """Somebody holds the database; every thread for requests waits for it, and as many visitors again for a thread."""
    ask_monitors(running)  # what a process finds out once, it finds out here
    is_over = threading.Event()
    with closing(sqlite3.connect(running.database, isolation_level=None)) as other, ThreadPoolExecutor(8) as crowd:
        other.execute("BEGIN IMMEDIATE")
        try:
            waiting = [crowd.submit(become_guest, running, is_over) for _ in range(2 * THREADS)]
            wait_until_nobody_is_answered(running)
            for _ in range(3):
                ask_monitors(running)
            held = [request.done() for request in waiting]
        finally:
            is_over.set()
            other.execute("ROLLBACK")
        answers = [request.result() for request in waiting]
    assert not any(held), "they did wait"
    assert set(answers) == {201}


def ask_monitors(running: Running) -> None:
    """Ask at each address for monitors until it is told what it should tell, however slow the machine is."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    for path in MONITORED:
        while not is_told(path, *(answer := running.ask(path))):
            assert time.monotonic() < deadline, (path, answer)


def is_told(path: str, status: int, body: bytes) -> bool:
    """Whether somebody could tell; clocks may stand still, which is no reason not to be answered."""
    if path == "/readyz":
        return b'"parts"' in body and b"no answer in time" not in body
    return status == 200 and (path == "/metrics" or body == b'{"status": "ok"}')


def become_guest(running: Running, is_over: threading.Event) -> int:
    """The status of the answer; whoever hears that the site is busy asks again, so that nobody stops waiting."""
    guest = json.dumps({"display_name": "Ada"}).encode()
    while (status := running.ask("/api/v1/guests", "POST", guest)[0]) == 503 and not is_over.wait(0.05):
        pass
    return status


def wait_until_nobody_is_answered(running: Running) -> None:
    """Wait until every thread is taken: then even who only reads hears nothing."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    with suppress(TimeoutError):
        while True:
            running.ask("/api/v1/games", seconds=1)
            assert time.monotonic() < deadline


@pytest.mark.slow
def test_a_monitor_hears_in_time_that_nobody_can_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    is_over = threading.Event()
    monkeypatch.setattr(handler, "MONITOR_PATIENCE", 0.05)
    monkeypatch.setattr(handler.Handler, "_answer", lambda *_: is_over.wait(PATIENCE_SECONDS))
    try:
        for _ in range(2):
            response = asyncio.run(handler.Handler()._answer_monitor({"path": "/healthz"}, None))
            assert (response.status_code, response["Retry-After"]) == (503, "1")
    finally:
        is_over.set()
