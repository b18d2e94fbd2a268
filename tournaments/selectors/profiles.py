"""What a profile shows of somebody's ratings and results, as a viewer may see it."""

from typing import NamedTuple

from games.accounts.callers import ANYBODY, viewer_of
from games.accounts.models import Account
from games.clock.site_time import now
from tournaments.achievements.earning import Earned
from tournaments.profiles.form import Form
from tournaments.profiles.graph import Graph, Point, graph_of
from tournaments.profiles.ranges import beginning_of, range_named
from tournaments.ratings.pools import RATED
from tournaments.refusals import no_such_pool
from tournaments.selectors.achievements import achievements_of
from tournaments.selectors.careers import course_of, form_of
from tournaments.selectors.fields import luck_and_skill_of
from tournaments.selectors.ledgers import POOLS, player_with
from tournaments.selectors.opponents import Against, Meeting, against, met_most
from tournaments.selectors.ratings import PoolRating, ratings_of
from tournaments.selectors.solo import figures_of
from tournaments.solo.fields import Summary
from tournaments.solo.figures import Figures


class Curve(NamedTuple):
    """How the rating of one kind has gone."""

    variant: str
    range: str
    graph: Graph | None
    """None if nothing is known yet."""
    points: list[Point]
    """The same for a table, the newest first."""
    step: int = 1
    """Of how many matches one is drawn, beside those of which the words tell."""


class Career(NamedTuple):
    """Everything that a profile shows beside games."""

    ratings: list[PoolRating]
    curve: Curve | None
    """None for somebody who was never rated."""
    form: Form
    solo: Figures
    luck: Summary
    """What runs on shared dice say of their skill and their luck."""
    met: list[Meeting]
    own: Against | None
    """How the viewer has done against them, seen from the viewer; None for themselves, and for nobody."""
    achievements: list[Earned]


def career_of(shown: Account, viewer: Account | None, variant: str, range_name: str) -> Career:
    """What is shown of somebody, with the graph of one rating; if none is named, of the one that is known best."""
    player = player_with(shown.pk)
    ratings = ratings_of(player) if player is not None else []
    usual = variant_of(max(ratings, key=lambda rating: (rating.skill.games, rating.at))) if ratings else ""
    chosen = variant if variant in {variant_of(rating) for rating in ratings} else usual
    return Career(
        ratings=ratings,
        curve=curve_of(player, chosen, range_name) if player is not None and chosen else None,
        form=form_of(player, shown, ANYBODY if viewer is None else viewer_of(viewer))
        if player is not None
        else Form([]),
        solo=figures_of(player),
        luck=luck_and_skill_of(player),
        met=met_most(shown, viewer),
        own=None if viewer is None or viewer == shown else against(viewer, shown, viewer),
        achievements=achievements_of(shown, player),
    )


def variant_of(rating: PoolRating) -> str:
    """The last part of the key of a rating's pool."""
    return rating.pool.rpartition("/")[2]


def curve_of(player: str, variant: str, range_name: str) -> Curve:
    """How a rating has gone in a range of time."""
    chosen, until = range_named(range_name), now()
    since = beginning_of(chosen, until)
    points, step = course_of(player, variant, since)
    return Curve(variant, chosen, graph_of(points, since, until), points[::-1], step)


def rated_variant(name: str, ratings: list[PoolRating] | None = None) -> str:
    """The kind of games whose ratings are asked for, refused if there are none; the first if none is named."""
    if not name:
        known = [variant_of(rating) for rating in ratings or []]
        return known[0] if known else RATED[0]
    if name not in POOLS:
        raise no_such_pool(name)
    return name
