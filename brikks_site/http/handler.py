"""How a request is answered: the whole of it in one of a fixed number of threads, each with a lasting connection.

Django's own handler goes to and fro between its event loop and threads for every middleware, and begins a thread and a
connection to the database for each request. Ours reads the body in the loop, crosses over once, and comes back with the
answer. Only answers that are streams live on in the loop, without a thread and without a connection.

Whoever asks how the site is must not stand behind visitors who wait for the database: each of these addresses has a
thread and a connection of its own, and is answered in time even if that one does not come back.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final, cast

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import JsonResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from brikks_site.threads import Threads

Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]

MONITORED: Final = ("/healthz", "/readyz", "/metrics")
MONITOR_PATIENCE: Final = 3.0
"""Seconds after which an address for monitors says that it does not know."""


class Handler(ASGIHandler):
    """Answers requests that come over ASGI."""

    def __init__(self) -> None:
        self.load_middleware(is_async=False)
        self._threads = Threads(settings.WEB_THREADS, "request")
        self._monitor_threads = {path: Threads(1, f"monitor{path}") for path in MONITORED}

    async def handle(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Read a request, have it answered, and send the answer."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        try:
            if scope["path"] in MONITORED:
                await self.send_response(await self._answer_monitor(scope, body), send)
                return
            response = await self._in_thread(self._threads, self._answer, scope, body)
            if not response.streaming:
                await self.send_response(response, send)
                return
            try:
                await self._send_until_left(response, receive, send)
            finally:
                await self._in_thread(self._threads, response.close)
        finally:
            body.close()

    async def _in_thread(self, threads: Threads, work: Callable[..., Any], *arguments: Any) -> Any:
        # Any executor will do; only the annotation asks for Python's own pool.
        executor = cast(ThreadPoolExecutor, threads)
        return await sync_to_async(work, thread_sensitive=False, executor=executor)(*arguments)

    async def _answer_monitor(self, scope: dict[str, Any], body: Any) -> HttpResponseBase:
        """How this process and the site are; that nobody knows, if it cannot be found out in time."""
        answering = self._in_thread(self._monitor_threads[scope["path"]], self._answer, scope, body)
        try:
            return cast(HttpResponseBase, await asyncio.wait_for(answering, MONITOR_PATIENCE))
        except TimeoutError:
            headers = {"Cache-Control": "no-store", "Retry-After": "1"}
            return JsonResponse({"status": "no answer in time"}, status=503, headers=headers)

    def _answer(self, scope: dict[str, Any], body: Any) -> HttpResponseBase:
        """The answer to a request; everything that Django does around one happens here, in this thread."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=type(self), scope=scope)
        request, refusal = self.create_request(scope, body)
        response = refusal if request is None else self.get_response(request)
        assert response is not None
        response._handler_class = type(self)  # type: ignore[attr-defined]
        if response.streaming:
            # The request is over for the database; what the stream needs of it, it asks for by itself.
            signals.request_finished.send(sender=type(self))
        else:
            response.close()
        return response

    async def _send_until_left(self, response: HttpResponseBase, receive: Receive, send: Send) -> None:
        """Send a stream until it ends or its reader goes away."""
        async with ThreadSensitiveContext():
            sending = asyncio.ensure_future(self.send_response(response, send))
            leaving = asyncio.ensure_future(self.listen_for_disconnect(receive))
            try:
                await asyncio.wait([sending, leaving], return_when=asyncio.FIRST_COMPLETED)
            finally:
                leaving.cancel()
                sending.cancel()
                with suppress(asyncio.CancelledError, RequestAborted):
                    await leaving
                with suppress(asyncio.CancelledError):
                    await sending
