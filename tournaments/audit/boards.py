"""Whether leaderboards are what follows from the ledger, period by period: each is compared when it is over."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from games.integrity.audit.findings import Finding
from games.log.steady_reads import stream
from tournaments.leaderboards.rows import Standing
from tournaments.leaderboards.tallying import Tally, extended, names_of, standing
from tournaments.ratings.players import erased_among
from tournaments.ratings.storing import steps_of
from tournaments.ratings.values import Change, PlayerId

_ROWS: Final = (
    "SELECT period, player_id, value, before, deviation, games, is_listed, met FROM tournaments_boardrow"
    " WHERE pool = %s AND generation = %s AND period = %s"
)
_BUCKETS: Final = (
    "SELECT value, players FROM tournaments_boardbucket WHERE pool = %s AND generation = %s AND period = %s"
)
_PERIODS: Final = (
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
        names = names_of(changes[0].match.at.date())
        if names.keys() != self._open.keys():
            for period in sorted(self._open.keys() - names.keys()):
                yield from self._check(period, self._open.pop(period))
            self._open |= {period: {} for period in names if period not in self._open}
        for tallies in self._open.values():
            for _, player, before, after, around in steps_of(changes):
                tallies[player] = extended(tallies.get(player), player, before, after, around)

    def end(self) -> Iterator[Finding]:
        """What is wrong on all other boards."""
        for period, tallies in sorted(self._open.items()):
            yield from self._check(period, tallies)
        for (period,) in list(stream(_PERIODS, [*self._boards, *self._boards])):
            if period not in self._seen:
                yield Finding("board/surplus", f"There is a board {self._name(period)}, in which nobody has played.")

    def _check(self, period: str, tallies: dict[PlayerId, Tally]) -> Iterator[Finding]:
        self._seen.add(period)
        erased = erased_among(sorted(tallies))
        rows = {who: standing(period, who, played, None, who not in erased) for who, played in tallies.items()}
        stored = {row[1]: Standing(*row) for row in stream(_ROWS, [*self._boards, period])}
        for player in sorted(rows.keys() | stored.keys()):
            if rows.get(player) != stored.get(player):
                yield Finding("board/row", f"{player} stands otherwise {self._name(period)} than the ledger says.")
        counts = Counter(row.value for row in rows.values() if row.is_listed)
        if dict(stream(_BUCKETS, [*self._boards, period])) != dict(counts):
            yield Finding("board/places", f"How many have which value {self._name(period)} is not what the rows say.")

    def _name(self, period: str) -> str:
        return f"on the board {period} of {self._boards[0]}"
