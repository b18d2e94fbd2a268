"""What staff see of the tables of clubs; like everything there it is only looked at."""

from typing import Final

from django.db.models import Model

from games.admin import Personal, Reading
from tournaments.models import Club, Membership


class ClubAdmin(Reading):
    """A club; the link by which people join stays its own."""

    list_display = ("id", "name", "is_public", "created_at")
    search_fields = ("=id", "name")
    ordering = ("-created_at",)
    exclude = ("invite", "name_key")


class MembershipAdmin(Personal):
    """Who belongs to a club."""

    list_display = ("id", "club", "account", "role", "joined_at")
    list_filter = ("role",)
    list_select_related = ("club", "account")
    search_fields = ("=club__id",)


SHOWN: Final[dict[type[Model], type[Reading]]] = {Club: ClubAdmin, Membership: MembershipAdmin}
"""What staff may look at, by table."""
