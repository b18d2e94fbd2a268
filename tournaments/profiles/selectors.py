"""What a profile shows of somebody's ratings, form and achievements, as a viewer may see it."""

from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Case, Count, Exists, F, Min, OuterRef, Q, QuerySet, Subquery, Value, When

from engine.records import DEFAULT_GAME
from games.accounts.callers import ANYBODY, Viewer, viewer_of
from games.accounts.models import Account
from games.clock.site_time import now
from games.play.models import PlayerGame
from games.presenters.registry import OFFERED_SETUP
from games.statuses import ADJUDICATED, FINISHED
from tournaments.events.models import Entrant, Round
from tournaments.events.statuses import FINISHED as OVER
from tournaments.profiles.achievements import (
    LONG,
    OPPONENTS,
    UPSET,
    AchievementFacts,
    EarnedAchievement,
    RatedResult,
    SoloResult,
    earned_achievements,
)
from tournaments.profiles.rating_graph import Graph, Point, beginning_of, graph_of, range_named
from tournaments.profiles.recent_form import LATEST, MatchOutcome, RecentForm
from tournaments.ratings.head_to_head import HeadToHead, OpponentScore, most_met_opponents, score_against
from tournaments.ratings.leaderboards.periods import PROVISIONAL
from tournaments.ratings.models import LedgerEntry, SoloRun
from tournaments.ratings.selectors import (
    LedgerLine,
    PoolRating,
    ledger_of,
    lines_of,
    player_with,
    ratings_of,
    variant_of,
)
from tournaments.ratings.solo.run_statistics import RunStatistics
from tournaments.ratings.solo.same_dice import LuckAndSkill
from tournaments.ratings.solo.selectors import luck_and_skill_of, statistics_of_player, titles_of
from tournaments.ratings.values import SCALE, Skill
from tournaments.variants import DUEL, STANDARD

MOST_POINTS: Final = 120
"""How many points a graph has at most, beside the few that it always has: of more matches every second, third and so on
is shown."""


class RatingCourse(NamedTuple):
    """How a rating has gone."""

    points: list[Point]
    """The oldest first."""
    step: int
    """Of how many matches one is shown, beside the first, the last, the lowest and the highest."""


