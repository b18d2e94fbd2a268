"""How long a body may be: refused in front of Django by what it declares, and where it does not, by what comes."""

import asyncio
import json
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from prometheus_client import REGISTRY

from brikks_site.http import bodies
from brikks_site.http.bodies import limit_of, limited
from brikks_site.http.handler import Handler
from games.api.parsing import MOST_BODY_BYTES
from games.records.documents import MOST_RECORD_BYTES
from tests.databases import same_everywhere
from tests.games.chaos.site import Site, running
from tests.games.sample_tables import fold_of, open_table
from tests.scripts.processes import PATIENCE_SECONDS
from tests.web.api.roles import program_of

pytestmark = pytest.mark.slow

Headers = list[tuple[bytes, bytes]]
CHUNKED: Headers = [(b"transfer-encoding", b"chunked")]


class Behind:
    """An application that takes whatever is sent to it, and what was sent back to the sender."""

    def __init__(self, *chunks: bytes, ends_by: str = "http.request") -> None:
        self.waiting = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
        self.waiting.append({"type": ends_by} if ends_by == "http.disconnect" else {"type": ends_by, "body": b""})
        self.body: bytes | None = None
        self.headers: Headers = []
        self.types: list[str] = []
        self.sent: list[Any] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.headers, self.body = scope["headers"], b""
        is_more = True
        while is_more:
            message = await receive()
            self.types.append(message["type"])
            self.body += message.get("body", b"")
            is_more = message.get("more_body", False)

    async def receive(self) -> Any:
        if self.waiting[0]["type"] == "never":
            await asyncio.sleep(60)
        return self.waiting.pop(0)

    async def send(self, message: Any) -> None:
        self.sent.append(message)

    def ask(self, path: str, headers: Headers, kind: str = "http", query: bytes = b"") -> None:
        async def ask() -> None:
            scope = {"type": kind, "method": "POST", "path": path, "query_string": query, "headers": headers}
            await limited(self)(scope, self.receive, self.send)

        asyncio.run(ask())


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/api/v1/games", MOST_BODY_BYTES),
        ("/api/v1/games/g-1/record", MOST_BODY_BYTES),
        ("/api/v1/records", MOST_RECORD_BYTES),
        ("/api/v1/verify", MOST_RECORD_BYTES),
        ("/accounts/login/", 1_000_000),
        ("/", 1_000_000),
    ],
)
def test_every_address_has_its_limit(path: str, most: int) -> None:
    assert limit_of(path) == most
    declared = [(b"content-length", str(most).encode())]
    within, beyond = Behind(b"x"), Behind(b"x")
    within.ask(path, declared)
    assert within.body == b"x"
    beyond.ask(path, [(b"content-length", str(most + 1).encode())])
    assert (beyond.body, len(beyond.waiting)) == (None, 2)
    assert beyond.sent[0]["status"] == 413


@pytest.mark.parametrize("length", [b"99999999999999999999", b"9" * 5000])
def test_a_length_beyond_all_measure_is_refused_as_json(length: bytes) -> None:
    behind = Behind(b"x")
    behind.ask("/api/v1/games", [(b"content-length", length)])
    start, body = behind.sent
    assert start["status"] == 413
    assert {(b"content-type", b"application/json"), (b"connection", b"close")} <= set(start["headers"])
    assert any(name == b"content-security-policy" for name, _ in start["headers"])
    assert json.loads(body["body"])["code"] == "body/too-long"


@pytest.mark.parametrize("length", [b"3", b"0", b"nonsense"])
def test_a_body_with_two_lengths_is_refused_unread(length: bytes) -> None:
    behind = Behind(b"x" * 10_000)
    behind.ask("/api/v1/games", [(b"content-length", length), *CHUNKED])
    assert (behind.body, len(behind.waiting)) == (None, 2)
    assert behind.sent[0]["status"] == 400
    assert json.loads(behind.sent[1]["body"])["code"] == "body/two-lengths"


def test_a_refusal_has_the_id_that_was_sent_and_is_counted() -> None:
    labels = {"route": "", "method": "POST", "status": "413"}
    before = REGISTRY.get_sample_value("brikks_request_seconds_count", labels) or 0
    behind = Behind(b"x")
    sent = (b"x-request-id", b"0123456789abcdef")
    behind.ask("/api/v1/games", [(b"content-length", b"10000000"), sent], query=b"\xff")
    assert sent in behind.sent[0]["headers"]
    assert REGISTRY.get_sample_value("brikks_request_seconds_count", labels) == before + 1


def test_a_body_without_a_length_is_read_up_to_the_limit_and_gets_one() -> None:
    behind = Behind(b"ab", b"c")
    behind.ask("/api/v1/games", CHUNKED)
    assert behind.body == b"abc"
    assert (b"content-length", b"3") in behind.headers


