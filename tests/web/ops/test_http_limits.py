"""Connections over real sockets: whoever sends half a question is cut off, and keeps nobody else out meanwhile."""

import asyncio
import resource
import socket
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from brikks_site.http.bodies import Message, Receive, Scope, Send
from brikks_site.http.file_limit import ENOUGH, at_once, most_connections, raise_file_limit
from brikks_site.http.protocol import LimitedProtocol
from tests.databases import same_everywhere
from tests.scripts.processes import PATIENCE_SECONDS
from tests.sites import start_again

pytestmark = pytest.mark.slow

HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-"
WHOLE = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALF_BODY = b"POST /whole HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\na"
STREAM = WHOLE.replace(b"/ HTTP", b"/stream HTTP")
HELD = WHOLE.replace(b"/ HTTP", b"/held HTTP")
SHORT, LONG = 2.0, 5.0
"""Seconds for the head of a request: so short that a test waits for their end, so long that all is asked before."""
FEW = 512
"""How many files a program may open on a small machine."""
MANY = min(1100, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2 - 200)


async def site(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers in two words, or with a stream that goes on for a while."""
    if scope["path"] == "/whole":
        while (await receive()).get("more_body"):
            pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(8 if scope["path"] == "/stream" else 1):
        await send({"type": "http.response.body", "body": b"well, ", "more_body": True})
        await asyncio.sleep(0.1 if scope["path"] == "/stream" else 0)
    if scope["path"] == "/held":
        await released.wait()
    if scope["path"] == "/large":
        await send({"type": "http.response.body", "body": bytes(LARGE), "more_body": True})
    last: Message = {"type": "http.response.body", "body": b"yes"}
    await send(last)


released = asyncio.Event()
"""Until then an answer at `/held` goes on."""
LARGE = 32 << 20
"""Bytes of an answer for which there is no room on the way."""
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Site:
    """A server of our own, and who is connected with it."""

    def __init__(self, port: int, protocol: type[LimitedProtocol]) -> None:
        self.port = port
        self.protocol = protocol
        self._writers: list[asyncio.StreamWriter] = []

    async def connect(self, said: bytes) -> Connection:
        """Somebody who has said so much."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self._writers.append(writer)
        writer.write(said)
        await writer.drain()
        return reader, writer

    async def ask(self) -> tuple[bytes, float]:
        """The answer to a visitor who asks as everybody does, and how long that took."""
        began = time.monotonic()
        reader, _ = await self.connect(WHOLE.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        said = await asyncio.wait_for(reader.read(), PATIENCE_SECONDS)
        return said, time.monotonic() - began

    def leave(self) -> None:
        """Everybody hangs up."""
        for writer in self._writers:
            writer.close()


@asynccontextmanager
async def serving(**limits: Any) -> AsyncIterator[Site]:
    """A server with these limits."""
    protocol = type("Tried", (LimitedProtocol,), {"waiting": {}, **limits})
    config = uvicorn.Config(site, http=protocol, lifespan="off", log_level="warning", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0), backlog=2048) as listener:
        running = asyncio.create_task(server.serve([listener]))
        reached = Site(listener.getsockname()[1], protocol)
        try:
            yield reached
        finally:
            reached.leave()
            server.should_exit = True
            await running


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(story, 2 * PATIENCE_SECONDS))


async def hear(connection: Connection) -> bytes:
    """All that is said until the other side hangs up; who is cut off may have no time to hear it."""
    try:
        return await asyncio.wait_for(connection[0].read(), PATIENCE_SECONDS)
    except ConnectionResetError:
        return b""


@same_everywhere
def test_many_half_sent_questions_keep_nobody_out_and_are_cut_off() -> None:
    async def story() -> None:
        async with serving(head_seconds=LONG) as reached:
            slow = [await reached.connect(HALF) for _ in range(MANY)]
            said, seconds = await reached.ask()
            assert said.startswith(b"HTTP/1.1 200 ")
            assert seconds < LONG, "nobody had to be cut off first"
            heard = await asyncio.gather(*map(hear, slow))
            assert all(one.startswith(b"HTTP/1.1 408 ") for one in heard)

    run(story())


@same_everywhere
def test_where_there_is_room_for_few_the_slowest_make_room() -> None:
    async def story() -> None:
        async with serving(most=20) as reached:
            slow = [await reached.connect(HALF) for _ in range(60)]
            said, _ = await reached.ask()
            assert said.startswith(b"HTTP/1.1 200 ")
            assert set(await asyncio.gather(*map(hear, slow[:40]))) == {b""}

    run(story())


@same_everywhere
def test_whoever_keeps_us_waiting_for_a_body_makes_room_too_and_has_longer_for_it_otherwise() -> None:
    async def story() -> None:
        async with serving(most=20, head_seconds=0.5) as reached:
            slow = [await reached.connect(HALF_BODY) for _ in range(30)]
            await asyncio.sleep(1)
            said, _ = await reached.ask()
            assert said.startswith(b"HTTP/1.1 200 ")
            assert set(await asyncio.gather(*map(hear, slow[:10]))) == {b""}
            reader, writer = slow[-1]
            writer.write(b"bcdefghi")
            assert (await asyncio.wait_for(reader.readuntil(b"yes"), PATIENCE_SECONDS)).startswith(b"HTTP/1.1 200 ")

    run(story())


