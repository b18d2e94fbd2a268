"""People's own pages: settings with those whom one keeps away, tokens, one's data to take along or erase; and the page
that says what is kept about everybody.
"""

from typing import Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language_from_request, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.errors import Malformed, Refused
from games.accounts.callers import viewer_of
from games.accounts.data_export import export_account
from games.accounts.erasure import erase_own_account
from games.accounts.guests import LIFETIME
from games.accounts.login_forms import OwnerForm, PasswordForm
from games.accounts.models import Account
from games.accounts.moderation import unblock
from games.accounts.name_visibility import blocks_seen_by
from games.accounts.owner import make_owner, owners
from games.accounts.passwords import OWNER, find_link, find_password_link, set_password
from games.accounts.profiles import change_profile
from games.accounts.settings_forms import ErasingForm, SettingsForm, TokenForm
from games.accounts.tokens import delete_token, make_token, tokens_of
from games.accounts.visitors import own_account, viewer_at
from games.refusals import Conflict, translated_refusal

TOLD_IN_FORM: Final = (Malformed, Conflict)
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
        except TOLD_IN_FORM as refusal:
            form.add_error(None, translated_refusal(refusal))
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
        except TOLD_IN_FORM as refusal:
            form.add_error(None, translated_refusal(refusal))
        else:
            logout(request)
            messages.success(request, _("Your new password is set. Log in with it."))
            return redirect("account_login")
    return render(request, "games/accounts/password.html", {"form": form, "account": account})


@never_cache
@require_safe
def own_data_page(request: HttpRequest) -> HttpResponse:
    """What can be taken along and what is erased."""
    return _render_own_data(request, ErasingForm(own_account(request)))


def _render_own_data(request: HttpRequest, form: ErasingForm, status: int = 200) -> HttpResponse:
    return render(request, "games/accounts/own_data.html", {"form": form}, status=status)


@never_cache
@require_safe
def download_own_data(request: HttpRequest) -> HttpResponse:
    """Everything that is stored about whoever asks, as a file."""
    account = own_account(request)
    answer = JsonResponse(export_account(account), json_dumps_params={"indent": 2, "ensure_ascii": False})
    answer.headers["Content-Disposition"] = f'attachment; filename="brikks-{account.username}.json"'
    return answer


@never_cache
@sensitive_post_parameters()
@sensitive_variables()
@require_POST
def erase_account(request: HttpRequest) -> HttpResponse:
    """Erase the account of whoever asks, if they are sure and know its password."""
    account = own_account(request)
    form = ErasingForm(account, request.POST)
    if not form.is_valid() or not _is_erased(request, account, form):
        return _render_own_data(request, form)
    messages.success(request, _("Your account is erased. Nobody can tell any more which games were yours."))
    return redirect("home")


def _is_erased(request: HttpRequest, account: Account, form: ErasingForm) -> bool:
    """Whether it could be done; what is refused is told beside the form."""
    try:
        erase_own_account(request, account, form.cleaned_data.get("password"))
    except Refused as refusal:
        form.add_error(None, translated_refusal(refusal))
        return False
    return True


@login_not_required
@require_safe
def privacy_page(request: HttpRequest) -> HttpResponse:
    """What is kept, for how long, who sees it, and who runs the site."""
    context = {"operator": settings.OPERATOR, "owners": owners(viewer_at(request)), "guest_days": LIFETIME.days}
    return render(request, "games/accounts/privacy.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    """Look at one's settings, or change them."""
    account = own_account(request)
    form = SettingsForm(account, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and _is_changed(account, form):
        # Said in the language that was chosen just now.
        with override(account.language or get_language_from_request(request)):
            messages.success(request, _("Your settings are saved."))
        return redirect("settings")
    return render(request, "games/accounts/settings.html", {"form": form, "blocks": blocks_seen_by(viewer_of(account))})


def _is_changed(account: Account, form: SettingsForm) -> bool:
    """Whether what the form says could be done; what is refused of it is told beside it."""
    changes = {name: value for name, value in form.changes.items() if name != "is_minor" or not account.is_minor}
    try:
        change_profile(account, changes)
    except Refused as refusal:
        form.add_error(None, translated_refusal(refusal))
    return form.is_valid()


@require_POST
def unblock_player(request: HttpRequest) -> HttpResponse:
    """Let somebody come near again."""
    if unblock(own_account(request), request.POST.get("handle", "")):
        messages.success(request, _("Nothing keeps you apart any more, unless they keep you away."))
    else:
        messages.error(request, _("You keep nobody of this name away."))
    return redirect("settings")


HANDOVER_COOKIE: Final = "new-token"
"""Carries the secret of a new token to the page that shows it: so the site stores it nowhere, and a page that is loaded
again makes no second token."""
HANDOVER_COOKIE_LIFETIME: Final = 60
"""Seconds within which the browser asks for that page."""


@never_cache
@sensitive_variables()
@require_http_methods(["GET", "HEAD", "POST"])
def tokens_page(request: HttpRequest) -> HttpResponse:
    """One's tokens, or a new one: its secret is on the page that follows, and never again."""
    account = own_account(request)
    form = TokenForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and (made := _make_token(account, form)):
        return _redirect_with_secret(account, made)
    secret = (
        request.get_signed_cookie(HANDOVER_COOKIE, "", _cookie_salt(account), HANDOVER_COOKIE_LIFETIME)
        if request.method == "GET"
        else ""
    )
    answer = render(
        request, "games/accounts/tokens.html", {"form": form, "secret": secret, "tokens": tokens_of(account)}
    )
    if secret:
        answer.delete_cookie(HANDOVER_COOKIE, reverse("tokens"), samesite="Strict")
    return answer


@sensitive_variables()
def _redirect_with_secret(account: Account, secret: str) -> HttpResponse:
    """The way to the page that shows a secret, for this browser alone."""
    here = reverse("tokens")
    answer = redirect(here)
    answer.set_signed_cookie(
        HANDOVER_COOKIE,
        secret,
        _cookie_salt(account),
        max_age=HANDOVER_COOKIE_LIFETIME,
        path=here,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Strict",
    )
    return answer


def _cookie_salt(account: Account) -> str:
    """Whoever logs in next in the same browser is not shown it."""
    return f"{HANDOVER_COOKIE} {account.pk}"


@sensitive_variables()
def _make_token(account: Account, form: TokenForm) -> str:
    """The secret of a new token; nothing if it is refused, which is told beside the form."""
    said = form.cleaned_data
    try:
        return make_token(account, said["name"], said["scopes"], form.ends())[1]
    except Refused as refusal:
        form.add_error(None, translated_refusal(refusal))
        return ""


@require_POST
def end_token(request: HttpRequest, number: int) -> HttpResponse:
    """End one of them at once."""
    delete_token(own_account(request), number)
    messages.success(request, _("The token has ended. No program can use it any more."))
    return redirect("tokens")
