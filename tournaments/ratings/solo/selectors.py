"""Solo runs as a viewer may see them; and the fields of shared deals that are closed, for pages and programs: who has
done how well on the same dice, and how kind these were."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from django.db.models import Avg, Case, Count, F, IntegerField, Q, QuerySet, When
from django.db.models.lookups import Exact, LessThan

from engine.log import is_id
from engine.protocol import Json
from engine.records import DEFAULT_GAME, DEFAULT_RULES
from engine.registry import find
from games.accounts.callers import Viewer
from games.play.deals import no_such_deal
from games.play.models import Deal, GameCard, PlayerGame
from games.presenters.solo_titles import SoloTitle, title_table
from games.refusals import NotFound
from games.statuses import ADJUDICATED, FINISHED
from tournaments.events.models import Place, Round
from tournaments.events.selectors.entrants import entrant_names
from tournaments.events.selectors.visibility import SeenTournament, see_tournament
from tournaments.events.serializers.responses import player_as_json
from tournaments.paging import page_of
from tournaments.ratings.matches import is_deal_of_round
from tournaments.ratings.models import SoloRun
from tournaments.ratings.selectors import player_with
from tournaments.ratings.solo.run_statistics import CountedRun, RunStatistics, statistics_of
from tournaments.ratings.solo.same_dice import (
    DealField,
    FieldRun,
    LuckAndSkill,
    PlacedRun,
    RunOnDice,
    deal_field,
    luck_and_skill,
    place_in_field,
)

AGAIN: Final = 10
"""How many games that somebody has played again are shown."""
LATEST: Final = 30
"""Of how many of somebody's latest runs on shared dice the summary is made."""
MEASURED: Final = 2000
"""Of how many of everybody's latest runs at a level the usual mean is made."""
_FORFEITED_MERIT: Final = -(10**9)
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


def field_of(deal_id: str) -> DealField:
    """The field of a closed deal; whether somebody may see it is asked before."""
    own = _runs_on([deal_id])[deal_id]
    return deal_field([run for run, _ in own], _usual_mean(own[0][1]) if own else None)


def replayed_place(deal_id: str, game_id: str) -> PlacedRun | None:
    """Where a game that was played again would have come in the field of its deal; None as long as it goes on."""
    return next(iter(_placed_among(deal_id, GameCard.objects.filter(pk=game_id))), None)


def games_again_of(deal_id: str, account: int) -> list[PlacedRun]:
    """The same for the latest games in which somebody has played a deal again, the latest first."""
    seats = PlayerGame.objects.filter(account=account, game__card__deal=deal_id, game__card__tournament=None)
    return _placed_among(deal_id, GameCard.objects.filter(pk__in=seats.values("game")).order_by("-created_at")[:AGAIN])


def _placed_among(deal_id: str, again: QuerySet[GameCard]) -> list[PlacedRun]:
    games = GameCard.objects.filter(pk__in=list(again.values_list("pk", flat=True)), deal=deal_id, tournament=None)
    others = [run for run, _ in _runs_on([deal_id])[deal_id]]
    return [place_in_field(others, run) for _, run, _ in _outcomes(games.order_by("-created_at"))]


def luck_and_skill_of(player: str | None) -> LuckAndSkill:
    """What somebody's latest rated runs on shared dice say of their skill and their luck."""
    runs = SoloRun.objects.filter(player=player, game__deal__is_shared=True).order_by("-ended_at", "-game")
    cards = _tournament_runs().filter(pk__in=list(runs.values_list("game", flat=True)[:LATEST]))
    return luck_and_skill(_on_dice({deal: _merit(run) for deal, run, _ in _outcomes(cards)}))


def luck_and_skill_of_account(account: int) -> LuckAndSkill:
    """The same for an account."""
    return luck_and_skill_of(player_with(account))


def entrants_by_game(seen: SeenDeal) -> dict[str, str]:
    """By their games, who has played the round for which a deal was dealt."""
    places = Place.objects.filter(round=seen.round, table__game__isnull=False)
    return dict(places.values_list("table__game", "entrant"))


def summary_as_json(found: LuckAndSkill) -> Json:
    """Skill and luck for programs."""
    return {"runs": found.runs, "percentile": found.skill, "kindness": found.luck}


_Setup = tuple[str, str, str]
"""What is played: the game, its variant and the level."""


def _runs_on(deals: Iterable[str]) -> dict[str, list[tuple[FieldRun, _Setup]]]:
    """The runs of tournaments on some deals that count, by deal."""
    found: dict[str, list[tuple[FieldRun, _Setup]]] = defaultdict(list)
    for deal, run, setup in _outcomes(_tournament_runs().filter(deal__in=list(deals))):
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