def course_of(player: str, variant: str, since: datetime | None) -> RatingCourse:
    """How a rating has gone since a moment; where it stood then comes first."""
    entries = ledger_of(player, variant)
    within = entries if since is None else entries.filter(at__gt=since)
    step = max(1, -(-within.count() // MOST_POINTS))
    points = [_point(entry) for entry in _thinned(within, step)]
    before = None if since is None else entries.filter(at__lte=since).first()
    return RatingCourse(
        points if before is None or since is None else [_point(before)._replace(at=since), *points], step
    )


def _thinned(entries: QuerySet[LedgerEntry], step: int) -> list[LedgerEntry]:
    """One of so many entries, and those of which something is said in words; the oldest first."""
    thinned: list[LedgerEntry] = [*entries.alias(rest=F("games") % step).filter(rest=0)]
    kept = {entry.games: entry for entry in thinned}
    if step > 1:
        by_rating = entries.order_by("mu_after", "games")
        told = (entries.last(), entries.first(), by_rating.first(), by_rating.last())
        kept.update((entry.games, entry) for entry in told if entry is not None)
    return [kept[games] for games in sorted(kept)]


def _point(entry: LedgerEntry) -> Point:
    skill = Skill(entry.mu_after, entry.sigma_after, entry.games)
    return Point(entry.at, skill.shown, skill.deviation)


def form_of(player: str, owner: Account, viewer: Viewer) -> RecentForm:
    """How somebody's latest rated matches came out; which games those were as far as the viewer may see them."""
    entries = list(ledger_of(player).annotate(is_shared=is_shared())[:LATEST])
    lines = lines_of(entries, owner, viewer)
    return RecentForm([_outcome(entry.is_shared, line) for entry, line in zip(entries, lines, strict=True)])


def _outcome(is_shared: bool, line: LedgerLine) -> MatchOutcome:
    opponents = tuple(line.opponents)
    return MatchOutcome(
        line.variant, line.at, line.place, line.field, is_shared, line.game, opponents, line.is_overridden
    )


def is_shared() -> Exists:
    """Whether somebody else took the same place in the match of a row."""
    same = others_there().filter(place=OuterRef("place"))
    return Exists(same)


def others_there() -> QuerySet[LedgerEntry]:
    """The entries of the others in the match of a row."""
    names = ("pool", "generation", "at", "match")
    return LedgerEntry.objects.filter(**{name: OuterRef(name) for name in names}).exclude(player=OuterRef("player"))


MOST_RESULTS: Final = 5000
"""How many matches and runs achievements are looked for in, from the first on."""


def achievements_of(account: Account, player: str | None) -> list[EarnedAchievement]:
    """What somebody has achieved, the latest first."""
    facts = AchievementFacts(met=_first_meetings(account), attended=_attended(account))
    if player is not None:
        facts = facts._replace(results=_results(player), runs=_runs(player), upset=_upset(player))
    return earned_achievements(facts)


def _results(player: str) -> list[RatedResult]:
    is_first_shared = Case(When(place=1, then=is_shared()), default=Value(False))
    entries = ledger_of(player).annotate(is_shared=is_first_shared).order_by("at", "match")[:MOST_RESULTS]
    return [
        RatedResult(one.pool, one.at, one.place, one.field, one.is_shared, Skill(one.mu_after).shown, one.games)
        for one in entries
    ]


def _runs(player: str) -> list[SoloResult]:
    best, hardest = titles_of()[:1], max(OFFERED_SETUP.levels)
    runs = SoloRun.objects.filter(player=player, key=DEFAULT_GAME).order_by("ended_at", "game")[:MOST_RESULTS]
    return [
        SoloResult(run.ended_at, run.is_complete, run.level == hardest, any(title.holds(run.rated) for title in best))
        for run in runs
    ]


def _first_meetings(account: Account) -> list[datetime]:
    """When somebody had finished the first rated game with each of the first few whom they have met at a table."""
    rated = PlayerGame.objects.filter(
        account=account,
        game__card__is_rated=True,
        game__card__status__in=(FINISHED, ADJUDICATED),
    )
    others = PlayerGame.objects.filter(game__in=rated.values("game"), account__isnull=False).exclude(account=account)
    first = others.values("account").annotate(first=Min("game__card__ended_at")).order_by("first")
    return list(first.values_list("first", flat=True)[:OPPONENTS])


def _upset(player: str) -> datetime | None:
    """When somebody first came before one whose rating was much higher, and settled."""
    beaten = others_there().filter(
        place__gt=OuterRef("place"),
        mu_before__gte=OuterRef("mu_before") + UPSET / SCALE,
        games__gt=PROVISIONAL,
    )
    won = ledger_of(player, STANDARD, DUEL).filter(Exists(beaten)).order_by("at", "match")
    return won.values_list("at", flat=True).first()


def _attended(account: Account) -> datetime | None:
    """When the first tournament ended of which somebody has played every round, or had a bye, which nobody chooses."""
    there = Count("places", filter=Q(places__has_forfeited=False))
    tables = Count("places__table")
    closed = Round.objects.filter(tournament=OuterRef("tournament")).order_by("-number").values("closed_at")[:1]
    entries = Entrant.objects.filter(account=account, tournament__status=OVER, tournament__round_count__gte=LONG)
    told = entries.annotate(there=there, tables=tables, ended_at=Subquery(closed))
    whole = told.filter(there=F("tournament__round_count"), tables__gt=0)
    return whole.order_by("ended_at").values_list("ended_at", flat=True).first()


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
    form: RecentForm
    solo: RunStatistics
    luck: LuckAndSkill
    """What runs on shared dice say of their skill and their luck."""
    met: list[OpponentScore]
    own: HeadToHead | None
    """How the viewer has done against them, seen from the viewer; None for themselves, and for nobody."""
    achievements: list[EarnedAchievement]


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
        else RecentForm([]),
        solo=statistics_of_player(player),
        luck=luck_and_skill_of(player),
        met=most_met_opponents(shown, viewer),
        own=None if viewer is None or viewer == shown else score_against(viewer, shown, viewer),
        achievements=achievements_of(shown, player),
    )


def curve_of(player: str, variant: str, range_name: str) -> Curve:
    """How a rating has gone in a range of time."""
    chosen, until = range_named(range_name), now()
    since = beginning_of(chosen, until)
    points, step = course_of(player, variant, since)
    return Curve(variant, chosen, graph_of(points, since, until), points[::-1], step)
