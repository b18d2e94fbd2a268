"""The page of what one was told beside one's games."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.accounts.visitors import account_of
from tournaments.selectors.notices import notices_of, wants_mail
from tournaments.services.notices import read_notices, wish_for_mail


@never_cache
@require_safe
def notices(request: HttpRequest) -> HttpResponse:
    """Everything that one was told lately; having seen it, one has read it."""
    account = account_of(request)
    assert account is not None, "Nobody gets here who is not logged in."
    context = {"notices": notices_of(account.pk), "wants_mail": wants_mail(account.pk)}
    response = render(request, "tournaments/notices.html", context)
    read_notices(account.pk)
    return response


@require_POST
def mails(request: HttpRequest) -> HttpResponse:
    """Turn mails on or off."""
    account = account_of(request)
    assert account is not None, "Nobody gets here who is not logged in."
    wants = request.POST.get("wants_mail") == "1"
    wish_for_mail(account.pk, wants)
    messages.success(request, _("You get mails again.") if wants else _("You get no more mails of this kind."))
    return redirect("notices")
