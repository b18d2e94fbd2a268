"""Counts and times every request, and writes a line about it where the log is read by machines.

A middleware of our own, because those of django-prometheus cost many times as much (docs/decisions/0014). Only the
name of a route is ever kept: paths can hold ids and secrets.
"""

import logging
import time
from typing import Any, Final

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from prometheus_client import Histogram

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
    async_capable = True

    def __init__(self, get_response: Any) -> None:
        self.get_response = get_response
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Any:
        """Answer and take the time, at once or later."""
        return self._answer_later(request) if self.is_async else self._answer(request)

    def _answer(self, request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        response: HttpResponseBase = self.get_response(request)
        return _observe(request, response, time.perf_counter() - began)

    async def _answer_later(self, request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        response: HttpResponseBase = await self.get_response(request)
        return _observe(request, response, time.perf_counter() - began)


def _observe(request: HttpRequest, response: HttpResponseBase, seconds: float) -> HttpResponseBase:
    route, method = route_of(request), request.method if request.method in METHODS else "other"
    REQUESTS.labels(route, method, response.status_code).observe(seconds)
    if route and route not in UNWATCHED and log.isEnabledFor(logging.INFO):
        facts = {"route": route, "method": method, "status": response.status_code, "ms": round(seconds * 1000, 1)}
        log.info("answered", extra=facts)
    return response


def route_of(request: HttpRequest) -> str:
    """The name of the route that a request took, or its pattern; empty for static files and what is nowhere."""
    match = request.resolver_match
    return (match.view_name or match.route) if match else ""
