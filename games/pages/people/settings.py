"""The page of settings, with those whom one keeps away."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language_from_request, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from engine.errors import Refused
from games.accounts.blocking import unblock
from games.accounts.profiles import change_profile
from games.models import Account
from games.pages.people.asking import own_account
from games.pages.people.forms import SettingsForm
from games.selectors import viewer_of
from games.selectors.names import blocks_seen_by
from games.wording import told


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    """Look at one's settings, or change them."""
    account = own_account(request)
    form = SettingsForm(account, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and _change(account, form):
        # Said in the language that was chosen just now.
        with override(account.language or get_language_from_request(request)):
            messages.success(request, _("Your settings are saved."))
        return redirect("settings")
    return render(request, "games/people/settings.html", {"form": form, "blocks": blocks_seen_by(viewer_of(account))})


def _change(account: Account, form: SettingsForm) -> bool:
    """Whether what the form says could be done; what is refused of it is told beside it."""
    changes = {name: value for name, value in form.changes.items() if name != "is_minor" or not account.is_minor}
    try:
        change_profile(account, changes)
    except Refused as refusal:
        form.add_error(None, told(refusal))
    return form.is_valid()


@require_POST
def let_back(request: HttpRequest) -> HttpResponse:
    """Let somebody come near again."""
    if unblock(own_account(request), request.POST.get("handle", "")):
        messages.success(request, _("Nothing keeps you apart any more, unless they keep you away."))
    else:
        messages.error(request, _("You keep nobody of this name away."))
    return redirect("settings")
