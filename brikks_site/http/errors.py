"""The one mapping from what is refused to what HTTP says: a status, and `{code, detail}`.

Services and selectors raise refusals and know nothing of HTTP; the interface, the streams and the pages all answer
through here.
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from django.core.exceptions import PermissionDenied, RequestDataTooBig, TooManyFieldsSent
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext, gettext_noop
from rest_framework import exceptions

from engine.errors import Illegal, Malformed, Refused
from games.log.storage_faults import refusal_of
from games.refusals import Busy, Conflict, Forbidden, NotFound, OutOfOrder, TooMany, translated_refusal

log = logging.getLogger(__name__)

STATUSES: Final = {
    NotFound: 404,
    Forbidden: 403,
    Conflict: 409,
    TooMany: 429,
    Busy: 503,
    Malformed: 400,
    Illegal: 422,
}
TOO_LONG: Final = "body/too-long"
TOO_SLOW: Final = "body/too-slow"
STATUSES_BY_CODE: Final = {TOO_LONG: 413, TOO_SLOW: 408}
RETRY_AFTER: Final = 1
"""Seconds after which what was too busy may succeed."""
RETRY_WHEN_MENDED: Final = 10
"""Seconds after which it is worth looking whether what was out of order has been mended."""
INTERFACE: Final = "/api/"


def status_of(refusal: Refused) -> int:
    """The status of a refusal; that of its nearest known class."""
    if refusal.code in STATUSES_BY_CODE:
        return STATUSES_BY_CODE[refusal.code]
    return next((status for kind, status in STATUSES.items() if isinstance(refusal, kind)), 400)


def content_of(refusal: Refused) -> dict[str, str]:
    """A refusal as the interface tells it."""
    return {"code": refusal.code, "detail": translated_refusal(refusal)}


def headers_of(refusal: Refused) -> dict[str, str]:
    """What else belongs to the answer to a refusal."""
    if status_of(refusal) not in (429, 503):
        return {}
    if isinstance(refusal, TooMany):
        return {"Retry-After": str(refusal.seconds)}
    return {"Retry-After": str(RETRY_WHEN_MENDED if isinstance(refusal, OutOfOrder) else RETRY_AFTER)}


def answer_refusal(refusal: Refused) -> JsonResponse:
    """A refusal as a whole answer."""
    return JsonResponse(content_of(refusal), status=status_of(refusal), headers=headers_of(refusal))


class Refusals:
    """Middleware: turns what a view refuses into an answer, in JSON for programs and as a page for people."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on; the work is done where a view raises."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """An answer for a refusal, None for everything else."""
        refusal = refusal_behind(error)
        return None if refusal is None else answer_as_asked(request, refusal)


def refusal_behind(error: BaseException | None) -> Refused | None:
    """What an exception refuses: itself, or that something is wrong with where the site keeps its data."""
    if isinstance(error, Refused):
        return error
    refusal = None if error is None else refusal_of(error)
    if refusal is not None:
        log.warning("Not answered: %s", error)
    return refusal


def answer_as_asked(request: HttpRequest, refusal: Refused) -> HttpResponse:
    """A refusal as JSON for programs, as a page for people; without their account where nothing can be asked for."""
    if request.path.startswith(INTERFACE):
        return answer_refusal(refusal)
    context = {"sentence": translated_refusal(refusal), "code": refusal.code}
    if isinstance(refusal, Busy):
        page = HttpResponse(render_to_string("refused.html", context), status=status_of(refusal))
    else:
        page = render(request, "refused.html", context, status=status_of(refusal))
    for name, value in headers_of(refusal).items():
        page.headers[name] = value
    return page


ERRORS_BY_STATUS: Final[Mapping[int, tuple[str, str]]] = {
    400: ("request/malformed", gettext_noop("The request cannot be understood.")),
    401: ("request/who", gettext_noop("Log in, or send a token.")),
    403: ("request/forbidden", gettext_noop("You may not do this.")),
    404: ("request/not-found", gettext_noop("There is nothing at this address.")),
    405: ("request/method", gettext_noop("This address does not know that method.")),
    406: ("request/format", gettext_noop("This address does not answer in that format.")),
    415: ("request/type", gettext_noop("Send JSON, with the content type application/json.")),
    429: ("request/too-many", gettext_noop("Too many requests; please wait a moment.")),
    500: ("site/failed", gettext_noop("Something has failed here; it was written down.")),
}
"""Code and sentence of what no refusal of ours stands behind, by status."""


def answer_for_interface(error: Exception, context: Mapping[str, Any]) -> JsonResponse | None:
    """What the interface answers to an exception, whatever format was asked for; None for what nobody has foreseen."""
    if (refusal := refusal_behind(error)) is not None:
        return answer_refusal(refusal)
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    elif isinstance(error, RequestDataTooBig | TooManyFieldsSent):
        return JsonResponse({"code": TOO_LONG, "detail": gettext("The body is too long.")}, status=413)
    return _answer_framework(error) if isinstance(error, exceptions.APIException) else None


def _answer_framework(error: exceptions.APIException) -> JsonResponse:
    """An exception of the framework's own."""
    code, sentence = ERRORS_BY_STATUS.get(error.status_code, ("request/refused", str(error.detail)))
    content = {"code": code, "detail": gettext(sentence)}
    if isinstance(error, exceptions.ValidationError):
        content = {"code": "request/fields", "detail": " ".join(_sentences(error.detail))}
    elif isinstance(error, exceptions.ParseError | exceptions.AuthenticationFailed | exceptions.Throttled):
        content["detail"] = str(error.detail)
    headers = {}
    if header := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = header
    if (wait := getattr(error, "wait", None)) is not None:
        headers["Retry-After"] = str(wait)
    return JsonResponse(content, status=error.status_code, headers=headers)


def _sentences(detail: Any, name: str = "") -> Iterator[str]:
    """What is wrong with each field, as sentences that name it."""
    if isinstance(detail, Mapping):
        for key, value in detail.items():
            yield from _sentences(value, str(key))
    elif isinstance(detail, list):
        for value in detail:
            yield from _sentences(value, name)
    else:
        yield f"{name}: {detail}" if name and name != "non_field_errors" else str(detail)
