"""What somebody has achieved: the facts, each read in a query that an index answers."""

from datetime import datetime
from typing import Final

from django.db.models import Case, Count, Exists, F, Min, OuterRef, Q, Subquery, Value, When

from engine.records import DEFAULT_GAME
from games.accounts.models import Account
from games.play.models import PlayerGame
from games.presenters.registry import OFFERED_SETUP
from games.statuses import ADJUDICATED, FINISHED
from tournaments.achievements.earning import LONG, OPPONENTS, UPSET, Earned, earned
from tournaments.achievements.facts import Facts, Result, Run
from tournaments.leaderboards.periods import PROVISIONAL
from tournaments.models import Entrant, Round, SoloRun
from tournaments.models.tournaments import FINISHED as OVER
from tournaments.ratings.pools import DUEL, STANDARD
from tournaments.ratings.values import SCALE, Skill
from tournaments.selectors.careers import is_shared, others_there
from tournaments.selectors.ledgers import ledger_of
from tournaments.selectors.solo import titles_of

MOST_RESULTS: Final = 5000
"""How many matches and runs achievements are looked for in, from the first on."""


def achievements_of(account: Account, player: str | None) -> list[Earned]:
    """What somebody has achieved, the latest first."""
    facts = Facts(met=_met(account), attended=_attended(account))
    if player is not None:
        facts = facts._replace(results=_results(player), runs=_runs(player), upset=_upset(player))
    return earned(facts)


def _results(player: str) -> list[Result]:
    is_first_shared = Case(When(place=1, then=is_shared()), default=Value(False))
    entries = ledger_of(player).annotate(is_shared=is_first_shared).order_by("at", "match")[:MOST_RESULTS]
    return [
        Result(one.pool, one.at, one.place, one.field, one.is_shared, Skill(one.mu_after).shown, one.games)
        for one in entries
    ]


def _runs(player: str) -> list[Run]:
    best, hardest = titles_of()[:1], max(OFFERED_SETUP.levels)
    runs = SoloRun.objects.filter(player=player, key=DEFAULT_GAME).order_by("ended_at", "game")[:MOST_RESULTS]
    return [
        Run(run.ended_at, run.is_complete, run.level == hardest, any(title.holds(run.rated) for title in best))
        for run in runs
    ]


def _met(account: Account) -> list[datetime]:
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
