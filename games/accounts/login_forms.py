"""The forms by which people sign up, set a password by a link, or become the first owner of a site."""

from typing import Any, Final

from allauth.account.adapter import get_adapter
from allauth.account.forms import AddEmailForm, ChangePasswordForm, LoginForm, ResetPasswordForm, SignupForm
from allauth.core.ratelimit import consume
from django import forms
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.absolute_urls import site_url
from games.accounts.guests import request_guest
from games.accounts.mail import owner_of, queue_reset
from games.accounts.models import Account
from games.accounts.names import LONGEST, clean_display_name, clean_username
from games.form_fields import clean_with, language_field
from games.refusals import Conflict

LONGEST_ADDRESS: Final = 254
NAME_TO_LOG_IN: Final = _("To log in with; letters from a to z, digits, dots, hyphens.")


class LogInForm(LoginForm):
    """Name and password, in the words of this site."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # As allauth makes it, but long enough for an address.
        self.fields["login"] = forms.CharField(
            label=_("Username, or an e-mail address that you have confirmed"),
            max_length=LONGEST_ADDRESS,
            widget=forms.TextInput({"autocomplete": "username"}),
        )
        self.fields["remember"].label = _("Stay logged in on this device")

    def user_credentials(self) -> dict[str, Any]:
        """The account that was named, and its address if it was named by that. So one password is checked whatever was
        typed, and the time does not tell whether an address is known."""
        said: str = self.cleaned_data["login"]
        password, owner = self.cleaned_data["password"], owner_of(said)
        if owner is None:
            return {"username": said, "password": password}
        return {"username": owner.username, "address": said, "password": password}


class SignUpForm(SignupForm):
    """Name, password, and what else belongs to an account; a guest who signs up keeps everything."""

    display_name = forms.CharField(
        label=_("Name that others see"), max_length=LONGEST, widget=forms.TextInput({"autocomplete": "nickname"})
    )
    is_minor = forms.BooleanField(
        label=_("I am under 16"),
        required=False,
        help_text=_("Then only people you play or share a club with read your name; others read “A private player”."),
    )
    field_order = ("username", "display_name", "email", "password1", "password2", "language", "is_minor")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"] = language_field()
        self.fields["username"].help_text = NAME_TO_LOG_IN
        email = self.fields["email"]
        email.label = _("E-mail address") if email.required else _("E-mail address (optional)")
        email.help_text = (
            _("For a new password, should you forget yours, and for notices if you want them. Nobody else sees it.")
            if settings.HAS_MAIL
            else _("You can leave it empty: this site sends no mail. Nobody else sees it.")
        )
        self.order_fields(self.field_order)

    def clean_display_name(self) -> str:
        """The name as it is stored."""
        return clean_with(clean_display_name, self.cleaned_data["display_name"])

    def validate_unique_email(self, value: str) -> str:
        """Any address, also one that somebody else has shown to be theirs. If no account were made then, whoever has
        sent the form would see that its name is still free."""
        return value

    def try_save(self, request: HttpRequest) -> Any:
        """Save the account; a guest who is being erased at this moment cannot become one."""
        try:
            with transaction.atomic():
                guest = request_guest(request)
                if guest and not Account.objects.select_for_update().filter(pk=guest.pk, is_active=True).exists():
                    raise Conflict("guest/erased", "This guest has been erased.")
                return super().try_save(request)
        except IntegrityError:
            raise Conflict("name/taken", "Somebody else has taken this name just now.") from None


class NewPasswordForm(ChangePasswordForm):
    """The password of now and a new one, in the words of this site."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].label = _("Current password")
        self.fields["password1"].label = _("New password")
        self.fields["password2"].label = _("New password (again)")


class NewAddressForm(AddEmailForm):
    """One more e-mail address, in the words of this site."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail address")


class ForgottenPasswordForm(ResetPasswordForm):
    """The address to which a link to a new password goes; whether anybody has it is looked up when it is sent."""

    def clean_email(self) -> str:
        """The address as accounts hold it."""
        return str(get_adapter().clean_email(self.cleaned_data["email"].lower()))

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Have the link sent, unless several have just been sent there, which still work; that is not told, so that
        nobody else's requests keep anybody from theirs."""
        address: str = self.cleaned_data["email"]
        if consume(request, action="reset_mail", key=address):
            queue_reset(address, site_url(request), get_language() or "")
        return address


class PasswordForm(forms.Form):
    """A new password, twice."""

    password1 = forms.CharField(
        label=_("New password"), strip=False, widget=forms.PasswordInput({"autocomplete": "new-password"})
    )
    password2 = forms.CharField(
        label=_("New password (again)"), strip=False, widget=forms.PasswordInput({"autocomplete": "new-password"})
    )

    def clean_password2(self) -> str:
        """Both must be the same."""
        second: str = self.cleaned_data["password2"]
        if self.cleaned_data.get("password1") != second:
            raise forms.ValidationError(_("The two passwords are not the same."))
        return second


class OwnerForm(PasswordForm):
    """The first owner's account."""

    username = forms.CharField(
        label=_("Username"), max_length=LONGEST, widget=forms.TextInput({"autocomplete": "username"})
    )
    display_name = forms.CharField(
        label=_("Name that others see"), max_length=LONGEST, widget=forms.TextInput({"autocomplete": "nickname"})
    )
    field_order = ("username", "display_name", "password1", "password2", "language")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"] = language_field()
        self.fields["username"].help_text = NAME_TO_LOG_IN
        self.fields["password1"].label = _("Password")
        self.fields["password2"].label = _("Password (again)")

    def clean_username(self) -> str:
        """The name as it is stored."""
        return clean_with(clean_username, self.cleaned_data["username"])

    def clean_display_name(self) -> str:
        """The name as it is stored."""
        return clean_with(clean_display_name, self.cleaned_data["display_name"])
