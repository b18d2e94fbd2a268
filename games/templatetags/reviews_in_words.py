"""Disputes and rulings in words."""

from typing import Final

from django import template
from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.disputes.selectors import ShownRuling
from games.log.disputes import DISMISSED, FORFEITED, REVERSED, VOIDED, WAITING

register = template.Library()

STATUSES: Final[dict[str, Promise]] = {
    WAITING: pgettext_lazy("dispute", "Open"),
    DISMISSED: pgettext_lazy("dispute", "Dismissed"),
    VOIDED: pgettext_lazy("dispute", "Voided"),
    FORFEITED: pgettext_lazy("dispute", "Forfeited"),
}
RULINGS: Final[dict[str, Promise]] = {
    DISMISSED: gettext_lazy("%(name)s has looked into it and left the game as it is."),
    VOIDED: gettext_lazy("Voided by %(name)s: the game counts for nobody."),
    FORFEITED: gettext_lazy("%(name)s has ruled that the game is forfeited by %(seats)s."),
    REVERSED: gettext_lazy("%(name)s has reversed the ruling of event %(ruling)s."),
}


@register.filter
def dispute_status(status: str) -> str:
    """Where a dispute is."""
    return str(STATUSES[status])


@register.filter
def ruling_words(ruling: ShownRuling) -> str:
    """What was ruled, and by whom."""
    seats = get_text_list(ruling.names, _("and"))
    return str(RULINGS[ruling.how]) % {"name": ruling.by, "seats": seats, "ruling": ruling.reverses}
