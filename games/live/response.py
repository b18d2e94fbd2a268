"""The body of a streaming answer: what a stream says, until its reader goes or may not listen any more, or the server
is told to stop, which would wait for open streams otherwise and give up after seconds.
"""

import logging
import signal
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from types import FrameType
from typing import Final

from asgiref.sync import sync_to_async
from django.db import InterfaceError, OperationalError, connections
from django.http import StreamingHttpResponse

from engine.errors import Refused
from games.live.encoders import StreamEncoder
from games.live.streams import LogStream, Stream
from games.live.watcher import refresh_streams, watcher

STOPPING: Final = (signal.SIGINT, signal.SIGTERM)


@cache
def close_streams_on_signals() -> None:
    """Close all streams when one of the signals comes by which the server stops, before the server hears of it.

    Called by every stream, and done for the first: when it begins, the server has set its own handlers.
    """
    if threading.current_thread() is threading.main_thread():
        for number in STOPPING:
            _close_before(number)


def _close_before(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    if not callable(before):
        return

    def close(received: int, frame: FrameType | None) -> None:
        watcher.stop()
        before(received, frame)

    signal.signal(number, close)


log = logging.getLogger(__name__)
HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""Nobody on the way may keep a stream, or hold it back."""
OPENERS: Final = 4
"""How many streams begin at once; with that, however many come, few ask the database at the same time."""
_openers: Final = ThreadPoolExecutor(OPENERS, thread_name_prefix="stream-opener")


def stream_response(begin: Callable[[], Stream], form: StreamEncoder) -> StreamingHttpResponse:
    """The answer that is a stream; `begin` is called in the server's loop when its body is asked for."""
    return StreamingHttpResponse(StreamBody(begin, form), content_type=form.media_type, headers=HEADERS)


class StreamBody:
    """The bits of the body."""

    def __init__(self, begin: Callable[[], Stream], form: StreamEncoder) -> None:
        self._begin = begin
        self._form = form
        self._stream: Stream | None = None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """What is said until the reader goes or may not listen any more."""
        close_streams_on_signals()
        self._stream = stream = self._begin()
        try:
            await sync_to_async(_open_stream, thread_sensitive=False, executor=_openers)(stream)
            # Headers go out with the first bytes, and a browser takes a stream for open when it has them.
            yield self._form.beat
            while not stream.is_over:
                if stream.has_news:
                    yield b"".join(map(self._form.write, stream.sayings()))
                elif stream.take_beat():
                    yield self._form.beat
                else:
                    await stream.wait()
            if stream.ending is not None:
                yield self._form.end(stream.ending)
        finally:
            self.close()

    def close(self) -> None:
        """Listen no more; called with the answer too, since a generator that is left in the middle may linger."""
        if self._stream is not None:
            watcher.leave(self._stream)


def _open_stream(stream: Stream) -> None:
    """Listen first and read then, so that nothing is missed between; and leave no connection to the database behind."""
    try:
        watcher.enter(stream)
        if isinstance(stream, LogStream):
            stream.begin()
        refresh_streams([stream])
    except Refused as refusal:
        stream.ending = refusal
    except (OperationalError, InterfaceError) as error:
        log.warning("A stream could not begin: %s", error)
        stream.is_closed = True
    finally:
        connections.close_all()
