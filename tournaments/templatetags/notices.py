"""How much is new for somebody, for the head of every page."""

from django import template

from games.models import Account
from tournaments.selectors.notices import count_new

register = template.Library()


@register.simple_tag
def new_notices(user: object) -> int:
    """How many notices somebody has not read; none for nobody."""
    return count_new(user.pk) if isinstance(user, Account) and not user.is_guest else 0
