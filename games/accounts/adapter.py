"""What allauth asks this site about: names, and guests who become somebody."""

from typing import Any
from urllib.parse import urljoin, urlsplit, urlunsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils import translation
from django.utils.translation import get_language

from games.accounts import devices
from games.accounts.forms import cleaned, guest_in
from games.accounts.merging import take_over
from games.accounts.names import clean_username
from games.models import Account
from games.refusals import Forbidden


def at_public_address(address: str) -> str:
    """An address of this site under its public name, whatever name the request has used: anybody may send any port."""
    if not settings.PUBLIC_URL:
        return address
    parts = urlsplit(address)
    return urljoin(settings.PUBLIC_URL, urlunsplit(("", "", parts.path, parts.query, "")))


class AccountAdapter(DefaultAccountAdapter):
    """Signing up and logging in."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Everybody may sign up; whoever has an account is sent home instead."""
        if request.user.is_authenticated and guest_in(request) is None:
            raise ImmediateHttpResponse(HttpResponseRedirect(resolve_url(settings.LOGIN_REDIRECT_URL)))
        return True

    def is_safe_url(self, url: str) -> bool:
        """Whether somebody may be led there; what is no address at all leads nowhere."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name as it is stored; refused if it is taken."""
        name: str = super().clean_username(cleaned(clean_username, username), shallow)
        return name

    def new_user(self, request: HttpRequest) -> Account:
        """A new account, or that of the guest who signs up."""
        guest = guest_in(request)
        return Account() if guest is None else Account.objects.get(pk=guest.pk)

    def save_user(
        self, request: HttpRequest, user: AbstractBaseUser, form: Any, commit: bool = True
    ) -> AbstractBaseUser:
        """Store what was said in the form."""
        assert isinstance(user, Account)
        data = form.cleaned_data
        user.display_name, user.language = data["display_name"], data["language"]
        user.is_minor = user.is_private = data["is_minor"]
        user.is_guest, user.expires_at = False, None
        return super().save_user(request, user, form, commit)

    def set_password(self, user: AbstractBaseUser, password: str) -> None:
        """Set a password; a guest has none, and gets one by signing up."""
        if isinstance(user, Account) and user.is_guest:
            raise Forbidden("account/guest", "Sign up first; everything you have played stays yours.")
        super().set_password(user, password)

    def get_reset_password_from_key_url(self, key: str) -> str:
        """The link to a new password in a mail."""
        return at_public_address(super().get_reset_password_from_key_url(key))

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        """The link in a mail that says that the address is theirs."""
        return at_public_address(super().get_email_confirmation_url(request, emailconfirmation))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write in the language of the account; in that of the request if it names none."""
        user = context.get("user")
        with translation.override(user.language if isinstance(user, Account) and user.language else get_language()):
            super().send_mail(template_prefix, email, context)

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Log in; a guest's games and tables come along, under whichever account."""
        assert isinstance(user, Account)
        guest = guest_in(request)
        tables = request.session.get(devices.TABLES)
        super().login(request, user)
        if guest is None:
            return
        devices.keep_tables(request.session, tables, guest.pk, user.pk)
        if guest.pk != user.pk:
            for game_id in take_over(guest, user):
                devices.seat_here(request.session, user, game_id, guest)
