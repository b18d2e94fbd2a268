"""How long a body may be, by address; a longer one is refused before anybody has read it.

In front of Django, which reads a whole body to the disk before it looks at it.
"""

import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias

from brikks_site.answers import content_of, status_of
from brikks_site.headers import HEADERS
from engine.errors import Malformed
from games.api.parsing import LONGEST, too_long
from games.records.reading import MOST_BYTES

Scope: TypeAlias = dict[str, Any]
Message: TypeAlias = Mapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Application: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

LIMITS: Final = (
    ("/api/v1/records", MOST_BYTES),
    ("/api/v1/verify", MOST_BYTES),
    ("/api/", LONGEST),
    ("", 1_000_000),
)
"""The most bytes of a body, by how its address begins; the first that fits counts, the last is for forms."""


def limited(application: Application) -> Application:
    """The application, reached only by bodies that are not too long."""

    async def limit(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        try:
            scope, receive = await _admit(scope, receive, limit_of(scope["path"]))
        except Malformed as refusal:
            await _refuse(refusal, send)
            return
        await application(scope, receive, send)

    return limit


def limit_of(path: str) -> int:
    """The most bytes of a body at an address."""
    return next(most for beginning, most in LIMITS if path.startswith(beginning))


async def _admit(scope: Scope, receive: Receive, most: int) -> tuple[Scope, Receive]:
    """The request, refused if its body is too long; one that does not say how long it is, is read up to the limit."""
    headers = dict(scope["headers"])
    declared = headers.get(b"content-length", b"")
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


async def _refuse(refusal: Malformed, send: Send) -> None:
    """Answer without reading on; the connection cannot be used again, as the body is still on its way."""
    content = json.dumps(content_of(refusal), ensure_ascii=False).encode()
    headers = {
        "Content-Type": "application/json",
        "Content-Length": str(len(content)),
        "Connection": "close",
        **HEADERS,
    }
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status_of(refusal), "headers": raw})
    await send({"type": "http.response.body", "body": content})
