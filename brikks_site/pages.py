"""Pages that belong to no app."""

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.views.decorators.http import require_safe


@login_not_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this place is and what can be done here today."""
    return render(request, "brikks_site/home.html")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Why a request was refused, in words; nothing here may ask for the host, which can be the very reason."""
    context = {"name_is_unknown": isinstance(exception, DisallowedHost)}
    return render(request, "400.html", context, status=400)


@login_not_required
@require_safe
def favicon(request: HttpRequest) -> HttpResponseRedirect:
    """Where a browser that asks for the old address finds the icon."""
    return HttpResponseRedirect(static("brikks_site/icon.svg"))
