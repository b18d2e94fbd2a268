"""Our middleware around every request, in the order of the settings; that for ids and metrics is in `ops.requests`,
that for refusals in `errors`.

`browser_policy` tells the browser what to refuse: other hosts, inline code, framing, sensors. `StaticFiles` serves
static files from this process; every other request passes by without a detour through the event loop. `without_cookies`
takes the cookies off what other sites embed before anything can look at them, and the answer does not claim to depend
on them: a cache on the way gives it to whoever asks next. `only_utf8` refuses a request that names another encoding:
Django reads forms in the encoding that they name, and some of those make texts that neither a page nor a database can
hold.

`Locales` answers in the language and the time zone of whoever asks. Both are those of the account if it names them;
else the language is the one that was chosen in this browser, which a cookie keeps, or the browser's own, and the time
zone the browser's, which a cookie tells, or UTC. Who sends no session is not looked up, so that programs and strangers
cost no question to the database. `SecondFactor` lets staff without a second factor do nothing but add one, where the
site requires it.
"""

import codecs
from collections.abc import Callable
from functools import cached_property
from typing import Any, Final, cast

from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import BadRequest
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.decorators import sync_only_middleware
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _
from servestatic.middleware import ServeStaticMiddleware

from brikks_site.http.errors import INTERFACE, answer_refusal
from brikks_site.import_map import import_map_hash
from games.accounts.models import Account
from games.accounts.second_factor import lacks_second_factor
from games.refusals import Forbidden
from games.time_zones import zone_named

HEADERS = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


def security_policy() -> str:
    """The content security policy: our own files, and the one import map that pages carry."""
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src 'self' {import_map_hash()}",
            "style-src 'self'",
            "img-src 'self'",
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        ]
    )


Answer = Callable[[HttpRequest], HttpResponseBase]


@sync_only_middleware
def browser_policy(get_response: Answer) -> Answer:
    """Add our headers to every answer, static files and errors included."""

    def with_policy(request: HttpRequest) -> HttpResponseBase:
        return add_headers(get_response(request))

    return with_policy


def add_headers(response: HttpResponseBase) -> HttpResponseBase:
    """Set what the view has not set itself."""
    for name, value in {"Content-Security-Policy": security_policy(), **HEADERS}.items():
        response.headers.setdefault(name, value)
    return response


class StaticFiles:
    """Middleware: asks ServeStatic, which only knows the event loop, for what lies under /static/."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    @cached_property
    def _serve(self) -> Answer:
        """Looks through all files, so it is made when the first of them is asked for."""

        async def pass_on(request: HttpRequest) -> HttpResponseBase:
            return await sync_to_async(self.get_response)(request)

        return cast(Answer, async_to_sync(ServeStaticMiddleware(pass_on)))

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """A file, or whatever else the request is answered with."""
        is_file = request.path_info.startswith(settings.STATIC_URL)
        return self._serve(request) if is_file else self.get_response(request)


EMBEDDED: Final = "/embed/"
"""How the addresses begin of what other sites show."""


@sync_only_middleware
def without_cookies(get_response: Answer) -> Answer:
    """Comes before whatever reads cookies."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(EMBEDDED):
            return get_response(request)
        request.META.pop("HTTP_COOKIE", None)
        request.COOKIES = {}
        response = get_response(request)
        named = [name.strip() for name in response.headers.get("Vary", "").split(",")]
        response.headers["Vary"] = ", ".join(name for name in named if name and name.lower() != "cookie")
        return response

    return answer


@sync_only_middleware
def only_utf8(get_response: Answer) -> Answer:
    """Refuse every other encoding before anything is read."""

    def check(request: HttpRequest) -> HttpResponseBase:
        named = request.encoding
        if named is not None and codecs.lookup(named).name != "utf-8":
            raise BadRequest("This request names an encoding other than UTF-8.")
        return get_response(request)

    return check


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


STILL_ALLOWED: Final = ("account_", "mfa_", "healthz", "readyz")
"""How the names of the addresses begin that they can still use."""


class SecondFactor(MiddlewareMixin):
    """Comes after whatever says who asks."""

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """An answer instead of the view's; None for everybody else."""
        if not settings.REQUIRE_MFA_FOR_STAFF:
            return None
        user = request.user
        name = (request.resolver_match.url_name if request.resolver_match else None) or ""
        if not isinstance(user, Account) or name.startswith(STILL_ALLOWED) or not lacks_second_factor(user):
            return None
        if request.path.startswith(INTERFACE):
            return answer_refusal(Forbidden("account/second-factor", "Add a second factor to your account first."))
        messages.info(request, _("Those who look after the site need a second factor. Please add one now."))
        return HttpResponseRedirect(reverse("mfa_activate_totp"))
