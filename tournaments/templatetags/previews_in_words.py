"""What pages say of what a ruling would change, in words."""

from django import template
from django.utils.translation import gettext as _

from games.presenters.registry import variant_name
from tournaments.desk.preview import note_words, result_words, table_words
from tournaments.desk.shown_preview import RatedName
from tournaments.variants import DUPLICATE

register = template.Library()

register.filter("note_words", note_words)
register.filter("result_words", result_words)
register.filter("table_words", table_words)


@register.filter
def pool_words(variant: str) -> str:
    """What is rated in a pool."""
    return _("The same dice for everybody") if variant == DUPLICATE else variant_name(variant)


@register.filter
def rated_words(name: RatedName) -> str:
    """Somebody with a rating."""
    if name.is_erased:
        return _("Somebody who has left")
    return name.name if name.name is not None else _("A private player")


@register.filter
def title_words(title: str) -> str:
    """A title of the solo table, as the rules know it."""
    return _(title) if title else "–"
