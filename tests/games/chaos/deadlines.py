"""Games that wait for nothing but their deadline, and how late it came."""

import random
from collections.abc import Iterable
from datetime import datetime, timedelta
from statistics import median
from typing import NamedTuple

from games.clock.site_time import now, read_time
from games.log.models import Event, Game
from games.statuses import FINISHED
from tests.games.sample_tables import mixed_table


class Lateness(NamedTuple):
    """How many seconds after the deadlines the clocks have struck."""

    median: float
    most: float


def solo_games(number: int) -> list[str]:
    """Games that Ada has begun and left; a time-out ends them."""
    return [mixed_table(1, variant="solo", seconds=3600, timeout="forfeit") for _ in range(number)]


def set_deadlines(games: Iterable[str], seconds: float) -> dict[str, datetime]:
    """Let the time of each game run out at some point within the next seconds."""
    begin = now()
    deadlines = {game: begin + timedelta(seconds=random.uniform(0.3, seconds)) for game in games}
    for game, deadline in deadlines.items():
        Game.objects.filter(pk=game).update(due_at=deadline)
    return deadlines


def are_over(games: Iterable[str]) -> bool:
    """Whether all of these games have ended."""
    return not Game.objects.filter(pk__in=list(games)).exclude(status=FINISHED).exists()


def strikes(games: Iterable[str]) -> dict[str, list[datetime]]:
    """When the clock has struck in each game."""
    found: dict[str, list[datetime]] = {game: [] for game in games}
    for game, at in Event.objects.filter(kind="drop", actor="system").values_list("game", "at"):
        if game in found:
            found[game].append(read_time(at))
    return found


def lateness(deadlines: dict[str, datetime]) -> Lateness:
    """How late the deadlines were, each of which was struck once."""
    late = [(at - deadlines[game]).total_seconds() for game, [at] in strikes(deadlines).items()]
    return Lateness(median(late), max(late))
