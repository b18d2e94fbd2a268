"""Everybody who listens, in one process: `python -m benchmarks.streaming.listeners < CONNECTIONS`.

The first line of the input is a JSON list of groups, each a port and its requests. It says `ready` when every
connection has got its first message, and after the second line prints when which message came to each connection.
"""

import asyncio
import json
import re
import sys
from time import perf_counter

ID = re.compile(rb"^id: (\d+)$", re.MULTILINE)


class Listener(asyncio.Protocol):
    """One connection: the time at which each message came, by its id."""

    def __init__(self, request: str) -> None:
        self._request = request
        self._left = b""
        self.heard: dict[int, float] = {}
        self.has_begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        assert isinstance(transport, asyncio.Transport)
        transport.write(self._request.encode())

    def data_received(self, data: bytes) -> None:
        """Note the time; a message that has come in part counts when the rest of it comes."""
        now = perf_counter()
        whole, gap, self._left = (self._left + data).rpartition(b"\n\n")
        for number in ID.findall(whole + gap):
            self.heard.setdefault(int(number), now)
        if self.heard and not self.has_begun.done():
            self.has_begun.set_result(None)


async def connect(port: int, request: str) -> Listener:
    """Somebody who listens."""
    loop = asyncio.get_running_loop()
    _, listener = await loop.create_connection(lambda: Listener(request), "127.0.0.1", port)
    return listener


async def listen() -> None:
    """Connect everybody, say so, and listen until told to end."""
    lines = asyncio.StreamReader(limit=1 << 24)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    groups: list[list[Listener]] = []
    for port, requests in json.loads(await lines.readline()):
        groups.append([await connect(port, request) for request in requests])
    await asyncio.gather(*(listener.has_begun for group in groups for listener in group))
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await lines.readline()
    sys.stdout.write(json.dumps([[listener.heard for listener in group] for group in groups]) + "\n")


if __name__ == "__main__":
    asyncio.run(listen())
