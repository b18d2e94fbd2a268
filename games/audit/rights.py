"""Who may do what on the site: told with every whole audit, because no log says how anybody came by it.

Whether these are the right ones, only somebody who knows them can say.
"""

from collections.abc import Iterator
from typing import Any

from django.db.models import Q
from django.utils import timezone

from games.audit.findings import Report
from games.models import Account, OneTimeLink, Token


def check_rights() -> Report:
    """Who owns the site and who belongs to its staff, and what leads into their accounts without a password."""
    staff = Account.objects.filter(Q(is_staff=True) | Q(is_superuser=True), is_active=True)
    return Report(
        rights={
            "owners": _names(staff.filter(is_superuser=True)),
            "staff": _names(staff.filter(is_superuser=False)),
            "staff_tokens": sorted(_tokens(staff)),
            "staff_links": sorted(_links(staff)),
        }
    )


def _names(accounts: Any) -> list[str]:
    return sorted(accounts.values_list("username", flat=True))


def _tokens(staff: Any) -> Iterator[str]:
    valid = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    for token in Token.objects.filter(valid, account__in=staff).select_related("account"):
        yield f"{token.account.username} (“{token.name}”: {token.scopes})"


def _links(staff: Any) -> Iterator[str]:
    """A link without an account makes the first owner's."""
    leading = Q(account__in=staff) | Q(account=None)
    links = OneTimeLink.objects.filter(leading, expires_at__gt=timezone.now(), used_at=None)
    for link in links.select_related("account", "made_by"):
        who = link.account.username if link.account else "whoever opens it first"
        maker = f", made by {link.made_by.username}" if link.made_by else ""
        yield f"{who} ({link.purpose}{maker})"
