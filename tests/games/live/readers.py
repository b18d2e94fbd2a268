"""Streams read in this process, bit by bit, whenever a test wants the next bit."""

import asyncio
import json
from concurrent.futures import Future
from typing import Any

from django.http import StreamingHttpResponse

from engine.protocol import Json
from games.accounts.callers import ANYBODY, viewer_of
from games.accounts.models import Account, Token
from games.live.authorization import Credential
from games.live.encoders import ServerSentEvents
from games.live.response import stream_response
from games.live.streams import GameStream, QuotaHolder, TurnsStream
from games.log.unit_of_work import read_head

PATIENCE = 30.0
BEAT = ServerSentEvents.beat


class Reader:
    """Somebody who reads a stream."""

    def __init__(self, loop: asyncio.AbstractEventLoop, response: StreamingHttpResponse) -> None:
        self._loop = loop
        self._response = response
        self._body: Any = response.streaming_content
        self._left: list[bytes] = []
        self._coming: Future[bytes] | None = None

    def next(self, patience: float = PATIENCE) -> bytes:
        """The next bit of the body; `StopAsyncIteration` if it has ended, `TimeoutError` if none comes in time."""
        if self._coming is None:
            self._coming = asyncio.run_coroutine_threadsafe(self._body.__anext__(), self._loop)
        bit = self._coming.result(patience)
        self._coming = None
        return bit

    def messages(self, number: int) -> list[Json]:
        """The next so many messages, without signs of life."""
        while len(self._left) < number:
            self._left += [part for part in self.next().split(b"\n\n") if b"data: " in part]
        taken, self._left = self._left[:number], self._left[number:]
        return [json.loads(part.partition(b"data: ")[2]) for part in taken]

    def rest(self) -> bytes:
        """Everything until the end."""
        bits = []
        try:
            while True:
                bits.append(self.next())
        except StopAsyncIteration:
            return b"".join(bits)

    def close(self) -> None:
        """Go away."""
        if self._coming is not None:
            self._coming.cancel()
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result(PATIENCE)

    async def _close(self) -> None:
        # A cancelled step has to come to its end first.
        while self._body.ag_running:
            await asyncio.sleep(0.01)
        await self._body.aclose()
        self._response.close()


class Room:
    """Where readers are, all on one loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._readers: list[Reader] = []

    def watch(self, game: str, who: Credential | None = None, after: int = 0, sender: str = "192.0.2.1") -> Reader:
        """Somebody who watches a game."""
        head, one = read_head(game), who or Credential(ANYBODY)
        return self._read(lambda: GameStream(one, QuotaHolder(one.account, sender), head, after))

    def wait_for_turns(self, who: Credential, cursor: str = "") -> Reader:
        """Somebody who waits for their turn."""
        return self._read(lambda: TurnsStream(who, QuotaHolder(who.account, "192.0.2.1"), cursor))

    def _read(self, begin: Any) -> Reader:
        reader = Reader(self._loop, stream_response(begin, ServerSentEvents()))
        self._readers.append(reader)
        return reader

    def close(self) -> None:
        """Have everybody go."""
        for reader in self._readers:
            reader.close()


def pass_by(token: Token, account: Account) -> Credential:
    """What a program shows."""
    return Credential(viewer_of(account), account.pk, token=token.pk)
