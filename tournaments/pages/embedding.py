"""What other sites may show of this one: their frames a page, their scripts data; under a policy of its own.

What is embedded is what everybody may see, whoever looks: neither cookies nor sessions are read or set. Only these
answers may be framed, and read from elsewhere.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from engine.errors import Refused
from games.absolute_urls import absolute_url
from games.accounts.visitors import LOOKS, too_many_requests
from games.api.throttling import count_against_limit, sender_of, stricter_scope
from games.refusals import Busy, NotFound, TooMany, translated_refusal

POLICY: Final = "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors *"
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Resource-Policy": "cross-origin",
}
CACHED: Final = "public, max-age=60"
FOR_SCRIPTS: Final = {**HEADERS, "Access-Control-Allow-Origin": "*"}
THEMES: Final = ("light", "dark")
STATUSES: Final = {NotFound: 404, TooMany: 429, Busy: 503}
View = Callable[..., HttpResponse]


def for_frames(view: View) -> View:
    """A page that other sites may frame, in the language that its address names or the browser wants."""

    @login_not_required
    @xframe_options_exempt
    @require_safe
    @wraps(view)
    def answer(request: HttpRequest, **named: str) -> HttpResponse:
        language = _language(request)
        with translation.override(language):
            try:
                _count(request)
                response = view(request, **named)
            except Refused as refusal:
                response = embedded_page(
                    request, "refused", status=_status(refusal), sentence=translated_refusal(refusal)
                )
                response = _with(response, _waiting(refusal))
        return _with(response, {**HEADERS, "Content-Language": language})

    return answer


def for_scripts(view: Callable[..., Any]) -> View:
    """Data that scripts of other sites may read."""

    @login_not_required
    @require_safe
    @wraps(view)
    def answer(request: HttpRequest, **named: str) -> HttpResponse:
        try:
            _count(request)
            response = JsonResponse(view(request, **named))
        except Refused as refusal:
            said = {"code": refusal.code, "detail": translated_refusal(refusal)}
            response = JsonResponse(said, status=_status(refusal), headers=_waiting(refusal))
        return _with(response, FOR_SCRIPTS)

    return answer


def _language(request: HttpRequest) -> str:
    """What the address names, else what the browser wants; a cookie has no say here."""
    accepted = parse_accept_lang_header(request.headers.get("Accept-Language", ""))
    wanted = [request.GET.get("language", ""), *(tag for tag, _ in accepted)]
    known = dict(settings.LANGUAGES)
    return next((tag[:2] for tag in wanted if tag[:2] in known), settings.LANGUAGE_CODE)


def embedded_page(request: HttpRequest, name: str, status: int = 200, **context: Any) -> HttpResponse:
    """Rendered without the request: nothing in a template can ask who looks."""
    theme = request.GET.get("theme", "")
    context |= {"theme": theme if theme in THEMES else "", "site": absolute_url(request, "home").rstrip("/")}
    return HttpResponse(render_to_string(f"tournaments/embeds/{name}.html", context), status=status)


def _status(refusal: Refused) -> int:
    return next((status for kind, status in STATUSES.items() if isinstance(refusal, kind)), 400)


def _waiting(refusal: Refused) -> dict[str, str]:
    """When the same may be asked again, if it may."""
    return {"Retry-After": str(refusal.seconds)} if isinstance(refusal, TooMany) else {}


def _count(request: HttpRequest) -> None:
    if (wait := count_against_limit(stricter_scope(LOOKS), sender_of(request))) is not None:
        raise too_many_requests(wait)


def _with(response: HttpResponse, headers: Mapping[str, str]) -> HttpResponse:
    """What is refused is the sender's own affair: a cache must not give it to others."""
    cached = CACHED if response.status_code < 400 else "no-store"
    for name, value in {**headers, "Cache-Control": cached}.items():
        response.headers[name] = value
    return response
