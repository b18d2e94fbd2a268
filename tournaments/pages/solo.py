"""The solo table: the official titles, and how whoever looks has done."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.accounts.visitors import account_of
from games.forms import new_command
from tournaments.selectors.fields import luck_and_skill_of_account
from tournaments.selectors.solo import bonus_of_levels, figures_of_account, titles_of


@login_not_required
@never_cache
@require_safe
def solo_table(request: HttpRequest) -> HttpResponse:
    """The titles, and one's own figures for who has an account."""
    account = account_of(request)
    is_registered = account is not None and not account.is_guest
    own = figures_of_account(account.pk) if account is not None and is_registered else None
    context = {
        "titles": titles_of(),
        "bonus": bonus_of_levels(),
        "figures": own if own is not None and own.runs else None,
        "luck": luck_and_skill_of_account(account.pk) if account is not None and is_registered else None,
        "is_registered": is_registered,
        "is_own": True,
        "command": new_command(),
    }
    return render(request, "tournaments/solo.html", context)
