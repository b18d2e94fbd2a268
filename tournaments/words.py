"""What can be agreed on for a tournament, in words: for forms, and for what pages say of it."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

BREAKS: Final[dict[str, Promise]] = {
    "direct": _("Direct encounter"),
    "buchholz": _("Buchholz"),
    "median-buchholz": _("Median Buchholz"),
    "sonneborn-berger": _("Sonneborn-Berger"),
    "rows": _("Points from rows"),
    "total": _("Total score"),
    "wins": _("Games won"),
    "lots": _("Lot"),
}
SCORINGS: Final[dict[str, Promise]] = {
    "points": _("A win counts 1, a tie ½; at bigger tables the point is shared by places"),
    "total": _("The scores of all rounds added up"),
    "rank": _("One point for everybody whom one beats, half a point for a tie"),
    "percent": _("The share of the field that one beats, in percent"),
}
