"""Who may do what on the site: told with every whole audit, because no log says how anybody came by it.

Whether these are the right ones, only somebody who knows them can say.
"""

from typing import Any

from django.db.models import Q
from django.utils import timezone

from games.audit.findings import Report
from games.models import Account, OneTimeLink, Token


def check_rights() -> Report:
    """Who owns the site and who belongs to its staff, and what leads into their accounts without a password."""
    staff = Account.objects.filter(Q(is_staff=True) | Q(is_superuser=True), is_active=True)
    valid = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    rights: dict[str, Any] = {
        "owners": _names(staff.filter(is_superuser=True)),
        "staff": _names(staff.filter(is_superuser=False)),
        "staff_tokens": Token.objects.filter(valid, account__in=staff).count(),
        "staff_links": OneTimeLink.objects.filter(
            Q(account__in=staff) | Q(account=None), valid, used_at__isnull=True
        ).count(),
    }
    return Report(rights=rights)


def _names(accounts: Any) -> list[str]:
    return sorted(accounts.values_list("username", flat=True))