@same_everywhere
def test_who_sends_a_head_by_drops_is_cut_off() -> None:
    async def story() -> None:
        async with serving(head_seconds=0.5) as reached:
            reader, writer = await reached.connect(HALF)
            said = asyncio.create_task(hear((reader, writer)))
            deadline = time.monotonic() + PATIENCE_SECONDS
            while not said.done() and time.monotonic() < deadline:
                writer.write(b"a")
                await asyncio.sleep(0.05)
            assert said.done()

    run(story())


@same_everywhere
def test_who_says_nothing_is_hung_up_on_without_a_word() -> None:
    async def story() -> None:
        async with serving(head_seconds=0.2) as reached:
            assert await hear(await reached.connect(b"")) == b""

    run(story())


@same_everywhere
def test_the_next_question_has_its_own_time_and_no_more() -> None:
    async def ask_twice(reached: Site, second: bytes) -> tuple[int, int]:
        """Wait before each question for more than half of the time that there is; how often both answers came."""
        reader, writer = await reached.connect(b"")
        for question in (WHOLE, second):
            await asyncio.sleep(0.6 * SHORT)
            writer.write(question)
        said = await hear((reader, writer))
        return said.count(b"HTTP/1.1 200 "), said.count(b"HTTP/1.1 408 ")

    async def story() -> None:
        async with serving(head_seconds=SHORT) as reached:
            whole, half = await asyncio.gather(ask_twice(reached, WHOLE), ask_twice(reached, HALF))
            assert (whole, half) == ((2, 0), (1, 1))

    run(story())


@same_everywhere
def test_streams_live_on_however_long_and_however_full_it_is() -> None:
    async def story() -> None:
        async with serving(head_seconds=0.2, most=3) as reached:
            stream = await reached.connect(STREAM)
            await asyncio.wait_for(stream[0].readuntil(b"well"), PATIENCE_SECONDS)
            for _ in range(6):
                await reached.connect(HALF)
            said = await asyncio.wait_for(stream[0].readuntil(b"yes"), PATIENCE_SECONDS)
            assert said.count(b"well") == 7

    run(story())


@same_everywhere
def test_whoever_takes_nothing_of_an_answer_makes_room_too() -> None:
    async def story() -> None:
        async with serving(most=3) as reached:
            slow = [await reached.connect(WHOLE.replace(b"/ HTTP", b"/large HTTP")) for _ in range(3)]
            while list(reached.protocol.waiting.values()) != [None] * 3:
                await asyncio.sleep(0.01)
            said, _ = await reached.ask()
            assert said.startswith(b"HTTP/1.1 200 ")
            assert len(await hear(slow[0])) < LARGE
            assert await asyncio.wait_for(slow[2][0].readexactly(LARGE), PATIENCE_SECONDS)

    run(story())


@same_everywhere
def test_where_everybody_is_being_answered_the_next_is_told_so() -> None:
    async def story() -> None:
        async with serving(most=2) as reached:
            released.clear()
            streams = [await reached.connect(HELD) for _ in range(2)]
            for reader, _ in streams:
                await asyncio.wait_for(reader.readuntil(b"well"), PATIENCE_SECONDS)
            said, _ = await reached.ask()
            released.set()
            assert said.startswith(b"HTTP/1.1 503 ")
            assert b"Retry-After: 1\r\n" in said
            for reader, _ in streams:
                await asyncio.wait_for(reader.readuntil(b"yes"), PATIENCE_SECONDS)

    run(story())


def test_there_are_always_files_left_for_other_things() -> None:
    assert [most_connections(files) for files in (64, 1024, 4096, 20_000, 10**6)] == [16, 768, 3072, 8192, 8192]


def test_what_is_taken_in_one_go_finds_room_before_it_is_counted() -> None:
    assert [at_once(files) for files in (64, 1024, 4096, 20_000, 10**6)] == [16, 42, 170, 1968, 2048]


def test_a_rush_on_a_machine_with_few_files_leaves_some_for_everything_else(tmp_path: Path) -> None:
    with start_again(tmp_path / "var") as site:
        resource.prlimit(site.process.pid, resource.RLIMIT_NOFILE, (FEW, FEW))
        port = int(site.wait_until_ready().rstrip("/").rpartition(":")[2])
        site.wait_until_all_run()
        rush = [socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS) for _ in range(FEW + 88)]
        for connection in rush:
            with suppress(OSError):  # who came first has made room
                connection.sendall(HALF)
        assert status(port) == b"200"
        for connection in rush:
            connection.close()
        site.process.terminate()
        _, output = site.end()
    assert "This machine lets a program have 512 files and connections open" in output
    assert "Too many open files" not in output


def status(port: int) -> bytes:
    """That of the answer for a monitor."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS) as connection:
        connection.sendall(WHOLE.replace(b"/ HTTP", b"/healthz HTTP"))
        return connection.recv(64).split()[1]


def test_as_many_files_are_asked_for_as_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = {"now": (1024, 20_000)}
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits["now"])
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: limits.update(now=wanted))
    assert raise_file_limit() is None
    assert limits["now"] == (20_000, 20_000)
    limits["now"] = (256, 512)
    said = raise_file_limit()
    assert limits["now"] == (512, 512)
    assert said is not None
    assert "512" in said
    assert str(ENOUGH) in said
