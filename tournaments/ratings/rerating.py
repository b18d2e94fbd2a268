"""Re-rating: when a result in the past has become another one, everything after it is computed again, aside.

What is right already, up to the first change, is taken over into a new generation; the matches after that are folded
into it batch by batch, while results go on being counted in the one that is shown. When it has caught up, it takes the
place of the other in one short transaction. Changes that come meanwhile are taken down and are for the next time.
"""

from collections.abc import Callable
from typing import TypeAlias

from games.log.transactions import writing
from tournaments.models import RatingPool
from tournaments.ratings.beginning import take_over
from tournaments.ratings.building import Build, Superseded, begin, hold, was_switched
from tournaments.ratings.folding import fold
from tournaments.ratings.kept import matches_after
from tournaments.ratings.locking import Position, position_of
from tournaments.ratings.storing import read_skills, store_changes

Told: TypeAlias = Callable[[int], object]
"""Hears how many more matches are done."""


def rerate(key: str, told: Told = bool) -> bool:
    """Compute again what has to be, as far as nobody is at it; whether something was."""
    build = begin(key)
    if build is None:
        return False
    return finish(build, told)


def finish(build: Build, told: Told = bool) -> bool:
    """Compute a generation and show it; whether it was, or somebody else has begun another one."""
    try:
        done = take_over(build)
        while True:
            until = position_of(RatingPool.objects.get(pk=build.pool))
            done = _fold_on(build, done, until, told)
            if was_switched(build, until):
                return True
    except Superseded:
        return False


def _fold_on(build: Build, done: Position, until: Position, told: Told) -> Position:
    """Fold the matches after one up to another; the last of them."""
    while matches := matches_after(build.pool, done, until):
        changes = list(fold(matches, read_skills(build.pool, build.generation, matches)))
        with writing():
            hold(build)
            store_changes(build.boards, changes)
        done = matches[-1].position
        told(len(matches))
    return done
