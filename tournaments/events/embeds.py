"""What other sites may show of this one: their frames a page, their scripts data; under a policy of its own. Here
are the standings of tournaments; leaderboards have theirs.

What is embedded is what everybody may see, whoever looks: neither cookies nor sessions are read or set. Only these
answers may be framed, and read from elsewhere."""

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
from games.accounts.callers import ANYBODY
from games.accounts.visitors import LOOKS, too_many_requests
from games.api.serializers import read_number
from games.api.throttling import count_against_limit, sender_of, stricter_scope
from games.refusals import Busy, NotFound, TooMany, translated_refusal
from tournaments.events.history import format_of
from tournaments.events.selectors.entrants import entrant_names
from tournaments.events.selectors.standings import crosstable_of, has_results
from tournaments.events.selectors.visibility import SeenTournament, see_tournament
from tournaments.events.serializers.responses import standings_as_json
from tournaments.paging import LAST_PAGE

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
                _throttle(request)
                response = view(request, **named)
            except Refused as refusal:
                response = embedded_page(
                    request, "refused", status=_status(refusal), sentence=translated_refusal(refusal)
                )
                response = _with_headers(response, _retry_after(refusal))
        return _with_headers(response, {**HEADERS, "Content-Language": language})

    return answer


def for_scripts(view: Callable[..., Any]) -> View:
    """Data that scripts of other sites may read."""

    @login_not_required
    @require_safe
    @wraps(view)
    def answer(request: HttpRequest, **named: str) -> HttpResponse:
        try:
            _throttle(request)
            response = JsonResponse(view(request, **named))
        except Refused as refusal:
            said = {"code": refusal.code, "detail": translated_refusal(refusal)}
            response = JsonResponse(said, status=_status(refusal), headers=_retry_after(refusal))
        return _with_headers(response, FOR_SCRIPTS)

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
    return HttpResponse(render_to_string(f"tournaments/events/embeds/{name}.html", context), status=status)


def _status(refusal: Refused) -> int:
    return next((status for kind, status in STATUSES.items() if isinstance(refusal, kind)), 400)


def _retry_after(refusal: Refused) -> dict[str, str]:
    """When the same may be asked again, if it may."""
    return {"Retry-After": str(refusal.seconds)} if isinstance(refusal, TooMany) else {}


def _throttle(request: HttpRequest) -> None:
    if (wait := count_against_limit(stricter_scope(LOOKS), sender_of(request))) is not None:
        raise too_many_requests(wait)


def _with_headers(response: HttpResponse, headers: Mapping[str, str]) -> HttpResponse:
    """What is refused is the sender's own affair: a cache must not give it to others."""
    cached = CACHED if response.status_code < 400 else "no-store"
    for name, value in {**headers, "Cache-Control": cached}.items():
        response.headers[name] = value
    return response


ROWS: Final = 10
"""How many rows a frame shows, unless its address says something else."""
MOST_ROWS: Final = 100
"""How many rows of standings it shows at most."""


@for_frames
def embedded_standings(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """The first of the standings of a tournament that everybody may see."""
    seen = see_tournament(tournament_id, ANYBODY)
    players, found = entrant_names(seen), crosstable_of(seen) if has_results(seen) else []
    first = found[: rows_wanted(request, MOST_ROWS)]
    return embedded_page(
        request,
        "standings",
        tournament=seen.tournament,
        unit=_unit(seen),
        standings=[(row.standing, players[row.standing.entrant]) for row in first],
        overridden={row.standing.entrant for row in first if row.overridden},
        count=len(found),
        whole=absolute_url(request, "tournament", tournament_id),
    )


@for_scripts
def embedded_standings_data(request: HttpRequest, tournament_id: str) -> Any:
    """The same as data, a hundred at a time; who keeps their profile to themselves has no name there."""
    seen = see_tournament(tournament_id, ANYBODY)
    return standings_as_json(seen, entrant_names(seen), read_number(request.GET, "page", 1, LAST_PAGE) or 1)


def rows_wanted(request: HttpRequest, most: int) -> int:
    """How many rows the address of a frame asks for."""
    return read_number(request.GET, "rows", 1, most) or ROWS


def _unit(seen: SeenTournament) -> int:
    return format_of(seen.tournament).unit_of(seen.settings)
