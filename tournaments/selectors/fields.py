"""The fields of shared deals that are closed: who has done how well on the same dice, and how kind these were."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from django.db.models import Avg, Case, Count, F, IntegerField, Q, QuerySet, When
from django.db.models.lookups import Exact, LessThan

from engine.log import is_id
from engine.protocol import Json
from games.accounts.callers import Viewer
from games.play.deals import no_such_deal
from games.play.models import Deal, GameCard, PlayerGame
from games.refusals import NotFound
from games.statuses import ADJUDICATED, FINISHED
from tournaments.models import Place, Round, SoloRun
from tournaments.ratings.dealt import is_dealt
from tournaments.selectors.ledgers import player_with
from tournaments.selectors.tournaments import SeenTournament, see_tournament
from tournaments.solo.fields import Field, FieldRun, OnDice, Placed, Summary, field, place_among, summary

AGAIN: Final = 10
"""How many games that somebody has played again are shown."""
LATEST: Final = 30
"""Of how many of somebody's latest runs on shared dice the summary is made."""
MEASURED: Final = 2000
"""Of how many of everybody's latest runs at a level the usual mean is made."""
_NOTHING: Final = -(10**9)
"""What a run that was forfeited is worth: less than any score."""


class SeenDeal(NamedTuple):
    """A closed deal that a viewer may see, and for which round it was dealt."""

    deal: Deal
    seen: SeenTournament
    round: Round


def see_deal(deal_id: str, viewer: Viewer) -> SeenDeal:
    """A deal that is closed, of a tournament that the viewer may see; refused as if there were none otherwise."""
    rounds = Round.objects.select_related("deal").filter(deal__closed_at__isnull=False)
    found = rounds.filter(deal=deal_id).first() if is_id(deal_id) else None
    if found is None or found.deal is None:
        raise no_such_deal(deal_id)
    try:
        return SeenDeal(found.deal, see_tournament(found.tournament_id, viewer), found)
    except NotFound:
        raise no_such_deal(deal_id) from None


def field_of(deal_id: str) -> Field:
    """The field of a closed deal; whether somebody may see it is asked before."""
    own = _runs_on([deal_id])[deal_id]
    return field([run for run, _ in own], _usual(own[0][1]) if own else None)


def place_in(deal_id: str, game_id: str) -> Placed | None:
    """Where a game that was played again would have come in the field of its deal; None as long as it goes on."""
    return next(iter(_placed_among(deal_id, GameCard.objects.filter(pk=game_id))), None)


def games_again_of(deal_id: str, account: int) -> list[Placed]:
    """The same for the latest games in which somebody has played a deal again, the latest first."""
    seats = PlayerGame.objects.filter(account=account, game__card__deal=deal_id, game__card__tournament=None)
    return _placed_among(deal_id, GameCard.objects.filter(pk__in=seats.values("game")).order_by("-created_at")[:AGAIN])


def _placed_among(deal_id: str, again: QuerySet[GameCard]) -> list[Placed]:
    games = GameCard.objects.filter(pk__in=list(again.values_list("pk", flat=True)), deal=deal_id, tournament=None)
    others = [run for run, _ in _runs_on([deal_id])[deal_id]]
    return [place_among(others, run) for _, run, _ in _outcomes(games.order_by("-created_at"))]


def luck_and_skill_of(player: str | None) -> Summary:
    """What somebody's latest rated runs on shared dice say of their skill and their luck."""
    runs = SoloRun.objects.filter(player=player, game__deal__is_shared=True).order_by("-ended_at", "-game")
    cards = _of_tournaments().filter(pk__in=list(runs.values_list("game", flat=True)[:LATEST]))
    return summary(_on_dice({deal: _merit(run) for deal, run, _ in _outcomes(cards)}))


def luck_and_skill_of_account(account: int) -> Summary:
    """The same for an account."""
    return luck_and_skill_of(player_with(account))


def entrants_on(seen: SeenDeal) -> dict[str, str]:
    """By their games, who has played the round for which a deal was dealt."""
    places = Place.objects.filter(round=seen.round, table__game__isnull=False)
    return dict(places.values_list("table__game", "entrant"))


