"""The page of one's tokens."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
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


@never_cache
@sensitive_variables()
@require_http_methods(["GET", "HEAD", "POST"])
def tokens_page(request: HttpRequest) -> HttpResponse:
    """One's tokens, or a new one: its secret is in this one answer and never again, so that it is stored nowhere."""
    account = own_account(request)
    form, secret = TokenForm(request.POST if request.method == "POST" else None), ""
    if request.method == "POST" and form.is_valid():
        secret = _make(account, form)
    made = {"form": TokenForm() if secret else form, "secret": secret, "tokens": tokens_of(account)}
    return render(request, "games/people/tokens.html", made)


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