def _tournament_runs() -> QuerySet[GameCard]:
    """The runs of tournaments on shared deals that are closed, and whose rounds were not played anew."""
    runs = GameCard.objects.filter(tournament__isnull=False, deal__is_shared=True, deal__closed_at__isnull=False)
    return runs.filter(is_deal_of_round())


def _merit(run: FieldRun) -> int:
    """What runs are compared by; those that were forfeited share the last place."""
    return _FORFEITED_MERIT if run.has_forfeited else run.score


def _on_dice(own: Mapping[str, int]) -> list[RunOnDice]:
    """How runs with some merits have done among all on their deals, counted by the database: a field may be large."""
    if not own:
        return []
    theirs = Case(When(game__results__has_forfeited=True, then=_FORFEITED_MERIT), default="game__results__score")
    ours = Case(*(When(deal=deal, then=merit) for deal, merit in own.items()), output_field=IntegerField())
    complete = Q(status=FINISHED, game__results__has_forfeited=False)
    counted = (
        _ended(_tournament_runs().filter(deal__in=own))
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
    usual = {setup: _usual_mean(setup) for setup in {setup for setup, _ in found}}
    return [RunOnDice(runs - 1, below, level - 1, mean, usual[setup]) for setup, (runs, below, level, mean) in found]


def _usual_mean(setup: _Setup) -> float | None:
    """The mean of the latest runs that were played to their end at a level, on shared dice; None for one deal."""
    latest = _latest_complete(setup).annotate(score=F("game__results__score")).values("deal", "score")[:MEASURED]
    found = latest.aggregate(mean=Avg("score"), deals=Count("deal", distinct=True))
    return found["mean"] if found["deals"] > 1 else None


def _latest_complete(setup: _Setup) -> QuerySet[GameCard]:
    """The runs on shared dice that were played to their end at a level, the latest first; an index has this order."""
    key, variant, levels = setup
    cards = _tournament_runs().filter(key=key, variant=variant, levels=levels, status=FINISHED)
    return cards.filter(game__results__seat=0, game__results__has_forfeited=False).order_by("-ended_at")


def field_as_json(seen: SeenDeal, number: int) -> Json:
    """A page of the runs on a closed deal, and what the dice were like."""
    found = field_of(seen.deal.pk)
    entrants, players = entrants_by_game(seen), entrant_names(seen.seen)
    page = page_of(found.runs, number)
    named = {
        game: player_as_json(entrant, players[entrant]) for game, entrant in entrants.items() if entrant in players
    }
    return {
        "deal": seen.deal.pk,
        "tournament": seen.seen.tournament.pk,
        "round": seen.round.number,
        "level": seen.seen.settings.level,
        "size": len(found.runs),
        "mean": found.mean,
        "median": found.median,
        "usual": found.usual,
        "kindness": found.kindness,
        "verdict": found.verdict,
        "next": page.next,
        "runs": [_run_as_json(placed, named.get(placed.run.game)) for placed in page.rows],
    }


def _run_as_json(placed: PlacedRun, player: Json | None) -> Json:
    return {
        "place": placed.place,
        "player": player,
        "game": placed.run.game,
        "score": placed.run.score,
        "has_forfeited": placed.run.has_forfeited,
        "percentile": placed.percentile,
    }


def titles_of(key: str = DEFAULT_GAME) -> tuple[SoloTitle, ...]:
    """The titles of a game, the best first."""
    return title_table(find(key, DEFAULT_RULES).titles)


def bonus_of_levels(key: str = DEFAULT_GAME) -> int:
    """How many points each level above the first adds to the total of a run."""
    rules = find(key, DEFAULT_RULES)
    return rules.rated(0, 2) - rules.rated(0, 1)


def points_of_level(level: int, key: str = DEFAULT_GAME) -> int:
    """How many points a level adds to the total of a run."""
    return find(key, DEFAULT_RULES).rated(0, level)


def statistics_of_player(player: str | None, key: str = DEFAULT_GAME) -> RunStatistics:
    """How somebody has done in their runs; without any for who was never rated."""
    own = SoloRun.objects.filter(player=player, key=key).order_by("-ended_at", "-game")
    runs = [CountedRun(*run) for run in own.values_list("game", "level", "rated", "is_complete", "ended_at")]
    return statistics_of(runs, titles_of(key))


def statistics_of_account(account: int) -> RunStatistics:
    """The same for an account."""
    return statistics_of_player(player_with(account))