def summary_as_json(found: Summary) -> Json:
    """Skill and luck for programs."""
    return {"runs": found.runs, "percentile": found.skill, "kindness": found.luck}


_Setup = tuple[str, str, str]
"""What is played: the game, its variant and the level."""


def _runs_on(deals: Iterable[str]) -> dict[str, list[tuple[FieldRun, _Setup]]]:
    """The runs of tournaments on some deals that count, by deal."""
    found: dict[str, list[tuple[FieldRun, _Setup]]] = defaultdict(list)
    for deal, run, setup in _outcomes(_of_tournaments().filter(deal__in=list(deals))):
        found[deal].append((run, setup))
    return found


def _outcomes(cards: QuerySet[GameCard]) -> list[tuple[str, FieldRun, _Setup]]:
    """How games for one came out, as far as they count: the deal, the run, what was played."""
    told = _ended(cards).annotate(score=F("game__results__score"), has_forfeited=F("game__results__has_forfeited"))
    columns = ("deal", "pk", "score", "has_forfeited", "status", "key", "variant", "levels")
    return [
        (deal, FieldRun(game, score, has_forfeited, status == FINISHED and not has_forfeited), tuple(setup))
        for deal, game, score, has_forfeited, status, *setup in told.values_list(*columns)
    ]


def _ended(cards: QuerySet[GameCard]) -> QuerySet[GameCard]:
    """Those of some games for one that have a result which counts, each with that result."""
    return cards.filter(status__in=(FINISHED, ADJUDICATED), game__results__seat=0)


def _of_tournaments() -> QuerySet[GameCard]:
    """The runs of tournaments on shared deals that are closed, and whose rounds were not played anew."""
    runs = GameCard.objects.filter(tournament__isnull=False, deal__is_shared=True, deal__closed_at__isnull=False)
    return runs.filter(is_dealt())


def _merit(run: FieldRun) -> int:
    """What runs are compared by; those that were forfeited share the last place."""
    return _NOTHING if run.has_forfeited else run.score


def _on_dice(own: Mapping[str, int]) -> list[OnDice]:
    """How runs with some merits have done among all on their deals, counted by the database: a field may be large."""
    if not own:
        return []
    theirs = Case(When(game__results__has_forfeited=True, then=_NOTHING), default="game__results__score")
    ours = Case(*(When(deal=deal, then=merit) for deal, merit in own.items()), output_field=IntegerField())
    complete = Q(status=FINISHED, game__results__has_forfeited=False)
    counted = (
        _ended(_of_tournaments().filter(deal__in=own))
        .values("key", "variant", "levels", "deal")
        .annotate(
            runs=Count("pk"),
            below=Count("pk", filter=LessThan(theirs, ours)),
            level=Count("pk", filter=Exact(theirs, ours)),
            mean=Avg("game__results__score", filter=complete),
        )
        .values_list("key", "variant", "levels", "runs", "below", "level", "mean")
    )
    found = [((key, variant, levels), figures) for key, variant, levels, *figures in counted]
    usual = {setup: _usual(setup) for setup in {setup for setup, _ in found}}
    return [OnDice(runs - 1, below, level - 1, mean, usual[setup]) for setup, (runs, below, level, mean) in found]


def _usual(setup: _Setup) -> float | None:
    """The mean of the latest runs that were played to their end at a level, on shared dice; None for one deal."""
    latest = _complete(setup).annotate(score=F("game__results__score")).values("deal", "score")[:MEASURED]
    found = latest.aggregate(mean=Avg("score"), deals=Count("deal", distinct=True))
    return found["mean"] if found["deals"] > 1 else None


def _complete(setup: _Setup) -> QuerySet[GameCard]:
    """The runs on shared dice that were played to their end at a level, the latest first; an index has this order."""
    key, variant, levels = setup
    cards = _of_tournaments().filter(key=key, variant=variant, levels=levels, status=FINISHED)
    return cards.filter(game__results__seat=0, game__results__has_forfeited=False).order_by("-ended_at")
