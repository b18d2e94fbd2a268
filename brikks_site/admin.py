"""The site for staff at /admin/: everything may be looked at, next to nothing changed.

Who gets in is decided by the same login as everywhere, so that a second factor counts here too. Nothing registers
itself: what is shown is listed here.
"""

from typing import Any, Final

from allauth.account.adapter import get_adapter
from allauth.account.decorators import secure_admin_login
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.views.decorators.http import require_POST

import games.admin
import tournaments.admin


class StaffSite(AdminSite):
    """Django's administration, for reading."""

    site_header = "Brikks Arena"
    site_title = "Brikks Arena"
    index_title = "What is stored"
    site_url = "/"
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether somebody may look at all."""
        return request.user.is_active and request.user.is_staff

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Whoever comes so far is on the staff and logged in. No password is taken here: it could be tried without end,
        and the right one would do without a second factor."""
        return redirect("admin:index")

    @method_decorator(require_POST)
    def logout(  # type: ignore[override]  # the stubs know no redirect
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Log out as everywhere, and lead nobody to an address that the request names."""
        get_adapter().logout(request)
        return redirect("home")

    def password_change(  # type: ignore[override]  # the stubs know no redirect
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The one page on which passwords are changed, which ends tokens, links and other sessions."""
        return redirect("account_change_password")


def _make_site() -> StaffSite:
    made = StaffSite(name="admin")
    made.login = secure_admin_login(made.login)  # type: ignore[method-assign,no-untyped-call]
    for model, shown in {**games.admin.ADMINS_BY_MODEL, **tournaments.admin.SHOWN}.items():
        made.register(model, shown)
    return made


site: Final[Any] = _make_site()
