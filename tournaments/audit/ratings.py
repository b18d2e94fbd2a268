"""Whether ratings are what follows from results: the matches from the rows of games, the ledger from the matches, how
everybody stands from the ledger, and the leaderboards, each period compared when it is over.

Everything is read in the order of the matches and compared as it comes by: kept in memory is only what is thought of
every player. What a pool says of work that is still to be done explains a difference between matches and ledger only
where the logs say that there may be one (`pending_results`); the ledger must be the fold of what it says itself in any
case.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby
from math import isclose
from typing import Any, Final, TypeAlias

from django.db.models import Q

from games.clock.site_time import now, write_time
from games.clock.steps import OUTAGE_TOLERANCE
from games.integrity.audit.findings import Finding, Report
from games.log.steady_reads import stream, with_zone
from games.play.models import GameCard
from tournaments.audit.pending_results import PendingResults
from tournaments.ratings.generation import BUILD_LEASE
from tournaments.ratings.leaderboards.aggregate import BoardStanding, Tally, board_standing, extend_tally, period_names
from tournaments.ratings.leaderboards.updater import boards_position
from tournaments.ratings.ledger import steps_of_changes
from tournaments.ratings.match_store import match_keys, matches_without_seats, read_match, stored_matches
from tournaments.ratings.matches import CountedMatch, derived_matches, matches_from_cards, rated_cards, rated_games
from tournaments.ratings.models import RatedMatch, RatingPool
from tournaments.ratings.plackett_luce import ModelRatings, rate_match
from tournaments.ratings.players import erased_among, supposed_players
from tournaments.ratings.pools import BEGINNING, Position, is_solo, position_of, stale_since
from tournaments.ratings.values import Change, Match, PlayerId, Seat, Skill

_BOARD_ROWS: Final = (
    "SELECT period, player_id, value, before, deviation, games, is_listed, met FROM tournaments_boardrow"
    " WHERE pool = %s AND generation = %s AND period = %s"
)
_BOARD_BUCKETS: Final = (
    "SELECT value, players FROM tournaments_boardbucket WHERE pool = %s AND generation = %s AND period = %s"
)
_BOARD_PERIODS: Final = (
    "SELECT DISTINCT period FROM tournaments_boardrow WHERE pool = %s AND generation = %s"
    " UNION SELECT DISTINCT period FROM tournaments_boardbucket WHERE pool = %s AND generation = %s"
)


class BoardCheck:
    """Adds up what is played in the periods that are under way."""

    def __init__(self, pool: str, generation: int) -> None:
        self._boards = (pool, generation)
        self._open: dict[str, dict[PlayerId, Tally]] = {}
        self._seen: set[str] = set()

    def play(self, changes: Sequence[Change]) -> Iterator[Finding]:
        """Take in what a match has changed; what is wrong on the boards of periods that are over with it."""
        names = period_names(changes[0].match.at.date())
        if names.keys() != self._open.keys():
            for period in sorted(self._open.keys() - names.keys()):
                yield from self._check(period, self._open.pop(period))
            self._open |= {period: {} for period in names if period not in self._open}
        for tallies in self._open.values():
            for _, player, before, after, around in steps_of_changes(changes):
                tallies[player] = extend_tally(tallies.get(player), player, before, after, around)

    def end(self) -> Iterator[Finding]:
        """What is wrong on all other boards."""
        for period, tallies in sorted(self._open.items()):
            yield from self._check(period, tallies)
        for (period,) in list(stream(_BOARD_PERIODS, [*self._boards, *self._boards])):
            if period not in self._seen:
                yield Finding("board/surplus", f"There is a board {self._name(period)}, in which nobody has played.")

    def _check(self, period: str, tallies: dict[PlayerId, Tally]) -> Iterator[Finding]:
        self._seen.add(period)
        erased = erased_among(sorted(tallies))
        rows = {who: board_standing(period, who, played, None, who not in erased) for who, played in tallies.items()}
        stored = {row[1]: BoardStanding(*row) for row in stream(_BOARD_ROWS, [*self._boards, period])}
        for player in sorted(rows.keys() | stored.keys()):
            if rows.get(player) != stored.get(player):
                yield Finding("board/row", f"{player} stands otherwise {self._name(period)} than the ledger says.")
        counts = Counter(row.value for row in rows.values() if row.is_listed)
        if dict(stream(_BOARD_BUCKETS, [*self._boards, period])) != dict(counts):
            yield Finding("board/places", f"How many have which value {self._name(period)} is not what the rows say.")

    def _name(self, period: str) -> str:
        return f"on the board {period} of {self._boards[0]}"


def check_marks(pool: RatingPool, pending: PendingResults, last: Position) -> Iterator[Finding]:
    """Hold what a pool says of itself against its ledger, which ends with a match, and against the logs."""
    if position_of(pool) < last:
        yield _wrong_pool(pool, "is said to be counted up to a match before the last one of its ledger")
    elif position_of(pool) > last and not _is_of_result(*position_of(pool)):
        yield _wrong_pool(pool, "is said to be counted up to a match that there has never been")
    if boards_position(pool) > position_of(pool):
        yield _wrong_pool(pool, "is said to have boards that follow more than is counted")
    for at, match in ((pool.at, pool.match), (pool.boards_at, pool.boards_match), (pool.stale_at, pool.stale_match)):
        if at is None and match:
            yield _wrong_pool(pool, f"names {match} without a time")
    if pool.stale_at is not None and (
        pool.key not in pending.pools or (pool.stale_at, pool.stale_match) > position_of(pool)
    ):
        yield _wrong_pool(pool, "is said to have to be computed again, but no result has changed lately")
    yield from _check_building(pool, pending)


def _is_of_result(at: datetime, match: str) -> bool:
    """Whether a game ended at this time, or a deal was closed; it may count for nobody by now."""
    return GameCard.objects.filter(Q(pk=match, ended_at=at) | Q(deal=match, deal__closed_at=at)).exists()


def _check_building(pool: RatingPool, pending: PendingResults) -> Iterator[Finding]:
    """Whoever computes a generation aside renews the lease, and whoever finds one that has run out takes over."""
    marks = (pool.building, pool.building_at, pool.building_until)
    if len({mark is None for mark in marks}) > 1 or (pool.building_match and pool.building is None):
        yield _wrong_pool(pool, "is said to be computed aside only in part")
    if pool.building is not None and pool.building <= pool.generation:
        yield _wrong_pool(pool, "is said to be computed aside in a generation that is past")
    if pool.building_until is None:
        return
    if pool.building_until > now() + BUILD_LEASE + OUTAGE_TOLERANCE:
        yield _wrong_pool(pool, "is said to be computed aside for longer than anybody may")
    if write_time(pool.building_until) < pending.since:
        yield _wrong_pool(pool, "is said to be computed aside, but nobody has been at it for long")


def check_unmarked(pool: RatingPool) -> Iterator[Finding]:
    """Solo scores are compared as they are: their pools have nothing to count and nothing to compute again."""
    marks = (pool.at, pool.boards_at, pool.stale_at, pool.building, pool.building_at, pool.building_until)
    texts = (pool.match, pool.boards_match, pool.stale_match, pool.building_match)
    if any(mark is not None for mark in marks) or any(texts):
        yield _wrong_pool(pool, "is one of solo scores, but said to be counted like ratings")


def _wrong_pool(pool: RatingPool, what: str) -> Finding:
    return Finding("rating/pool", f"{pool.key} {what}.")


_MATCHES: Final = "SELECT at, key, seats FROM tournaments_ratedmatch WHERE pool = %s ORDER BY at, key"
_LEDGER: Final = (
    "SELECT at, match, player_id, place, field, mu_before, sigma_before, mu_after, sigma_after, games"
    " FROM tournaments_ledgerentry WHERE pool = %s AND generation = %s ORDER BY at, match"
)
_RATINGS: Final = "SELECT player_id, mu, sigma, games, at FROM tournaments_rating WHERE pool = %s AND generation = %s"
_BY_POOL: Final = ("tournaments_ratedmatch", "tournaments_ledgerentry", "tournaments_rating", "tournaments_boardrow")
_WRONG: Final = "other figures for what {} has done to {}"
NEAR: Final = 1e-9
Figures: TypeAlias = tuple[Any, ...]
"""What the ledger says of one player in one match."""
Written: TypeAlias = tuple[Position, dict[PlayerId, Figures]]
"""What it says of a match."""


def check_ratings(since: str | None = None) -> Report:
    """Everything that is found in ratings; they follow from all results, so there is nothing to say of some."""
    report = Report()
    if since is None:
        pending = PendingResults()
        report.add(pending.check_words())
        report.add(_check_matches(pending))
        pools = RatingPool.objects.in_bulk()
        for key in sorted({*pools, *(pool for table in _BY_POOL for pool in _pools_in(table))}):
            if key in pools:
                report.take_in(check_pool(pools[key], pending))
            else:
                report.add([Finding("rating/pool", f"There is no row of {key}, in which results are counted.")])
    return report


def _pools_in(table: str) -> Iterator[str]:
    """The pools of which a table has rows, each found by the index that begins with it."""
    last = ""
    while last is not None:
        [[last]] = stream(f"SELECT min(pool) FROM {table} WHERE pool > %s", [last])  # noqa: S608
        if last is not None:
            yield last


def _check_matches(pending: PendingResults) -> Iterator[Finding]:
    """Whether every result that counts is a match as it should be, and no other."""
    for games in rated_games():
        # Whoever was never counted before is nobody's player yet, and their first match would be passed over.
        derived = {
            key: one for key, one in matches_from_cards(rated_cards(games), supposed_players).items() if one.match
        }
        for key in sorted(derived.keys() - stored_matches(derived).keys() - pending.matches):
            yield Finding("rating/uncounted", f"The result of {key} counts in {derived[key].pool}, but is not there.")
    for pool in _pools_in(RatedMatch._meta.db_table):
        for keys in match_keys(pool):
            derived, kept = derived_matches(keys), stored_matches(keys)
            for key in sorted(kept.keys() - pending.matches):
                if derived.get(key, CountedMatch(pool, None)) != kept[key]:
                    yield Finding("rating/match", f"What counts in {pool} of {key} is not its result.")
            for key in sorted(matches_without_seats(kept.values())):
                yield Finding("rating/seats", f"Not everybody who has played {key} finds it among their matches.")


def check_pool(pool: RatingPool, pending: PendingResults) -> Report:
    """Everything that is found in one pool."""
    report = Report()
    if is_solo(pool.key):
        report.add(check_unmarked(pool))
        return report
    check = _LedgerCheck(pool, pending)
    for match in (read_match(*row) for row in stream(_MATCHES, [pool.key])):
        report.add(check.play(match))
    report.add(check.end())
    report.add(check_marks(pool, pending, check.last))
    report.beside["rating change"] = check.entries
    return report


class _LedgerCheck:
    """Goes through the ledger of a pool beside its matches."""

    def __init__(self, pool: RatingPool, pending: PendingResults) -> None:
        self._pool, self._pending = pool, pending
        self._counted, self._stale = position_of(pool), stale_since(pool)
        self._skills: dict[PlayerId, Skill] = {}
        self._times: dict[PlayerId, datetime] = {}
        self._ratings: ModelRatings = {}
        self._written = _written(pool)
        self._next: Written | None = next(self._written, None)
        self._boards = BoardCheck(pool.key, pool.generation)
        self._followed = boards_position(pool)
        self.entries = 0
        self.last = BEGINNING
        """The last match of the ledger."""

    def play(self, match: Match) -> Iterator[Finding]:
        """What is wrong in the ledger up to a match, and on the boards of periods that were over before."""
        position = match.position
        yield from self._surplus(position)
        figures: dict[PlayerId, Figures] = {}
        if self._next is not None and self._next[0] == position:
            figures = self._next[1]
            self._next = next(self._written, None)
        if not figures and self._may_lack(position):
            return
        told, played = {(who, one[0]) for who, one in figures.items()}, {seat[:2] for seat in match.seats}
        if self._may_differ(position) and told != played:
            yield from self._take_as_told(position, figures)
            return
        changes = rate_match(match, self._skills, self._ratings)
        self._skills.update((change.seat.player, change.after) for change in changes)
        yield from self._compare(match, changes, figures)
        yield from self._go_on(changes)

    def _may_lack(self, position: Position) -> bool:
        """Whether a match may not be in the ledger yet."""
        return (position > self._counted and position[1] in self._pending.recent) or self._may_differ(position)

    def _may_differ(self, position: Position) -> bool:
        """Whether the ledger may say something else of a match, because it has to be computed again since then."""
        return self._stale is not None and position >= self._stale and position[1] in self._pending.recent

    def _surplus(self, until: Position | None) -> Iterator[Finding]:
        """What the ledger says of matches that do not count, or not any more."""
        while self._next is not None and (until is None or self._next[0] < until):
            position, figures = self._next
            self._next = next(self._written, None)
            if self._may_differ(position):
                yield from self._take_as_told(position, figures)
            else:
                self.last = max(self.last, position)
                yield self._found("rating/surplus", f"of {position[1]}, which does not count there")

    def _take_as_told(self, position: Position, figures: dict[PlayerId, Figures]) -> Iterator[Finding]:
        """Go on with a match as the ledger has it, which has become another one since.

        It does not say in which order they sat, on which the last digits depend; so it is told by its own figures.
        """
        match = Match(*position, tuple(Seat(player, one[0]) for player, one in figures.items()))
        changes = rate_match(match, self._skills)
        told = [one._replace(after=Skill(*figures[one.seat.player][4:])) for one in changes]
        self.entries += len(figures)
        for change, after in zip(changes, told, strict=True):
            if not _is_near(_figures(change), figures[change.seat.player]):
                yield self._found("rating/figures", _WRONG.format(match.key, change.seat.player))
            self._skills[change.seat.player] = after.after
            self._ratings.pop(change.seat.player, None)
        yield from self._go_on(told)

    def _go_on(self, changes: list[Change]) -> Iterator[Finding]:
        """Take down when everybody has played, and let the boards follow as far as they say that they do."""
        match = changes[0].match
        self.last = match.position
        self._times.update((change.seat.player, match.at) for change in changes)
        if match.position <= self._followed:
            yield from self._boards.play(changes)
        elif match.key not in self._pending.recent:
            yield Finding("board/behind", f"The boards of {self._pool.key} do not follow {match.key} yet.")

    def _compare(self, match: Match, changes: list[Change], figures: dict[PlayerId, Figures]) -> Iterator[Finding]:
        self.entries += len(figures)
        for change in changes:
            player = change.seat.player
            if player not in figures:
                yield self._found("rating/missing", f"nothing of what {match.key} has done to {player}")
            elif figures.pop(player) != _figures(change):
                yield self._found("rating/figures", _WRONG.format(match.key, player))
        for player in sorted(figures):
            yield self._found("rating/surplus", f"of {player}, who has not played {match.key}")

    def end(self) -> Iterator[Finding]:
        """What is wrong beyond the last match: with how everybody stands, and on the other boards."""
        yield from self._surplus(None)
        found = stream(_RATINGS, [self._pool.key, self._pool.generation])
        stored = {row[0]: (Skill(*row[1:4]), with_zone(row[4])) for row in found}
        for player in sorted(stored.keys() | self._skills.keys()):
            if stored.get(player) != (self._skills.get(player), self._times.get(player)):
                yield Finding("rating/standing", f"{player} stands otherwise in {self._pool.key} than the ledger says.")
        yield from self._boards.end()

    def _found(self, code: str, what: str) -> Finding:
        return Finding(code, f"The ledger of {self._pool.key} says {what}.")


def _written(pool: RatingPool) -> Iterator[Written]:
    """The ledger, match by match."""
    rows = stream(_LEDGER, [pool.key, pool.generation])
    for (at, match), entries in groupby(rows, key=lambda row: (row[0], row[1])):
        yield (with_zone(at), match), {entry[2]: tuple(entry[3:]) for entry in entries}


def _figures(change: Change) -> Figures:
    before, after = change.before, change.after
    return (
        *(change.seat.place, len(change.match.seats)),
        *(before.mu, before.sigma, after.mu, after.sigma, after.games),
    )


def _is_near(computed: Figures, told: Figures) -> bool:
    """Whether figures are the same but for their last digits."""
    return all(isclose(one, other, rel_tol=NEAR) for one, other in zip(computed, told, strict=True))
