"""Tables of three and four: how large they are, and who sits together.

As few tables as possible, as even as possible: fours, then threes, and twos only where nothing else comes out. Nobody
sits alone; only somebody who is alone in the field has a bye. Nothing but forbidden pairs makes tables smaller.

What is better is added up over all who sit together: no rematches, nobody too far from their share of starts, those who
do meet again seldom met so far, those of like points together, starts even, the draw. In small fields something comes
before points: few who would have to begin next time, because then there may be no way to let all of them. Up to `EXACT`
players every division into tables is weighed, so that there is a rematch only where tables of these sizes cannot do
without; for larger ones see `searching`, for the rounds to come `staying_fresh` and `staying_fair`.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.errors import Illegal
from tournaments.pairing.matching import Forbidden
from tournaments.pairing.past import Player
from tournaments.pairing.searching import EXACT, WHOLE, Found, best_found
from tournaments.pairing.staying_fair import begun_fairly
from tournaments.pairing.staying_fresh import Ahead
from tournaments.pairing.table_costs import MISFIT, TableCosts

SMALLEST: Final = 2


def table_sizes(players: int, seats: int) -> list[int]:
    """The sizes of the tables for so many players, the largest first: 10 at tables of four are 4, 3 and 3."""
    return _evenly(players, -(-players // seats))


def divide(field: Sequence[Player], seats: int, forbidden: Forbidden, number: int, rounds_after: int = 0) -> Found:
    """The tables of a round; the field is sorted by points."""
    costs = TableCosts(forbidden, is_wary=len(field) <= WHOLE)
    for sizes in _ways_to_cut(len(field), seats, has_exceptions=bool(forbidden)):
        found = best_found(field, sizes, costs)
        if costs.of_all(found.tables) < MISFIT:
            return _with_an_eye_on(rounds_after, found, field, sizes, costs)
    raise _impossible(number, len(field))


def _with_an_eye_on(
    rounds: int, found: Found, field: Sequence[Player], sizes: Sequence[int], costs: TableCosts
) -> Found:
    """What was found, or what serves so many rounds to come better."""
    if rounds < 1 or len(field) > WHOLE:
        return found
    ahead = Ahead(field, sizes, costs, rounds)
    return begun_fairly(_kept_fresh(found, field, ahead), field, sizes, costs, ahead)


def _kept_fresh(found: Found, field: Sequence[Player], ahead: Ahead) -> Found:
    if len(field) > WHOLE:
        return found
    better = ahead.better_than(found.tables)
    return Found(better, is_proven=True, ahead=ahead.rounds) if better else found


def _impossible(number: int, players: int) -> Illegal:
    template = "Round {round} cannot be paired: too many of its {players} players may not sit together."
    return Illegal("pairing/impossible", template, round=number, players=players)


def _ways_to_cut(players: int, seats: int, has_exceptions: bool) -> Iterator[list[int]]:
    """The sizes that tables may have, the best first: more tables than needed only to keep pairs apart."""
    fewest = -(-players // seats)
    most = players // SMALLEST if has_exceptions else fewest
    for tables in range(fewest, most + 1):
        if players <= EXACT:
            yield from _partitions(players, tables, seats)
        else:
            yield _evenly(players, tables)


def _evenly(players: int, tables: int) -> list[int]:
    return [players // tables + (at < players % tables) for at in range(tables)]


def _partitions(players: int, tables: int, largest: int) -> Iterator[list[int]]:
    """All ways to cut a number into so many tables, the even ones first."""
    found = sorted(_cuts(players, tables, largest), key=lambda sizes: (sizes[0] - sizes[-1], sizes))
    yield from found


def _cuts(players: int, tables: int, largest: int) -> Iterator[list[int]]:
    if tables == 1:
        if SMALLEST <= players <= largest:
            yield [players]
        return
    for size in range(SMALLEST, min(largest, players) + 1):
        yield from ([size, *rest] for rest in _cuts(players - size, tables - 1, size))
