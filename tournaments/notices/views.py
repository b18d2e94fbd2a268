"""The page of what one was told beside one's games."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.accounts.visitors import account_of
from tournaments.notices.selectors import notices_of, wants_mail
from tournaments.notices.services import mark_notices_read, set_mail_wish


@never_cache
@require_safe
def notices(request: HttpRequest) -> HttpResponse:
    """Everything that one was told lately; having seen it, one has read it."""
    account = account_of(request)
    assert account is not None, "Nobody gets here who is not logged in."
    context = {"notices": notices_of(account.pk), "wants_mail": wants_mail(account.pk)}
    response = render(request, "tournaments/notices/notices.html", context)
    mark_notices_read(account.pk)
    return response


@require_POST
def notices_mails(request: HttpRequest) -> HttpResponse:
    """Turn mails on or off."""
    account = account_of(request)
    assert account is not None, "Nobody gets here who is not logged in."
    wants = request.POST.get("wants_mail") == "1"
    set_mail_wish(account.pk, wants)
    messages.success(request, _("You get mails again.") if wants else _("You get no more mails of this kind."))
    return redirect("notices")
