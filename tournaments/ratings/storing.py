"""What is stored of a fold: the ledger, how everybody stands, and the leaderboards; all of one generation together.

Whoever stores holds the pool. The rows are made without models: there are thousands of them in a batch.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from typing import Final, TypeAlias

from tournaments.leaderboards.meeting import first_of
from tournaments.leaderboards.rows import Boards, put_rows, stored_rows
from tournaments.leaderboards.tallying import Step, Tallies, standings
from tournaments.models import LedgerEntry, Rating
from tournaments.ratings.bulk import adapt_times, insert, select_among, upsert
from tournaments.ratings.ledgers import Entry
from tournaments.ratings.players import erased_among
from tournaments.ratings.values import Change, Match, PlayerId, Skill

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
    store_ratings(pool, generation, last_of(changes))


def store_ledger(pool: str, generation: int, changes: Sequence[Change]) -> None:
    """Store what matches have changed in the ledger."""
    times = adapt_times({change.match.at for change in changes})
    rows = [
        (pool, generation, times[match.at], match.key, *seat, len(match.seats), *before[:2], *after)
        for match, seat, before, after in changes
    ]
    insert(LedgerEntry, _LEDGER, rows)


def last_of(changes: Iterable[Change]) -> list[Standpoint]:
    """How everybody stands after some changes, and since when."""
    last = {change.seat.player: change for change in changes}
    return [(player, one.after, one.match.at) for player, one in last.items()]


def steps_of(changes: Iterable[Change]) -> Iterator[Step]:
    """Some changes as leaderboards take them; those of a match stand together."""
    latest: Match | None = None
    around: list[PlayerId] = []
    for match, seat, before, after in changes:
        if match is not latest:
            latest, around = match, first_of([one.player for one in match.seats])
        yield match.at, seat.player, before, after, around


def steps_in(entries: Iterable[Entry]) -> Iterator[Step]:
    """The lines of a ledger as leaderboards take them, in the order of its matches."""
    for _, match in groupby(entries, key=lambda entry: (entry.at, entry.match)):
        lines = list(match)
        around = first_of([line.player for line in lines])
        for at, _, player, before, after in lines:
            yield at, player, before, after, around


def store_ratings(pool: str, generation: int, ratings: Sequence[Standpoint]) -> None:
    """Store how players stand, and when they have played last."""
    times = adapt_times({at for _, _, at in ratings})
    rows = [(pool, generation, player, *skill, times[at]) for player, skill, at in ratings]
    upsert(Rating, _RATING, rows, ("pool", "generation", "player"))


def store_tallies(boards: Boards, tallies: Tallies) -> None:
    """Store what was played since the rows of leaderboards were last written."""
    players = sorted({player for _, player in tallies})
    stored = stored_rows(boards, players, {period for period, _ in tallies})
    rows = list(standings(tallies, stored, erased_among(players)))
    put_rows(boards, rows, stored)
