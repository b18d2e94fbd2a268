"""The page of one's tokens."""

from typing import Final

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from engine.errors import Refused
from games.accounts.tokens import delete_token, make_token, tokens_of
from games.models import Account
from games.pages.people.asking import own_account
from games.pages.people.forms import TokenForm
from games.wording import told

COOKIE: Final = "new-token"
"""Carries the secret of a new token to the page that shows it: so the site stores it nowhere, and a page that is loaded
again makes no second token."""
LIFETIME: Final = 60
"""Seconds within which the browser asks for that page."""


@never_cache
@sensitive_variables()
@require_http_methods(["GET", "HEAD", "POST"])
def tokens_page(request: HttpRequest) -> HttpResponse:
    """One's tokens, or a new one: its secret is on the page that follows, and never again."""
    account = own_account(request)
    form = TokenForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and (made := _make(account, form)):
        return _handed_over(account, made)
    secret = request.get_signed_cookie(COOKIE, "", _salt(account), LIFETIME) if request.method == "GET" else ""
    answer = render(request, "games/people/tokens.html", {"form": form, "secret": secret, "tokens": tokens_of(account)})
    if secret:
        answer.delete_cookie(COOKIE, reverse("tokens"), samesite="Strict")
    return answer


@sensitive_variables()
def _handed_over(account: Account, secret: str) -> HttpResponse:
    """The way to the page that shows a secret, for this browser alone."""
    here = reverse("tokens")
    answer = redirect(here)
    answer.set_signed_cookie(
        COOKIE,
        secret,
        _salt(account),
        max_age=LIFETIME,
        path=here,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Strict",
    )
    return answer


def _salt(account: Account) -> str:
    """Whoever logs in next in the same browser is not shown it."""
    return f"{COOKIE} {account.pk}"


@sensitive_variables()
def _make(account: Account, form: TokenForm) -> str:
    """The secret of a new token; nothing if it is refused, which is told beside the form."""
    said = form.cleaned_data
    try:
        return make_token(account, said["name"], said["scopes"], form.ends())[1]
    except Refused as refusal:
        form.add_error(None, told(refusal))
        return ""


@require_POST
def end_token(request: HttpRequest, number: int) -> HttpResponse:
    """End one of them at once."""
    delete_token(own_account(request), number)
    messages.success(request, _("The token has ended. No program can use it any more."))
    return redirect("tokens")
