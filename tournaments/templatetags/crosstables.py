"""The cells of a crosstable, in words."""

from collections.abc import Mapping

from django import template
from django.utils.translation import gettext as _

from tournaments.standings import Cell
from tournaments.standings.cells import ABSENT, BYE, OPEN, VOID
from tournaments.templatetags.leagues_in_words import in_units

register = template.Library()


@register.simple_tag
def cell_words(cell: Cell, entrant: str, places: Mapping[str, int], unit: int) -> str:
    """What one round was for somebody."""
    if cell.kind == ABSENT:
        return "–"
    if cell.kind == BYE:
        return _("Bye %(points)s") % {"points": in_units(cell.points, unit)}
    others = "/".join(str(places[one]) for one in cell.seated if one != entrant)
    if cell.kind == OPEN:
        return f"{others} …"
    if cell.kind == VOID:
        return f"{others} ×"
    mark = _("f") if cell.seat is not None and cell.seat.has_forfeited else ""
    return f"{others} {in_units(cell.points, unit)}{mark}".strip()
