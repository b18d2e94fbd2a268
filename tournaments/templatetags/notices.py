"""How much is new for somebody, and how much waits for them, for the head of every page."""

from django import template

from games.accounts.callers import viewer_of
from games.accounts.models import Account
from tournaments.desk.selectors import count_waiting
from tournaments.notices.selectors import count_new

register = template.Library()


@register.simple_tag
def new_notices(user: object) -> int:
    """How many notices somebody has not read; none for nobody."""
    return count_new(user.pk) if isinstance(user, Account) and not user.is_guest else 0


@register.simple_tag
def waiting_disputes(user: object) -> int | None:
    """How many disputes wait for somebody who may rule on them; None for everybody else."""
    if not isinstance(user, Account) or user.is_guest:
        return None
    return count_waiting(viewer_of(user))
