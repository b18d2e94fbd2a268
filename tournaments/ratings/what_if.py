"""What ratings would become if some matches were others, without anything being stored."""

from collections.abc import Iterable, Iterator, Mapping
from operator import itemgetter
from typing import NamedTuple

from django.db.models import Sum, Value
from django.db.models.functions import Length, Replace

from tournaments.ratings.leaderboards.opponents import Met, add_opponents
from tournaments.ratings.leaderboards.row_store import Boards, met_before
from tournaments.ratings.leaderboards.updater import are_boards_behind, boards_position
from tournaments.ratings.ledger import skills_before, steps_of_changes
from tournaments.ratings.match_store import has_uncounted_matches, matches_after, stored_matches
from tournaments.ratings.models import RatedMatch, RatingPool
from tournaments.ratings.plackett_luce import fold_matches
from tournaments.ratings.pools import Position, position_of, stale_since
from tournaments.ratings.selectors import skills_in
from tournaments.ratings.values import NEWCOMER, Match, PlayerId, Skill


class RatingShift(NamedTuple):
    """What somebody's rating in a pool would become."""

    pool: str
    player: PlayerId
    before: Skill
    after: Skill
    met_before: Met = ()
    met_after: Met = ()
    """Whom they have met first, now and then."""


def shifts_if(changed: Mapping[str, tuple[str, Match | None]]) -> list[RatingShift]:
    """Whose ratings would become others if these matches counted instead of what counts under their keys, by pools and
    players; `changed` says for each key in which pool, and what would count. What is kept but not counted yet is."""
    return [shift for pool, matches in _by_pools(changed) for shift in _shifts(pool, matches)]


def seats_to_recompute(changed: Mapping[str, tuple[str, Match | None]]) -> int:
    """How many seats of matches `foresee` would compute again: what it takes grows with them."""
    return sum(_seats_since(pool, start) for pool, some in _by_pools(changed) if (start := _start(pool, some)))


def _by_pools(changed: Mapping[str, tuple[str, Match | None]]) -> list[tuple[str, dict[str, Match | None]]]:
    pools: dict[str, dict[str, Match | None]] = {}
    for key, (pool, match) in changed.items():
        pools.setdefault(pool, {})[key] = match
    return sorted(pools.items(), key=itemgetter(0))


def _seats_since(pool: str, start: Position) -> int:
    """How many seats the matches of a pool have from a place on: each is written between two brackets of its own."""
    found = RatedMatch.objects.filter(pool=pool, at__gte=start[0])
    brackets = Length("seats") - Length(Replace("seats", Value("["), Value("")))
    total: int = found.aggregate(seats=Sum(brackets - 1, default=0))["seats"]
    return total


def _shifts(pool: str, changed: Mapping[str, Match | None]) -> Iterator[RatingShift]:
    start = _start(pool, changed)
    if start is None:
        return
    after = _Supposed(_row(pool), start)
    after.meet(one.match for one in stored_matches(changed).values() if one.match)
    for matches in _supposed_matches(pool, start, changed):
        after.play(matches)
    shown = skills_in(pool, after.met)
    met = met_before(Boards(pool, _row(pool).generation), {player: skill.games for player, skill in shown.items()})
    for player in sorted(after.met):
        before, then = shown.get(player, NEWCOMER), after.skills.get(player, NEWCOMER)
        if before != then:
            yield RatingShift(pool, player, before, then, met.get(player, ()), after.opponents.get(player, ()))


def _row(pool: str) -> RatingPool:
    """A pool; one that is not there yet is only supposed."""
    return RatingPool.objects.filter(key=pool).first() or RatingPool(key=pool)


def _start(pool: str, changed: Mapping[str, Match | None]) -> Position | None:
    """The first place from which on something would be different from what is shown; None if nothing would."""
    row = _row(pool)
    counted = position_of(row) if has_uncounted_matches(row) else None
    followed = boards_position(row) if are_boards_behind(row) else None
    places = (_first(changed), stale_since(row), counted, followed)
    return min((place for place in places if place is not None), default=None)


def _first(changed: Mapping[str, Match | None]) -> Position | None:
    """The first place at which another match would stand than is kept."""
    kept = {key: one.match for key, one in stored_matches(changed).items()}
    differing = [key for key in changed if kept.get(key) != changed[key]]
    matches = [match for key in differing for match in (kept.get(key), changed[key]) if match is not None]
    return min((match.position for match in matches), default=None)


def _supposed_matches(pool: str, start: Position, changed: Mapping[str, Match | None]) -> Iterator[list[Match]]:
    """The matches of a pool from a place on as they would be, in batches."""
    supposed = [match for match in changed.values() if match is not None and match.position >= start]
    waiting = sorted(supposed, key=lambda match: match.position)
    border = (start[0], "")
    while kept := matches_after(pool, border):
        border = kept[-1].position
        there = [match for match in kept if match.key not in changed and match.position >= start]
        there += [match for match in waiting if match.position <= border]
        waiting = [match for match in waiting if match.position > border]
        yield sorted(there, key=lambda match: match.position)
    yield waiting


class _Supposed:
    """What would be thought of everybody, from a place on; nobody is read before they play."""

    def __init__(self, pool: RatingPool, start: Position) -> None:
        self._pool, self._start = pool, start
        self.skills: dict[PlayerId, Skill] = {}
        self.opponents: dict[PlayerId, Met] = {}
        self.met: set[PlayerId] = set()

    def meet(self, matches: Iterable[Match]) -> None:
        """Read what is thought of those who play these matches, before any of them."""
        fresh = {seat.player for match in matches for seat in match.seats} - self.met
        self.met |= fresh
        skills = skills_before(self._pool.key, self._pool.generation, self._start, sorted(fresh))
        self.skills |= skills
        boards = Boards(self._pool.key, self._pool.generation)
        self.opponents |= met_before(boards, {player: skill.games for player, skill in skills.items()})

    def play(self, matches: list[Match]) -> None:
        """Let some matches be the next."""
        self.meet(matches)
        for _, player, _, after, around in steps_of_changes(fold_matches(matches, self.skills)):
            self.opponents[player] = add_opponents(self.opponents.get(player, ()), player, around, after.games)
