"""What allauth asks this site about: names, and guests who become somebody."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.ratelimit import consume
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language

from games.absolute_urls import site_url
from games.accounts import devices
from games.accounts.guest_merge import take_over_guest
from games.accounts.guests import request_guest
from games.accounts.login_limits import PAUSE, note_failure, remember_device, try_login
from games.accounts.mail import owner_of, queue_mail
from games.accounts.models import Account
from games.accounts.names import clean_username
from games.accounts.passwords import change_password
from games.api.throttling import sender_of
from games.form_fields import clean_with
from games.refusals import Forbidden, TooMany


def is_own_path(url: str) -> bool:
    """Whether an address is the path of a page of this site: browsers read “\\\\” and “//” as the start of a host."""
    is_path = isinstance(url, str) and url.startswith("/") and url.isprintable()
    return is_path and url_has_allowed_host_and_scheme(url, allowed_hosts=None)


def _own_session(account: Account, request: HttpRequest | None) -> str | None:
    """The session in which somebody changes their own password."""
    return request.session.session_key if request is not None and request.user == account else None


class AccountAdapter(DefaultAccountAdapter):
    """Signing up and logging in."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Everybody may sign up; whoever has an account is sent home instead."""
        if request.user.is_authenticated and request_guest(request) is None:
            raise ImmediateHttpResponse(HttpResponseRedirect(resolve_url(settings.LOGIN_REDIRECT_URL)))
        return True

    def is_safe_url(self, url: str) -> bool:
        """Whether somebody may be led there: to a page of this site by its path, never by a host or a port."""
        return is_own_path(url)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name as it is stored; refused if it is taken."""
        name: str = super().clean_username(clean_with(clean_username, username), shallow)
        return name

    def new_user(self, request: HttpRequest) -> Account:
        """A new account, or that of the guest who signs up."""
        guest = request_guest(request)
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
        assert isinstance(user, Account)
        if user.is_guest:
            raise Forbidden("account/guest", "Sign up first; everything you have played stays yours.")
        change_password(user, password, but=_own_session(user, context.request))

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        """The link in a mail that says that the address is theirs."""
        path = reverse("account_confirm_email", args=[emailconfirmation.key])
        return f"{site_url(request)}{path}"

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Ask whether an address is theirs, unless that was just asked; whoever has shown it before is told that
        somebody wanted to sign up with it. The answer to the request is the same, and so is what is counted."""
        account, address = emailconfirmation.email_address.user, emailconfirmation.email_address.email
        is_new = consume(request, action="confirmation_mail", key=f"{account.pk} {address}")
        if not is_new or not consume(request, action="confirmation_mail_from", key=f"{sender_of(request)} {address}"):
            return
        if signup and owner_of(address) is not None:
            self.send_account_already_exists_mail(address)
        else:
            super().send_confirmation_mail(request, emailconfirmation, signup)

    def send_account_already_exists_mail(self, email: str) -> None:
        """Tell whoever has an address that somebody wanted to sign up with it."""
        link = site_url(context.request) + reverse("account_reset_password")
        self.send_mail("account/email/account_already_exists", email, {"password_reset_url": link})

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Have a mail sent, in the language of the account; in that of the request if it names none."""
        user = context.get("user")
        with translation.override(user.language if isinstance(user, Account) and user.language else get_language()):
            message = self.render_mail(template_prefix, email, {"email": email, **context})
        queue_mail(email, str(message.subject), str(message.body))

    def reauthenticate(self, user: AbstractBaseUser, password: str) -> bool:
        """Whether somebody who is logged in knows their password; under their name only, which is nobody else's."""
        return self.authenticate(context.request, username=user.get_username(), password=password) == user

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse a password that is tried too often from where it is tried."""
        self._login_failed_rl_usage = try_login(request, credentials)
        if self._login_failed_rl_usage is None:
            raise TooMany("password/too-many", "Too many attempts; please wait a few minutes.").for_seconds(PAUSE)

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Note that somebody does not know the password of an account."""
        note_failure(request, credentials)

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **more: Any) -> HttpResponse:
        """Go on where somebody wanted to, and know the device again."""
        response = super().post_login(request, user, **more)
        if isinstance(user, Account):
            remember_device(request, response, user)
        return response

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Log in; a guest's games and tables come along, under whichever account."""
        assert isinstance(user, Account)
        guest = request_guest(request)
        tables = request.session.get(devices.TABLES)
        super().login(request, user)
        if guest is None:
            return
        devices.keep_tables(request.session, tables, guest.pk, user.pk)
        if guest.pk != user.pk:
            for game_id in take_over_guest(guest, user):
                devices.seat_here(request.session, user, game_id, guest)
