"""What another result of a game would change in the ratings, on the leaderboards of all time and in the solo table."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from django.db.models import Max

from engine.registry import find
from games.log.models import Game
from games.play.models import GameCard, UncountedResult
from tournaments.desk.preview import TOO_LATE, UNRATED, WAITING, Counting, RatingChange, RunChange
from tournaments.ratings.leaderboards.aggregate import earns_place
from tournaments.ratings.leaderboards.opponents import Met
from tournaments.ratings.leaderboards.periods import ALL
from tournaments.ratings.matches import match_if
from tournaments.ratings.models import BoardBucket, RatedPlayer, RatingPool, SoloRun
from tournaments.ratings.solo.services import run_if
from tournaments.ratings.values import Skill
from tournaments.ratings.what_if import RatingShift, seats_to_recompute, shifts_if
from tournaments.variants import SOLO

MOST_SEATS: Final = 400_000
"""How many seats of matches are computed again while somebody waits: a look ahead takes some 10 microseconds for each,
more where there are many of them in one match, so at the very most some seconds. With more than that nothing is
foretold of ratings, and it is said."""


class ForeseenRatings(NamedTuple):
    """Which ratings would change, and what is to be said about it."""

    changes: tuple[RatingChange, ...]
    notes: list[str]


def foresee_ratings(game_id: str, present: Counting, supposed: Counting) -> ForeseenRatings:
    """Whose rating would be another if this came of a game, and not what comes of it now; that is taken as counted."""
    card = GameCard.objects.filter(pk=game_id, is_rated=True).first()
    if card is None:
        return ForeseenRatings((), [UNRATED])
    now, then = match_if(game_id, *present), match_if(game_id, *supposed)
    if now is None or then is None:
        return ForeseenRatings((), [])
    [pool, key, match] = then
    before, after = {key: (pool, now[2])}, {key: (pool, match)}
    if seats_to_recompute(before) + seats_to_recompute(after) > MOST_SEATS:
        return ForeseenRatings((), [TOO_LATE])
    changes = _with_places(pool, shifts_if(before), shifts_if(after))
    return ForeseenRatings(changes, [WAITING] if _is_waited_for(card) else [])


def shifts_between(uncounted: Sequence[RatingShift], shifts: Sequence[RatingShift]) -> list[RatingShift]:
    """What would change once what is not counted yet is: both are shifts from what is shown."""
    now, then = {one.player: one for one in uncounted}, {one.player: one for one in shifts}
    found = []
    for player in sorted({*now, *then}):
        shown = now[player] if player in now else then[player]
        before = (now[player].after, now[player].met_after) if player in now else (shown.before, shown.met_before)
        after = (then[player].after, then[player].met_after) if player in then else (shown.before, shown.met_before)
        if before[0] != after[0]:
            found.append(RatingShift(shown.pool, player, before[0], after[0], before[1], after[1]))
    return found


def _is_waited_for(card: GameCard) -> bool:
    """Whether there are other results of the same kind that are not counted yet."""
    alike = GameCard.objects.filter(is_rated=True, variant=card.variant).exclude(pk=card.pk)
    return UncountedResult.objects.filter(game__in=alike.values("game")).exists()


class BoardMove(NamedTuple):
    """What somebody is listed with on a leaderboard, before and after; None if they are not."""

    before: int | None
    after: int | None


def _with_places(
    pool: str, uncounted: Sequence[RatingShift], shifts: Sequence[RatingShift]
) -> tuple[RatingChange, ...]:
    """What would change, with places on the leaderboard of all time."""
    changes = shifts_between(uncounted, shifts)
    board = moved_board(_board(pool), _moves(uncounted))
    places = places_of(board, _moves(changes))
    return tuple(RatingChange(*shift[:4], places=both) for shift, both in zip(changes, places, strict=True))


def _moves(shifts: Sequence[RatingShift]) -> list[BoardMove]:
    there = RatedPlayer.objects.filter(pk__in=[shift.player for shift in shifts], account__isnull=False)
    known = set(there.values_list("pk", flat=True))
    return [_move(one) if one.player in known else BoardMove(None, None) for one in shifts]


def _move(shift: RatingShift) -> BoardMove:
    return BoardMove(_value(shift.before, shift.met_before), _value(shift.after, shift.met_after))


def _value(skill: Skill, met: Met) -> int | None:
    """What somebody who still has an account is listed with; None if they are not."""
    return skill.shown if earns_place(ALL, skill.games, met) else None


def _board(pool: str) -> dict[int, int]:
    """How many players are listed with each value."""
    generation = RatingPool.objects.filter(pk=pool).values("generation")
    board = BoardBucket.objects.filter(pool=pool, generation__in=generation, period=ALL)
    return dict(board.values_list("value", "players"))


def moved_board(board: Mapping[int, int], moves: Sequence[BoardMove]) -> Counter[int]:
    """A leaderboard after some players have moved."""
    after = Counter(board)
    for move in moves:
        if move.before is not None:
            after[move.before] -= 1
        if move.after is not None:
            after[move.after] += 1
    return after


def places_of(board: Mapping[int, int], moves: Sequence[BoardMove]) -> list[tuple[int | None, int | None]]:
    """The places of some players on a leaderboard before all of them move and after, those who tie sharing one."""
    old, new = _Ladder(board), _Ladder(moved_board(board, moves))
    return [(old.place(move.before), new.place(move.after)) for move in moves]


class _Ladder:
    """How many players are listed with more than a value."""

    def __init__(self, board: Mapping[int, int]) -> None:
        self._values = sorted(board)
        self._up_to = [0, *accumulate(board[value] for value in self._values)]

    def place(self, value: int | None) -> int | None:
        if value is None:
            return None
        return 1 + self._up_to[-1] - self._up_to[bisect_right(self._values, value)]


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
