"""Middleware that lets staff without a second factor do nothing but add one, where the site requires it."""

from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from brikks_site.answers import INTERFACE, answer_refusal
from games.accounts.models import Account
from games.accounts.second_factor import lacks_second_factor
from games.refusals import Forbidden

ALLOWED: Final = ("account_", "mfa_", "healthz", "readyz")
"""How the names of the addresses begin that they can still use."""


class SecondFactor(MiddlewareMixin):
    """Comes after whatever says who asks."""

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """An answer instead of the view's; None for everybody else."""
        if not settings.REQUIRE_MFA_FOR_STAFF:
            return None
        user = request.user
        name = (request.resolver_match.url_name if request.resolver_match else None) or ""
        if not isinstance(user, Account) or name.startswith(ALLOWED) or not lacks_second_factor(user):
            return None
        if request.path.startswith(INTERFACE):
            return answer_refusal(Forbidden("account/second-factor", "Add a second factor to your account first."))
        messages.info(request, _("Those who look after the site need a second factor. Please add one now."))
        return HttpResponseRedirect(reverse("mfa_activate_totp"))
