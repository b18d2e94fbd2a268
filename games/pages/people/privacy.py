"""The page that says what is kept about people."""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.accounts.guests import LIFETIME
from games.accounts.owner import owners
from games.pages.visitors import viewer_at


@login_not_required
@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept, for how long, who sees it, and who runs the site."""
    context = {"operator": settings.OPERATOR, "owners": owners(viewer_at(request)), "guest_days": LIFETIME.days}
    return render(request, "games/people/privacy.html", context)
