"""Middleware that answers in the language and the time zone of whoever asks.

Both are those of the account if it names them; else the language is the one that was chosen in this browser, which a
cookie keeps, or the browser's own, and the time zone the browser's, which a cookie tells, or UTC. Who sends no session
is not looked up, so that programs and strangers cost no question to the database.
"""

from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers

from games.accounts.models import Account
from games.time_zones import zone_named

ZONE: Final = "time-zone"
"""The cookie in which a browser says what time zone it is in; `zone.js` sets it."""


class Locales:
    """Comes after whatever says who asks."""

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer in a language and a time zone that hold for this request alone."""
        account = _account_of(request)
        with (
            translation.override(_language(request, account), deactivate=True),
            timezone.override(_zone(request, account)),
        ):
            request.LANGUAGE_CODE = language = translation.get_language()
            response: HttpResponseBase = self.get_response(request)
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        if account is not None:
            # Every page says who is logged in; nobody else is to find it in a browser or in a cache on the way.
            response.headers.setdefault("Cache-Control", "private, no-store")
        response.headers.setdefault("Content-Language", language)
        return response


def _account_of(request: HttpRequest) -> Account | None:
    """Who is logged in by a session, if one was sent and can be read."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    try:
        return request.user if isinstance(request.user, Account) else None
    except (OperationalError, InterfaceError):
        # Whether this request can do without the database is for its view to say.
        return None


def _language(request: HttpRequest, account: Account | None) -> str:
    chosen = account.language if account else ""
    return chosen if chosen in dict(settings.LANGUAGES) else translation.get_language_from_request(request)


def _zone(request: HttpRequest, account: Account | None) -> Any:
    chosen = account.time_zone if account else ""
    return zone_named(chosen or request.COOKIES.get(ZONE, ""))
