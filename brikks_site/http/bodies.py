"""How long a body may be, by address, and in what time it has to come; else it is refused before it is read.

In front of Django, which reads a whole body to the disk before it looks at it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from io import BytesIO
from time import monotonic
from typing import Any, Final, TypeAlias, cast

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.middleware.security import SecurityMiddleware

from brikks_site.http.errors import TOO_SLOW, answer_refusal
from brikks_site.http.middleware import browser_policy
from brikks_site.ops.requests import Observed, RequestIds
from engine.errors import Malformed
from games.api.parsing import MOST_BODY_BYTES, too_long
from games.records.documents import MOST_RECORD_BYTES

Scope: TypeAlias = dict[str, Any]
Message: TypeAlias = Mapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Application: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

LIMITS: Final = (
    ("/api/v1/records", MOST_RECORD_BYTES),
    ("/api/v1/verify", MOST_RECORD_BYTES),
    ("/api/", MOST_BODY_BYTES),
    ("", 1_000_000),
)
"""The most bytes of a body, by how its address begins; the first that fits counts, the last is for forms."""
PATIENCE: Final = 60
"""Seconds for a whole body: the longest one is read in it over any connection on which one can play."""
PAUSE: Final = 15
"""Seconds in which at least some of it has to come."""


def limited(application: Application) -> Application:
    """The application, reached only by bodies that are not too long."""

    async def limit(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        try:
            scope, receive = await _admit(scope, _hurried(receive), limit_of(scope["path"]))
        except Malformed as refusal:
            await _refuse(scope, refusal, send)
            return
        try:
            await application(scope, receive, send)
        except TooSlow as refusal:
            # Whoever reads a body has answered nothing yet.
            await _refuse(scope, refusal, send)

    return limit


class TooSlow(Malformed):
    """A body that does not come."""


def _hurried(receive: Receive) -> Receive:
    """The same, but a body has to come in a time, without long pauses; who sends a byte a minute is not waited for."""
    until = monotonic() + PATIENCE
    is_whole = False

    async def hurried() -> Message:
        nonlocal is_whole
        if is_whole:
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), min(PAUSE, until - monotonic()))
        except TimeoutError:
            if monotonic() < until:
                template = "Nothing of the body came for {seconds} seconds."
                raise TooSlow(TOO_SLOW, template, seconds=PAUSE) from None
            template = "The body did not come within {seconds} seconds."
            raise TooSlow(TOO_SLOW, template, seconds=PATIENCE) from None
        is_whole = not message.get("more_body", False)
        return message

    return hurried


def limit_of(path: str) -> int:
    """The most bytes of a body at an address."""
    return next(most for beginning, most in LIMITS if path.startswith(beginning))


async def _admit(scope: Scope, receive: Receive, most: int) -> tuple[Scope, Receive]:
    """The request, refused if its body is too long; one that does not say how long it is, is read up to the limit."""
    headers = dict(scope["headers"])
    declared = headers.get(b"content-length", b"")
    if declared and b"transfer-encoding" in headers:
        # Whoever reads it may believe either; a proxy and we must not differ.
        raise Malformed("body/two-lengths", "Send Content-Length or Transfer-Encoding, not both.")
    if declared.isdigit():
        if len(declared) > len(str(most)) or int(declared) > most:
            raise too_long(most)
        return scope, receive
    if b"transfer-encoding" not in headers:
        return scope, receive
    messages = await _read(receive, most)
    # Django and the framework take a body without a length for none.
    length = sum(len(message.get("body", b"")) for message in messages)
    named = [*scope["headers"], (b"content-length", str(length).encode())]
    return {**scope, "headers": named}, _replay(messages, receive)


async def _read(receive: Receive, most: int) -> list[Message]:
    """All messages of a body; the last one may say that the sender has gone."""
    messages: list[Message] = []
    length, is_more = 0, True
    while is_more:
        message = await receive()
        messages.append(message)
        length += len(message.get("body", b""))
        is_more = message.get("more_body", False)
        if length > most:
            raise too_long(most)
    return messages


def _replay(messages: Iterable[Message], receive: Receive) -> Receive:
    """What was received already, and then whatever comes."""
    waiting = iter(messages)

    async def replayed() -> Message:
        for message in waiting:
            return message
        return await receive()

    return replayed


async def _refuse(scope: Scope, refusal: Malformed, send: Send) -> None:
    """Answer without reading on; the connection cannot be used again, as the body is still on its way."""
    response = _answer(scope, refusal)
    raw = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in response.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": raw})
    await send({"type": "http.response.body", "body": response.content})


def _answer(scope: Scope, refusal: Malformed) -> HttpResponse:
    """The refusal as any other answer: with an id, counted, with all headers; no database is asked for it."""

    def refuse(request: HttpRequest) -> HttpResponse:
        response = answer_refusal(refusal)
        response.headers["Content-Length"] = str(len(response.content))
        response.headers["Connection"] = "close"
        SecurityMiddleware(refuse).process_response(request, response)
        return response

    # What is asked for does not matter here, and may be nothing that can be read.
    request = ASGIRequest({**scope, "query_string": b""}, BytesIO())
    return cast(HttpResponse, RequestIds(Observed(browser_policy(refuse)))(request))
