"""Clients that only send and wait: bytes made beforehand, one connection each, all in one event loop."""

import asyncio
from collections.abc import Sequence
from itertools import chain
from time import perf_counter
from typing import Final, NamedTuple, TypeAlias

Request: TypeAlias = bytes
LONGEST_WAIT: Final = 60


def request(port: int, path: str, token: str, body: str) -> Request:
    """A POST as it goes over the wire."""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body.encode())}\r\n\r\n"
    )
    return head.encode() + body.encode()


class Answered(NamedTuple):
    """What was sent has been answered."""

    seconds: float
    """From the signal until everything was."""
    waits: list[float]
    """For each request by itself."""


def send_all(port: int, portions: Sequence[Sequence[Request]]) -> Answered:
    """Let as many clients as there are portions send one each."""
    return asyncio.run(asyncio.wait_for(_send_all(port, portions), LONGEST_WAIT))


async def _send_all(port: int, portions: Sequence[Sequence[Request]]) -> Answered:
    connections = [await asyncio.open_connection("127.0.0.1", port) for _ in portions]
    began = perf_counter()
    waits = await asyncio.gather(*(_send(*pair, portion) for pair, portion in zip(connections, portions, strict=True)))
    seconds = perf_counter() - began
    for _, writer in connections:
        writer.close()
    return Answered(seconds, list(chain.from_iterable(waits)))


async def _send(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, portion: Sequence[Request]) -> list[float]:
    waits: list[float] = []
    for one in portion:
        sent = perf_counter()
        writer.write(one)
        head = await reader.readuntil(b"\r\n\r\n")
        body = await reader.readexactly(_length(head))
        if not head.startswith(b"HTTP/1.1 20"):
            raise RuntimeError(f"{head.splitlines()[0].decode()}: {body.decode()[:300]}")
        waits.append(perf_counter() - sent)
    return waits


def _length(head: bytes) -> int:
    lines = head.lower().split(b"\r\n")
    return next(int(line.removeprefix(b"content-length:")) for line in lines if line.startswith(b"content-length:"))
