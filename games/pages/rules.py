"""The page of the rules."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.rules import rules_context


@login_not_required
@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The complete rules, with our rulings marked."""
    return render(request, "games/rules.html", rules_context())
