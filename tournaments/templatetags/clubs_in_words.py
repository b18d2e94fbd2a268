"""What pages say of clubs, in words."""

from typing import Final

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.extension import MEMBER, ORGANISER, OWNER, SCOREKEEPER

register = template.Library()

ROLE_NAMES: Final[dict[str, Promise]] = {
    OWNER: _("Owner"),
    ORGANISER: _("Organiser"),
    SCOREKEEPER: _("Scorekeeper"),
    MEMBER: _("Member"),
}


@register.filter
def role_name(role: str) -> str:
    """What somebody is in a club."""
    return str(ROLE_NAMES.get(role, role))
