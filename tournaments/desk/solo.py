"""What another result of a game would change in the solo table."""

from django.db.models import Max

from engine.registry import find
from games.log.models import Game
from games.play.models import GameCard
from tournaments.desk.previews import Counting, RunChange
from tournaments.models import SoloRun
from tournaments.ratings.pools import SOLO
from tournaments.solo.counting import run_if


def foresee_runs(game_id: str, now: Counting, then: Counting) -> tuple[RunChange, ...]:
    """The run that would count otherwise than it does with what comes of it now, if a game is one."""
    if not GameCard.objects.filter(pk=game_id, variant=SOLO).exists():
        return ()
    before, after = run_if(game_id, *now), run_if(game_id, *then)
    run = after or before
    if run is None or _counts(before) == _counts(after):
        return ()
    others = SoloRun.objects.filter(player=run.player_id, key=run.key, is_complete=True).exclude(pk=game_id)
    best = others.aggregate(best=Max("rated"))["best"]
    return (
        RunChange(
            run.player_id,
            rated=(_rated(before), _rated(after)),
            titles=(_title(before), _title(after)),
            best=(_best(best, before), _best(best, after)),
        ),
    )


def _counts(run: SoloRun | None) -> tuple[int, bool] | None:
    return None if run is None else (run.rated, run.is_complete)


def _rated(run: SoloRun | None) -> int | None:
    return None if run is None else run.rated


def _title(run: SoloRun | None) -> str:
    """The title that a run brings, as the rules know it; none for one that was not played to its end."""
    if run is None or not run.is_complete:
        return ""
    version = Game.objects.values_list("rules_version", flat=True).get(pk=run.pk)
    return find(run.key, version).title(run.rated)


def _best(others: int | None, run: SoloRun | None) -> int | None:
    """The best of all runs that were played to their end."""
    own = run.rated if run is not None and run.is_complete else None
    return max((one for one in (others, own) if one is not None), default=None)
