"""What is stored of a fold: the ledger, how everybody stands, and the leaderboards; all of one generation together.

Whoever stores holds the pool. The rows are made without models: there are thousands of them in a batch.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from typing import Final, TypeAlias

from tournaments.leaderboards.meeting import first_of
from tournaments.leaderboards.rows import Boards, put_rows, stored_rows
from tournaments.leaderboards.tallying import Step, Tallies, standings
from tournaments.models import LedgerEntry, Rating
from tournaments.ratings.bulk import Row, adapter, insert, select_among, upsert
from tournaments.ratings.ledgers import Entry
from tournaments.ratings.players import erased_among
from tournaments.ratings.values import NEWCOMER, Change, Match, PlayerId, Skill

_LEDGER: Final = (
    *("pool", "generation", "at", "match", "player", "place", "field"),
    *("mu_before", "sigma_before", "mu_after", "sigma_after", "games"),
)
_RATING: Final = ("pool", "generation", "player", "mu", "sigma", "games", "at")
Standpoint: TypeAlias = tuple[PlayerId, Skill, datetime]
"""How somebody stands, and when they have played last."""
_SKILLS: Final = (
    "SELECT player_id, mu, sigma, games FROM tournaments_rating"
    " WHERE pool = %s AND generation = %s AND player_id IN ({among})"
)


def read_skills(pool: str, generation: int, matches: Iterable[Match]) -> dict[PlayerId, Skill]:
    """What is thought of those who play some matches, as far as they have played before."""
    players = sorted({seat.player for match in matches for seat in match.seats})
    return {row[0]: Skill(*row[1:]) for row in select_among(_SKILLS, [pool, generation], players)}


def store_changes(pool: str, generation: int, changes: Sequence[Change]) -> None:
    """Store what matches have changed, in their order; none of them is stored yet."""
    store_ledger(pool, generation, changes)
    new = {change.seat.player for change in changes if change.before is NEWCOMER}
    store_ratings(pool, generation, last_of(changes), new)


def store_ledger(pool: str, generation: int, changes: Sequence[Change]) -> None:
    """Store what matches have changed in the ledger."""
    insert(LedgerEntry, _LEDGER, list(_lines(pool, generation, changes)))


def _lines(pool: str, generation: int, changes: Iterable[Change]) -> Iterator[Row]:
    """The rows of changes; those of a match stand together and have most in common."""
    adapt = adapter()
    latest: Match | None = None
    for match, (player, place, *_), (mu, sigma, _), after in changes:
        if match is not latest:
            latest, at, field = match, adapt(match.at), len(match.seats)
        yield pool, generation, at, match.key, player, place, field, mu, sigma, *after


def last_of(changes: Iterable[Change]) -> list[Standpoint]:
    """How everybody stands after some changes, and since when."""
    last = {change.seat.player: change for change in changes}
    return [(player, one.after, one.match.at) for player, one in last.items()]


def steps_of(changes: Iterable[Change]) -> Iterator[Step]:
    """Some changes as leaderboards take them; those of a match stand together."""
    for _, of_match in groupby(changes, key=lambda change: id(change.match)):
        lines = list(of_match)
        around = first_of([line.seat.player for line in lines])
        for match, seat, before, after in lines:
            yield match.at, seat.player, before, after, around


def steps_in(entries: Iterable[Entry]) -> Iterator[Step]:
    """The lines of a ledger as leaderboards take them, in the order of its matches."""
    for _, match in groupby(entries, key=lambda entry: (entry.at, entry.match)):
        lines = list(match)
        around = first_of([line.player for line in lines])
        for at, _, player, before, after in lines:
            yield at, player, before, after, around


def store_ratings(
    pool: str, generation: int, ratings: Sequence[Standpoint], new: Collection[PlayerId] = frozenset()
) -> None:
    """Store how players stand, and when they have played last; of those who are new there is nothing yet."""
    adapt = adapter()
    rows = [(pool, generation, player, *skill, adapt(at)) for player, skill, at in ratings]
    insert(Rating, _RATING, [row for row in rows if row[2] in new])
    upsert(Rating, _RATING, [row for row in rows if row[2] not in new], ("pool", "generation", "player"))


def store_tallies(boards: Boards, tallies: Tallies) -> None:
    """Store what was played since the rows of leaderboards were last written."""
    players = sorted({player for _, player in tallies})
    stored = stored_rows(boards, players, {period for period, _ in tallies})
    rows = list(standings(tallies, stored, erased_among(players)))
    put_rows(boards, rows, stored)
