"""How long a connection may take over what it asks for, and how many there may be at once.

uvicorn waits for the rest of a request for as long as it takes, and lets in whoever comes until the process has no file
left to open. Here a connection on which nothing is being answered has to bring the whole head of a request in time, and
when there are too many, the one that has kept us waiting longest makes room for the next. Whoever is being answered, as
by a live stream, is left alone. How long a body may take is a matter of `bodies`; but who still owes one keeps us
waiting as well, and makes room, and so does who takes nothing of the answer.
"""

import asyncio
import resource
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from brikks_site.http.file_limit import most_connections

HEAD_SECONDS: Final = 10.0
"""In what time the head of a request has to come, from the connection or the end of the answer before."""
TOO_SLOW: Final = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
_BUSY: Final = b"The site is busy; please try again in a moment.\n"
BUSY: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\nContent-Length: %d\r\n\r\n%s" % (len(_BUSY), _BUSY)
)


class LimitedProtocol(H11Protocol):
    """HTTP as uvicorn speaks it, with an end to its patience; to be named to it as `--http`."""

    head_seconds = HEAD_SECONDS
    most = most_connections(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    waiting: dict["LimitedProtocol", asyncio.TimerHandle | None] = {}  # noqa: RUF012 - one for all, as the limit
    """The connections that keep us waiting, the longest first, and what ends them: nothing here for who owes a body,
    or does not take the answer."""
    is_refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let somebody in, in the place of somebody else if need be."""
        super().connection_made(transport)
        self._wait()
        if len(self.connections) > self.most:
            oldest = next(iter(self.waiting))
            if oldest is self:
                self.is_refused = True
            else:
                oldest._stop_waiting()
                oldest.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take what has come; nobody gets more time by sending a little."""
        if self.is_refused:
            # Only now: an answer to a question that was not read would be lost with it.
            self._close(BUSY)
            return
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """An answer is out, and the next question may be there already."""
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        """Somebody takes nothing of an answer: that keeps us waiting as well."""
        super().pause_writing()
        self._look()

    def resume_writing(self) -> None:
        """They have gone on."""
        super().resume_writing()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone, or was sent away."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _look(self) -> None:
        """Wait, or stop waiting, as things are now."""
        is_asked = self.cycle is not None and not self.cycle.response_complete
        is_whole = is_asked and not self.cycle.more_body
        if self.transport.is_closing() or (is_whole and not self.flow.write_paused):
            self._stop_waiting()
        elif is_asked:
            self._wait_without_end()
        else:
            self._wait()

    def _wait(self) -> None:
        if self.waiting.get(self) is None:
            self.waiting[self] = self.loop.call_later(self.head_seconds, self._give_up)

    def _wait_without_end(self) -> None:
        if timer := self.waiting.get(self):
            timer.cancel()
        self.waiting[self] = None

    def _stop_waiting(self) -> None:
        if timer := self.waiting.pop(self, None):
            timer.cancel()

    def _give_up(self) -> None:
        """Close a connection on which no whole question has come; who has begun with one is told why."""
        begun: Any = self.conn.trailing_data[0]
        self._close(TOO_SLOW if begun else b"")

    def _close(self, answer: bytes) -> None:
        self._stop_waiting()
        if not self.transport.is_closing():
            self.transport.write(answer)
            self.transport.close()
