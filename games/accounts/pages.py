"""The pages behind one-time links: a new password, or the first owner's account."""

from typing import Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from engine.errors import Malformed
from games.accounts.forms import OwnerForm, PasswordForm
from games.accounts.links import OWNER, find_link
from games.accounts.owner import make_owner
from games.accounts.passwords import find_password_link, set_password
from games.refusals import Conflict
from games.wording import told

WRONG: Final = (Malformed, Conflict)
"""What is told beside the form, so that it can be mended; everything else ends the matter."""


@login_not_required
@never_cache
@sensitive_post_parameters()
@sensitive_variables()
@require_http_methods(["GET", "HEAD", "POST"])
def one_time_link(request: HttpRequest, secret: str) -> HttpResponse:
    """The page of a link; looking at it does not use it up."""
    return _owner_page(request, secret) if find_link(secret).purpose == OWNER else _password_page(request, secret)


def _owner_page(request: HttpRequest, secret: str) -> HttpResponse:
    form = OwnerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            owner = make_owner(
                secret, said["username"], said["display_name"], said["password1"], said.get("language", "")
            )
        except WRONG as refusal:
            form.add_error(None, told(refusal))
        else:
            login(request, owner, settings.AUTHENTICATION_BACKENDS[0])
            messages.success(request, _("Welcome. This site is yours now."))
            return redirect("welcome")
    return render(request, "games/accounts/owner.html", {"form": form})


def _password_page(request: HttpRequest, secret: str) -> HttpResponse:
    account = find_password_link(secret).account
    form = PasswordForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            set_password(secret, form.cleaned_data["password1"])
        except WRONG as refusal:
            form.add_error(None, told(refusal))
        else:
            logout(request)
            messages.success(request, _("Your new password is set. Log in with it."))
            return redirect("account_login")
    return render(request, "games/accounts/password.html", {"form": form, "account": account})
