"""The solo table: the titles of a game, and how somebody has done in their runs."""

from datetime import datetime

from engine.protocol import Json
from engine.records import DEFAULT_GAME, DEFAULT_RULES
from engine.registry import find
from games.presenters.solo_titles import SoloTitle, title_table
from tournaments.models import SoloRun
from tournaments.selectors.ledgers import player_with
from tournaments.solo.figures import Figures, Run, Streak, figures


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


def figures_of(player: str | None, key: str = DEFAULT_GAME) -> Figures:
    """How somebody has done in their runs; without any for who was never rated."""
    own = SoloRun.objects.filter(player=player, key=key).order_by("-ended_at", "-game")
    runs = [Run(*run) for run in own.values_list("game", "level", "rated", "is_complete", "ended_at")]
    return figures(runs, titles_of(key))


def count_runs(player: str, level: int | None, span: tuple[datetime, datetime] | None) -> int:
    """How many runs of somebody count, at one level or at all, in a span of time or in all; also those given up."""
    runs = SoloRun.objects.filter(player=player, key=DEFAULT_GAME)
    if level is not None:
        runs = runs.filter(level=level)
    return (runs if span is None else runs.filter(ended_at__gte=span[0], ended_at__lt=span[1])).count()


def figures_of_account(account: int) -> Figures:
    """The same for an account."""
    return figures_of(player_with(account))


def figures_as_json(found: Figures) -> Json:
    """The same for programs."""
    return {
        "runs": found.runs,
        "complete": found.complete,
        "completion": found.completion,
        "best": found.best.rated if found.best else None,
        "title": found.best_title.words if found.best_title else None,
        "mean": found.mean,
        "latest": found.latest,
        "in_a_row": _streak(found.in_a_row),
        "titles": [
            {
                "title": line.title.words,
                "lowest": line.title.lowest,
                "highest": line.title.highest,
                "runs": line.runs,
                "in_a_row": _streak(line.in_a_row),
            }
            for line in found.titles
        ],
        "levels": [line._asdict() for line in found.levels],
    }


def _streak(streak: Streak) -> Json:
    return streak._asdict()
