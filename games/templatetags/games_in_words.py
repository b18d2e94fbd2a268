"""What lists and tables say of a game, in words."""

from typing import Final

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.protocol import Json
from games.durations import duration
from games.play.cards import names_joined, player_name
from games.play.cost_of_leaving import AWAY_AFTER, GRACE_SECONDS, GRACES_A_DAY, LOSS, POINTS
from games.presenters.registry import level_name, timeout_name, variant_name

register = template.Library()
register.filter("duration", duration)
register.filter("level_name", level_name)
register.filter("timeout_name", timeout_name)
register.filter("variant_name", variant_name)
register.filter("player_name", player_name)
register.filter("names_joined", names_joined)

STATUS_NAMES: Final[dict[str, Promise]] = {
    "open": gettext_lazy("Open"),
    "running": gettext_lazy("Live"),
    "finished": gettext_lazy("Finished"),
    "adjudicated": gettext_lazy("Ended by decision"),
    "aborted": gettext_lazy("Called off"),
    "voided": gettext_lazy("Voided"),
    "mine": gettext_lazy("Mine"),
    "": gettext_lazy("All"),
}


@register.filter
def status_name(status: str) -> str:
    """Where a game is."""
    return str(STATUS_NAMES.get(status, status))


@register.filter
def initial(player: Json) -> str:
    """The letter that stands for somebody."""
    return player_name(player)[:1].upper()


@register.filter
def counted_from_one(number: int) -> int:
    """A seat as people count them."""
    return number + 1


@register.simple_tag
def grace_in_words() -> str:
    """What leaving rated games costs, for whoever reads the rules."""
    return _(
        "In a rated game, leaving counts as a loss from the first roll on. Within %(seconds)d seconds of it, before "
        "your first answer, you may leave for free, %(most)d times a day, but not in tournaments, where it always "
        "counts. A rated run alone counts as it stands."
    ) % {"seconds": GRACE_SECONDS, "most": GRACES_A_DAY}


@register.simple_tag
def away_in_words() -> str:
    """Who leaves a rated game without a word."""
    template = _("Without a clock, whoever lets the others of a rated game wait for %(days)d days has left it.")
    return template % {"days": AWAY_AFTER.days}


@register.simple_tag
def leaving_in_words(leaving: Json) -> str:
    """What it costs to leave a rated game; true also a little later, when the page still says so."""
    if leaving["cost"] == POINTS:
        return _("The run counts in the solo table as it stands.")
    if leaving["cost"] == LOSS:
        return _("It counts as a loss.")
    facts = {"seconds": GRACE_SECONDS, "left": leaving["left"], "most": GRACES_A_DAY}
    if not leaving["until"]:
        return (
            _(
                "It is free before the first roll. After it, it counts as a loss, but for %(seconds)d seconds in which "
                "you may leave a few times a day."
            )
            % facts
        )
    return (
        _(
            "It is free within %(seconds)d seconds of the first roll, as long as you have not answered: %(left)d of "
            "%(most)d times are left today. After that it counts as a loss."
        )
        % facts
    )
