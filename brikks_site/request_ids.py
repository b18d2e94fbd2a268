"""The id of a request: what its sender called it if that is sane, else a new one.

It is in the answer, in every line of the log that the request causes, and in those of the tasks that it queues.
"""

import re
import secrets
from collections.abc import Callable
from contextvars import ContextVar
from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase

HEADER: Final = "X-Request-ID"
KEY: Final = "request_id"
"""What the id is called in lines of the log and in the headers of tasks."""
_SENT: Final = "HTTP_X_REQUEST_ID"
_SANE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")

request_id: ContextVar[str | None] = ContextVar(KEY, default=None)
"""The id of the request that this thread or coroutine works for."""


def choose_id(sent: str | None) -> str:
    """The id that was sent, if nobody can play tricks with it in a log, else a new one."""
    return sent if sent and _SANE.fullmatch(sent) else secrets.token_hex(8)


class RequestIds:
    """Middleware: the outermost, so that nothing is logged without an id."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer under an id."""
        chosen = choose_id(request.META.get(_SENT))
        before = request_id.set(chosen)
        try:
            response = self.get_response(request)
        finally:
            request_id.reset(before)
        response.headers[HEADER] = chosen
        return response
