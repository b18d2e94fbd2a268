"""Re-rating: when a result in the past has become another one, everything after it is computed again, aside.

What is right already, up to the first change, is taken over into a new generation; the matches after that are folded
into it batch by batch, while results go on being counted in the one that is shown. When it has caught up, it takes the
place of the other in one short transaction. Changes that come meanwhile are taken down and are for the next time.

Of what nobody sees yet only the ledger is written as it grows. How everybody stands is kept in memory until the end,
and what they have played in a period until it is over: so each row is written once, not with every batch.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from operator import itemgetter
from typing import Final

from games.log.sql import write_transaction
from tournaments.ratings.bulk_sql import portions
from tournaments.ratings.copy_prefix import WRITTEN_AT_ONCE, copy_unchanged_prefix
from tournaments.ratings.gc_pause import gc_paused
from tournaments.ratings.generation import Build, Superseded, begin_build, hold_build, show_generation
from tournaments.ratings.leaderboards.aggregate import GrowingTallies, Tallies
from tournaments.ratings.leaderboards.row_store import store_tallies
from tournaments.ratings.ledger import (
    PlayerSkill,
    latest_skills,
    read_skills,
    steps_of_changes,
    store_ledger,
    store_ratings,
)
from tournaments.ratings.match_store import matches_after
from tournaments.ratings.models import RatingPool
from tournaments.ratings.plackett_luce import ModelRatings, fold_matches
from tournaments.ratings.pools import Position, position_of
from tournaments.ratings.values import Change, Match, OnProgress, PlayerId, Skill

LINES: Final = 8000
"""How many lines of the ledger are written in one transaction."""


def rerate_pool(key: str, told: OnProgress = bool) -> bool:
    """Compute again what has to be, as far as nobody is at it; whether something was."""
    build = begin_build(key)
    if build is None:
        return False
    return finish_build(build, told)


def finish_build(build: Build, told: OnProgress = bool) -> bool:
    """Compute a generation and show it; whether it was, or somebody else has begun another one."""
    try:
        fold_on = _GenerationFold(build, copy_unchanged_prefix(build), told)
        with gc_paused():
            while True:
                until = position_of(RatingPool.objects.get(pk=build.pool))
                fold_on(until)
                if show_generation(build, until):
                    return True
    except Superseded:
        return False


class _GenerationFold:
    """The fold of a generation: how far it has come, and what of it is not written yet."""

    def __init__(self, build: Build, done: Position, told: OnProgress) -> None:
        self._build, self._done, self._told = build, done, told
        self._skills: dict[PlayerId, Skill] = {}
        self._ratings: ModelRatings = {}
        self._standpoints: dict[PlayerId, PlayerSkill] = {}
        self._tallies = GrowingTallies()

    def __call__(self, until: Position) -> None:
        """Fold the matches up to one, and write everything that comes of them."""
        while folded := self._fold_some(until):
            self._told(folded)
        self._write_tallies(self._tallies.take_all())
        for some in portions(list(self._standpoints.values()), WRITTEN_AT_ONCE):
            with self._writing():
                store_ratings(self._build.pool, self._build.generation, some)
        self._standpoints.clear()

    def _fold_some(self, until: Position) -> int:
        """Fold the next matches; how many there were."""
        matches = matches_after(self._build.pool, self._done, until)
        if not matches:
            return 0
        self._learn(matches)
        changes = list(fold_matches(matches, self._skills, self._ratings))
        self._write_ledger(changes)
        self._standpoints.update((one[0], one) for one in latest_skills(changes))
        self._tallies.add(steps_of_changes(changes))
        self._write_tallies(self._tallies.take_over_by(changes[-1].match.at))
        self._done = matches[-1].position
        return len(matches)

    def _learn(self, matches: Sequence[Match]) -> None:
        """Read how those stood who play for the first time since the fold began."""
        new = [match for match in matches if any(seat.player not in self._skills for seat in match.seats)]
        stored = read_skills(self._build.pool, self._build.generation, new)
        self._skills.update((player, skill) for player, skill in stored.items() if player not in self._skills)

    def _write_ledger(self, changes: Sequence[Change]) -> None:
        for some in portions(changes, LINES):
            with self._writing():
                store_ledger(self._build.pool, self._build.generation, some)

    def _write_tallies(self, tallies: Tallies) -> None:
        # By players, as the rows are found: so each portion touches few pages.
        for places in portions(sorted(tallies, key=itemgetter(1)), WRITTEN_AT_ONCE):
            with self._writing():
                store_tallies(self._build.boards, {place: tallies[place] for place in places})

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A transaction of whoever still has the lease."""
        with write_transaction():
            hold_build(self._build)
            yield
