"""The reference: `python -m benchmarks.streaming.bare` writes each line that it reads to everybody who is connected.

It prints its port first. A line becomes a message as a stream writes it, in a chunk as HTTP writes it.
"""

import asyncio
import sys

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"


def chunk(line: bytes) -> bytes:
    """A message with an id and some data, which a space divides."""
    number, _, data = line.strip().partition(b" ")
    message = b"id: " + number + b"\ndata: " + data + b"\n\n"
    return b"%x\r\n%b\r\n" % (len(message), message)


async def serve() -> None:
    """Serve until the input ends."""
    writers: list[asyncio.StreamWriter] = []

    async def welcome(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(HEAD + chunk(b"0 {}"))
        writers.append(writer)

    server = await asyncio.start_server(welcome, "127.0.0.1", 0, backlog=512)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    while line := await lines.readline():
        message = chunk(line)
        for writer in writers:
            writer.write(message)


if __name__ == "__main__":
    asyncio.run(serve())
