"""What pages say of ratings and results, in words."""

from collections.abc import Iterable
from typing import Final

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.profiles.achievements import ACHIEVEMENT_WORDS
from tournaments.profiles.rating_graph import ALL, MONTH, QUARTER, RANGES, YEAR
from tournaments.profiles.recent_form import LOST, OUTCOMES, PLACED, SHARED, WON
from tournaments.ratings.pools import RATED
from tournaments.ratings.selectors import PoolRating
from tournaments.variants import DUEL, DUPLICATE, SOLO, STANDARD

register = template.Library()

POOL_NAMES: Final[dict[str, Promise]] = {
    STANDARD: _("Standard"),
    DUEL: _("Duel"),
    DUPLICATE: _("Same dice"),
    SOLO: _("Solo"),
}
OUTCOME_NAMES: Final[dict[str, Promise]] = {
    WON: pgettext_lazy("outcome of a match", "Won"),
    SHARED: pgettext_lazy("outcome of a match", "Shared first place"),
    LOST: pgettext_lazy("outcome of a match", "Lost"),
    PLACED: pgettext_lazy("outcome of a match", "Placed"),
}
RANGE_NAMES: Final[dict[str, Promise]] = {
    MONTH: _("Last month"),
    QUARTER: _("3 months"),
    YEAR: pgettext_lazy("range of time", "Year"),
    ALL: pgettext_lazy("range of time", "All"),
}

assert set(POOL_NAMES) == {*RATED, SOLO}
assert set(OUTCOME_NAMES) == set(OUTCOMES)
assert set(RANGE_NAMES) == set(RANGES)


@register.filter
def pool_name(pool: str) -> str:
    """What a pool is called, by its key or the last part of it."""
    return str(POOL_NAMES.get(pool_part(pool), pool))


@register.filter
def pool_part(pool: str) -> str:
    """The last part of the key of a pool, by which addresses name it."""
    return pool.rpartition("/")[2]


@register.filter
def has_provisional(ratings: Iterable[PoolRating]) -> bool:
    """Whether one of some ratings is provisional."""
    return any(rating.is_provisional for rating in ratings)


@register.filter
def outcome_name(word: str) -> str:
    """How a match came out."""
    return str(OUTCOME_NAMES[word])


@register.filter
def range_name(name: str) -> str:
    """How far back something looks."""
    return str(RANGE_NAMES[name])


@register.filter
def achievement_name(key: str) -> str:
    """What an achievement is called."""
    return str(ACHIEVEMENT_WORDS[key].name)


@register.filter
def achievement_meaning(key: str) -> str:
    """What one has to have done for an achievement."""
    return str(ACHIEVEMENT_WORDS[key].meaning)


@register.filter
def signed(change: int) -> str:
    """By how much a rating has changed, with its sign."""
    return f"+{change}" if change > 0 else f"−{-change}" if change < 0 else "±0"
