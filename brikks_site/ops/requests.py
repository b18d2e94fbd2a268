"""What is known of every request: its id, its route, its time.

The id is what its sender called it if that is sane, else a new one. It is in the answer, in every line of the log that
the request causes, and in those of the tasks that it queues. Requests are counted and timed, and where the log is read
by machines a line is written about each. This is a middleware of our own, because those of django-prometheus cost many
times as much (docs/decisions/0014). Only the name of a route is ever kept: paths can hold ids and secrets.
"""

import logging
import re
import secrets
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from prometheus_client import Histogram

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


log = logging.getLogger(__name__)

REQUESTS: Final = Histogram(
    "brikks_request_seconds",
    "Time until an answer begins, by route, method and status.",
    ["route", "method", "status"],
    buckets=(0.005, 0.02, 0.1, 0.5, 2.0, 10.0),
)
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
UNWATCHED: Final = frozenset({"healthz", "readyz", "metrics"})
"""Routes that machines ask all the time: counted, but not worth a line."""


class Observed:
    """Middleware: next to the outermost, so that static files, refusals and failures are seen too."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer and take the time."""
        began = time.perf_counter()
        response = self.get_response(request)
        _observe(request, response, time.perf_counter() - began)
        return response


def _observe(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
    route, method = route_of(request), request.method if request.method in METHODS else "other"
    REQUESTS.labels(route, method, response.status_code).observe(seconds)
    if route and route not in UNWATCHED and log.isEnabledFor(logging.INFO):
        facts = {"route": route, "method": method, "status": response.status_code, "ms": round(seconds * 1000, 1)}
        log.info("answered", extra=facts)


def route_of(request: HttpRequest) -> str:
    """The name of the route that a request took, or its pattern; empty for static files and what is nowhere."""
    match = request.resolver_match
    return (match.view_name or match.route) if match else ""
