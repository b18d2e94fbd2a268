"""Pages that belong to no app, the documentation of the interface (as OpenAPI for programs and as Swagger UI for
people, from this host alone), and what is answered where no other view does: unknown addresses, wrong methods, what
nobody has foreseen.
"""

import sys
from collections.abc import Callable
from functools import cache, wraps

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from django.views import defaults
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer

from brikks_site.http.errors import ERRORS_BY_STATUS, INTERFACE, answer_as_asked, refusal_behind
from brikks_site.http.middleware import security_policy
from brikks_site.welcome import ClubForm, found_first_club, invitation, require_owner
from engine.errors import Refused
from games.accounts.allauth_adapter import is_own_path
from games.accounts.profiles import change_profile, clean_language
from games.accounts.visitors import account_of, viewer_at
from games.refusals import translated_refusal
from games.tables.views.lobby import lobby_context
from tournaments.clubs.page_selectors import clubs_at_home
from tournaments.events.selectors.lists import coming_rounds


@login_not_required
@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """One's own games first, then what can be played and watched; for strangers, what this place is."""
    viewer = viewer_at(request)
    clubs, has_more_clubs = clubs_at_home(viewer)
    context = {
        **lobby_context(request),
        "clubs": clubs,
        "has_more_clubs": has_more_clubs,
        "coming_rounds": coming_rounds(viewer),
    }
    return render(request, "brikks_site/home.html", context)


@login_not_required
@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Remember a language for this browser, and for the account of whoever is logged in."""
    language = clean_language(request.POST.get("language", ""))
    account = account_of(request)
    if account is not None:
        change_profile(account, {"language": language})
    place = request.POST.get("next", "")
    response = HttpResponseRedirect(place if is_own_path(place) else reverse("home"))
    _keep_language(response, language)
    return response


def _keep_language(response: HttpResponse, language: str) -> None:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE if language else 0,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def welcome(request: HttpRequest) -> HttpResponse:
    """The first steps of a site's owner: the club's name and the language, then the link for the players."""
    owner = require_owner(account_of(request))
    form = ClubForm(request.POST or None, initial={"language": translation.get_language()})
    if request.method == "POST" and form.is_valid():
        try:
            found_first_club(owner, form.cleaned_data)
        except Refused as refusal:
            form.add_error("name", translated_refusal(refusal))
        else:
            response = redirect("welcome")
            _keep_language(response, form.cleaned_data["language"])
            return response
    context = {"form": form, **invitation(request, owner)}
    return render(request, "brikks_site/welcome.html", context, status=400 if form.errors else 200)


def bad_request_page(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Why a request was refused, in words; nothing here may ask for the host, which can be the very reason."""
    context = {"name_is_unknown": isinstance(exception, DisallowedHost)}
    return render(request, "400.html", context, status=400)


@login_not_required
@require_safe
def favicon(request: HttpRequest) -> HttpResponseRedirect:
    """Where a browser that asks for the old address finds the icon."""
    return HttpResponseRedirect(static("brikks_site/icon.svg"))


@csrf_exempt
@login_not_required
def unknown_api_address(request: HttpRequest) -> JsonResponse:
    """What the interface answers where it has no address."""
    return _json_error(404)


def read_only(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """A view of the interface that everybody may read, and nobody change anything with."""

    @csrf_exempt
    @login_not_required
    @wraps(view)
    def read(request: HttpRequest) -> HttpResponse:
        if request.method in ("GET", "HEAD"):
            return view(request)
        return _json_error(405, Allow="GET, HEAD")

    return read


def server_error(request: HttpRequest) -> HttpResponse:
    """What is answered when something has failed that no view has answered for: the database, perhaps, or what nobody
    has foreseen; the log knows more, the answer does not."""
    if refusal := refusal_behind(sys.exception()):
        return answer_as_asked(request, refusal)
    return _json_error(500) if request.path.startswith(INTERFACE) else defaults.server_error(request)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What is answered to a request that could not even be looked at."""
    return _json_error(400) if request.path.startswith(INTERFACE) else bad_request_page(request, exception)


def _json_error(status: int, **headers: str) -> JsonResponse:
    code, sentence = ERRORS_BY_STATUS[status]
    return JsonResponse({"code": code, "detail": gettext(sentence)}, status=status, headers=headers)


YAML = "yaml"


@read_only
def api_schema(request: HttpRequest) -> HttpResponse:
    """The whole interface as OpenAPI: JSON, or YAML for who asks for it."""
    if YAML in (request.GET.get("format"), request.headers.get("Accept", "").rpartition("/")[2]):
        return HttpResponse(_written_schema(OpenApiYamlRenderer), content_type="application/yaml; charset=utf-8")
    return HttpResponse(_written_schema(OpenApiJsonRenderer), content_type="application/json")


@cache
def _written_schema(renderer: type[OpenApiJsonRenderer | OpenApiYamlRenderer]) -> bytes:
    """The document in one form; it stays the same as long as the process runs."""
    document = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    written: bytes = renderer().render(document, renderer_context={})
    return written


@read_only
def api_docs(request: HttpRequest) -> HttpResponse:
    """The same to read and try out."""
    response = render(request, "brikks_site/api_docs.html")
    # Swagger UI brings its icons along inside its stylesheet; nothing else is loosened.
    response.headers["Content-Security-Policy"] = security_policy().replace("img-src 'self'", "img-src 'self' data:")
    return response
