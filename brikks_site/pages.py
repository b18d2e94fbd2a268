"""Pages that belong to no app."""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from brikks_site.welcoming import ClubForm, found_first_club, invitation, require_owner
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


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Why a request was refused, in words; nothing here may ask for the host, which can be the very reason."""
    context = {"name_is_unknown": isinstance(exception, DisallowedHost)}
    return render(request, "400.html", context, status=400)


@login_not_required
@require_safe
def favicon(request: HttpRequest) -> HttpResponseRedirect:
    """Where a browser that asks for the old address finds the icon."""
    return HttpResponseRedirect(static("brikks_site/icon.svg"))
