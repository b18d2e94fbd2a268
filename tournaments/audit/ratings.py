"""Whether ratings are what follows from results: the matches from the rows of games, the ledger from the matches.

Everything is read in the order of the matches and compared as it comes by: kept in memory is only what is thought of
every player. What has to be computed again, or is still to be counted or shown, is left to those who do so.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final, TypeAlias

from games.audit.findings import Finding, Report
from games.audit.reading import stream, zoned
from games.models import UncountedResult
from tournaments.audit.boards import BoardCheck
from tournaments.leaderboards.following import are_behind
from tournaments.models import RatedMatch, RatingPool
from tournaments.ratings.advancing import is_behind
from tournaments.ratings.folding import Ratings, rate
from tournaments.ratings.kept import kept_under, keys_of, read_match, without_seats
from tournaments.ratings.locking import Position, position_of, stale_since
from tournaments.ratings.matches import Counted, matches_of, matches_under, told_of
from tournaments.ratings.players import supposed_players
from tournaments.ratings.rebuilding import rated_games
from tournaments.ratings.values import Change, Match, PlayerId, Skill

_MATCHES: Final = "SELECT at, key, seats FROM tournaments_ratedmatch WHERE pool = %s ORDER BY at, key"
_LEDGER: Final = (
    "SELECT at, match, player_id, place, field, mu_before, sigma_before, mu_after, sigma_after, games"
    " FROM tournaments_ledgerentry WHERE pool = %s AND generation = %s ORDER BY at, match"
)
_RATINGS: Final = "SELECT player_id, mu, sigma, games FROM tournaments_rating WHERE pool = %s AND generation = %s"

Figures: TypeAlias = tuple[Any, ...]
"""What the ledger says of one player in one match."""
Written: TypeAlias = tuple[Position, dict[PlayerId, Figures]]
"""What it says of a match."""


def check_ratings(since: str | None = None) -> Report:
    """Everything that is found in ratings; they follow from all results, so there is nothing to say of some."""
    report = Report()
    if since is None:
        report.add(_check_matches())
        for pool in RatingPool.objects.order_by("key"):
            if RatedMatch.objects.filter(pool=pool.key).exists() or pool.at is not None:
                report.take_in(check_pool(pool))
    return report


def _check_matches() -> Iterator[Finding]:
    """Whether every result that counts is a match as it should be, and no other."""
    waiting = {one.match for one in told_of(UncountedResult.objects.values_list("pk", flat=True))}
    for games in rated_games():
        # Whoever was never counted before is nobody's player yet, and their first match would be passed over.
        derived = {key: one for key, one in matches_of(told_of(games), supposed_players).items() if one.match}
        for key in sorted(derived.keys() - kept_under(derived).keys() - waiting):
            yield Finding("rating/uncounted", f"The result of {key} counts in {derived[key].pool}, but is not there.")
    for pool in sorted(RatedMatch.objects.order_by().values_list("pool", flat=True).distinct()):
        for keys in keys_of(pool):
            derived, kept = matches_under(keys), kept_under(keys)
            for key in sorted(kept.keys() - waiting):
                if derived.get(key, Counted(pool, None)) != kept[key]:
                    yield Finding("rating/match", f"What counts in {pool} of {key} is not its result.")
            for key in sorted(without_seats(kept.values())):
                yield Finding("rating/seats", f"Not everybody who has played {key} finds it among their matches.")


def check_pool(pool: RatingPool) -> Report:
    """Everything that is found in one pool."""
    report = Report()
    stale = stale_since(pool)
    check = _Check(pool)
    for match in (read_match(*row) for row in stream(_MATCHES, [pool.key])):
        if match.position > position_of(pool) or (stale is not None and match.position >= stale):
            break
        report.add(check.play(match))
    if stale is None and not is_behind(pool):
        report.add(check.end())
    report.beside["rating change"] = check.entries
    return report


class _Check:
    """Goes through the ledger of a pool beside its matches."""

    def __init__(self, pool: RatingPool) -> None:
        self._pool = pool
        self._skills: dict[PlayerId, Skill] = {}
        self._ratings: Ratings = {}
        self._written = _written(pool)
        self._next: Written | None = next(self._written, None)
        self._boards = None if are_behind(pool) else BoardCheck(pool.key, pool.generation)
        self.entries = 0

    def play(self, match: Match) -> Iterator[Finding]:
        """What is wrong in the ledger up to a match, and on the boards of periods that were over before."""
        changes = rate(match, self._skills, self._ratings)
        self._skills.update((change.seat.player, change.after) for change in changes)
        yield from self._surplus(match.position)
        figures: dict[PlayerId, Figures] = {}
        if self._next is not None and self._next[0] == match.position:
            figures = self._next[1]
            self._next = next(self._written, None)
        yield from self._compare(match, changes, figures)
        if self._boards is not None:
            yield from self._boards.play(changes)

    def _surplus(self, until: Position | None) -> Iterator[Finding]:
        """What the ledger says of matches that do not count."""
        while self._next is not None and (until is None or self._next[0] < until):
            yield self._found("rating/surplus", f"of {self._next[0][1]}, which does not count there")
            self._next = next(self._written, None)

    def _compare(self, match: Match, changes: list[Change], figures: dict[PlayerId, Figures]) -> Iterator[Finding]:
        self.entries += len(figures)
        for change in changes:
            player = change.seat.player
            if player not in figures:
                yield self._found("rating/missing", f"nothing of what {match.key} has done to {player}")
            elif figures.pop(player) != _figures(change):
                yield self._found("rating/figures", f"other figures for what {match.key} has done to {player}")
        for player in sorted(figures):
            yield self._found("rating/surplus", f"of {player}, who has not played {match.key}")

    def end(self) -> Iterator[Finding]:
        """What is wrong beyond the last match: with how everybody stands, and on the other boards."""
        yield from self._surplus(None)
        stored = {row[0]: Skill(*row[1:]) for row in stream(_RATINGS, [self._pool.key, self._pool.generation])}
        for player in sorted(stored.keys() | self._skills.keys()):
            if stored.get(player) != self._skills.get(player):
                yield Finding("rating/standing", f"{player} stands otherwise in {self._pool.key} than the ledger says.")
        if self._boards is not None:
            yield from self._boards.end()

    def _found(self, code: str, what: str) -> Finding:
        return Finding(code, f"The ledger of {self._pool.key} says {what}.")


def _written(pool: RatingPool) -> Iterator[Written]:
    """The ledger, match by match."""
    rows = stream(_LEDGER, [pool.key, pool.generation])
    for (at, match), entries in groupby(rows, key=lambda row: (row[0], row[1])):
        yield (zoned(at), match), {entry[2]: tuple(entry[3:]) for entry in entries}


def _figures(change: Change) -> Figures:
    before, after = change.before, change.after
    return (
        *(change.seat.place, len(change.match.seats)),
        *(before.mu, before.sigma, after.mu, after.sigma, after.games),
    )
