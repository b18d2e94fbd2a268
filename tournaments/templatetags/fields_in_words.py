"""Solo runs in words: what a level adds, what shared dice were like, and where a run came among the others."""

from typing import Final

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.ratings.solo.run_statistics import CountedRun
from tournaments.ratings.solo.same_dice import HARSH, KIND, ORDINARY, DealField, PlacedRun
from tournaments.ratings.solo.selectors import points_of_level

register = template.Library()

_DICE: Final[dict[str, Promise]] = {
    KIND: gettext_lazy("The dice were kind."),
    HARSH: gettext_lazy("The dice were harsh."),
    ORDINARY: gettext_lazy("The dice were neither kind nor harsh."),
}


@register.filter
def rated_words(run: CountedRun) -> str:
    """What a rated score is made of; nothing at a level that adds none."""
    added = points_of_level(run.level)
    told = {"total": run.rated - added, "points": added, "level": run.level}
    return _("%(total)d + %(points)d for level %(level)d") % told if added else ""


@register.filter
def dice_words(verdict: str | None) -> str:
    """What the dice were like; nothing if there is nothing to compare them with."""
    return str(_DICE[verdict]) if verdict is not None else ""


@register.filter
def place_words(placed: PlacedRun, field: DealField) -> str:
    """Where a run came in its field."""
    told = _told(placed, len(field.runs))
    if placed.percentile is None:
        return _("Place %(place)d of %(runs)d.") % told
    return _("Place %(place)d of %(runs)d, with %(percent)d%% of the others left behind.") % told


@register.filter
def would_place(placed: PlacedRun, field: DealField) -> str:
    """Where a run for fun would have come, the field and itself counted."""
    told = _told(placed, len(field.runs) + 1)
    if placed.percentile is None:
        return _("For fun: there is nobody to compare this run with.")
    return _("For fun: this run would have taken place %(place)d of %(runs)d, ahead of %(percent)d%%.") % told


def _told(placed: PlacedRun, runs: int) -> dict[str, int]:
    return {"place": placed.place, "runs": runs, "percent": round(placed.percentile or 0)}