def test_a_body_without_a_length_that_does_not_end_is_not_read_to_its_end() -> None:
    behind = Behind(*[b"x" * 10_000] * 100)
    behind.ask("/api/v1/games", CHUNKED)
    assert behind.body is None
    assert behind.sent[0]["status"] == 413
    assert len(behind.waiting) == 101 - 7


def test_that_the_sender_has_gone_is_handed_on() -> None:
    behind = Behind(b"ab", ends_by="http.disconnect")
    behind.ask("/api/v1/games", CHUNKED)
    assert behind.types == ["http.request", "http.disconnect"]


def test_what_is_no_request_is_handed_on_as_it_is() -> None:
    behind = Behind(b"x" * MOST_BODY_BYTES * 2)
    behind.ask("/api/v1/games", [], kind="lifespan")
    assert behind.types[0] == "http.request"


@pytest.fixture
def site(tmp_path: Path, transactional_db: None) -> Iterator[Site]:
    """A web server as `./run` starts it."""
    with running(tmp_path, "web", settings_module="tests.games.live.server.settings") as site:
        yield site
        assert "Traceback" not in site.output()


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked at through /proc")
def test_a_real_server_refuses_at_once_and_takes_what_is_short_enough(site: Site) -> None:
    program = program_of("Ada")
    game = open_table()
    head = f"POST /api/v1/games/{game}/join HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    head += "".join(f"{name}: {value}\r\n" for name, value in program.headers.items())
    assert _answer(site.port, f"{head}Content-Length: 10000000\r\n\r\n".encode()).startswith(b"HTTP/1.1 413")
    endless = f"{head}Transfer-Encoding: chunked\r\n\r\n".encode() + b"4000\r\n" + b"x" * 0x4000 + b"\r\n"
    assert _answer(site.port, endless + (b"4000\r\n" + b"x" * 0x4000 + b"\r\n") * 4).startswith(b"HTTP/1.1 413")
    both = f"{head}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
    answer = _answer(site.port, both + b"4000\r\n" + b"x" * 0x4000 + b"\r\n", end=b"}")
    assert answer.startswith(b"HTTP/1.1 400")
    assert b"body/two-lengths" in answer
    assert fold_of(game).seated == (None, None)
    short = f"{head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
    assert _answer(site.port, short + b'13\r\n{"command_id": "c1"\r\n1\r\n}\r\n0\r\n\r\n').startswith(b"HTTP/1.1 200")
    assert fold_of(game).seated[0] is not None


def _answer(port: int, request: bytes, end: bytes = b"\r\n\r\n") -> bytes:
    """What comes back to a request that may not be whole; the server ends the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS) as connection:
        connection.sendall(request)
        answer = b""
        while end not in answer:
            part = connection.recv(65536)
            assert part, answer
            answer += part
        return answer


@same_everywhere
@pytest.mark.parametrize("limit", ["PATIENCE", "PAUSE"])
@pytest.mark.parametrize("headers", [CHUNKED, [(b"content-length", b"20")]])
def test_a_body_that_does_not_come_is_given_up(headers: Headers, limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, limit, 0.2)
    behind = Behind(b"x", ends_by="never")
    behind.ask("/api/v1/games", headers)
    start, body = behind.sent
    assert start["status"] == 408
    assert (b"connection", b"close") in start["headers"]
    assert json.loads(body["body"])["code"] == "body/too-slow"


@same_everywhere
def test_whoever_has_sent_a_whole_body_may_stay_as_long_as_they_like(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "PATIENCE", 0.2)
    heard = []

    async def listen(scope: Any, receive: Any, send: Any) -> None:
        heard.append((await receive())["type"])
        heard.append((await receive())["type"])

    async def come_and_go() -> Any:
        if not heard:
            return {"type": "http.request", "body": b""}
        await asyncio.sleep(0.5)
        return {"type": "http.disconnect"}

    async def ask() -> None:
        scope = {"type": "http", "method": "GET", "path": "/api/v1/games", "query_string": b"", "headers": []}
        await limited(listen)(scope, come_and_go, Behind().send)

    asyncio.run(ask())
    assert heard == ["http.request", "http.disconnect"]


@same_everywhere
def test_over_a_real_connection_the_answer_comes_and_then_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "PATIENCE", 0.3)
    assert asyncio.run(_trickle()).startswith(b"HTTP/1.1 408 ")


async def _trickle() -> bytes:
    """Send the beginning of a body to a server of our own, and hear all that it says until it hangs up."""
    server = uvicorn.Server(uvicorn.Config(limited(Handler()), port=0, lifespan="off", log_level="warning"))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        serving = asyncio.create_task(server.serve([listener]))
        reader, writer = await asyncio.open_connection("127.0.0.1", listener.getsockname()[1])
        writer.write(b"POST /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 20\r\n\r\n{")
        said = await asyncio.wait_for(reader.read(), PATIENCE_SECONDS)
        writer.close()
        server.should_exit = True
        await serving
    return said
