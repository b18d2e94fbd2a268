"""Tables of three and four: how large they are, and who sits together.

As few tables as possible, as even as possible: fours, then threes, and twos only where nothing else comes out.
Nobody sits alone; only somebody who is alone in the field has a bye. Nothing but forbidden pairs makes tables
smaller.

What is better is added up over all who sit together: no rematches, nobody too far from their share of starts, those
who do meet again seldom met so far, those of like points together, starts even, the draw. In small fields something
comes before points: few who would have to begin next time, because then there may be no way to let all of them. Up
to `EXACT` players every division into tables is weighed, so that there is a rematch only where tables of these sizes
cannot do without; for larger ones see `table_search`, for the rounds to come `table_lookahead`.

Earlier versions stay as they were. Under the first one larger fields were only mended by swaps, under the second one
nobody looked at who would begin in the next round; under both of them starts counted less than who meets again.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.errors import Illegal
from tournaments.events.pairing.players import Forbidden, PairingPlayer
from tournaments.events.pairing.table_costs import MISFIT, TableCosts
from tournaments.events.pairing.table_lookahead import RematchLookahead, with_fair_starts
from tournaments.events.pairing.table_search import EXACT, WHOLE, FoundTables, divide_fairly

SMALLEST: Final = 2


def table_sizes(players: int, seats: int) -> list[int]:
    """The sizes of the tables for so many players, the largest first: 10 at tables of four are 4, 3 and 3."""
    return _evenly(players, -(-players // seats))


def divide_into_tables(
    field: Sequence[PairingPlayer], seats: int, forbidden: Forbidden, number: int, rounds_after: int = 0
) -> FoundTables:
    """The tables of a round; the field is sorted by points."""
    costs = TableCosts(forbidden, is_wary=len(field) <= WHOLE)
    for sizes in _ways_to_cut(len(field), seats, has_exceptions=bool(forbidden)):
        found = divide_fairly(field, sizes, costs)
        if costs.of_all(found.tables) < MISFIT:
            return _with_lookahead(rounds_after, found, field, sizes, costs)
    raise _impossible(number, len(field))


def _with_lookahead(
    rounds: int, found: FoundTables, field: Sequence[PairingPlayer], sizes: Sequence[int], costs: TableCosts
) -> FoundTables:
    """What was found, or what serves so many rounds to come better."""
    if rounds < 1 or len(field) > WHOLE:
        return found
    ahead = RematchLookahead(field, sizes, costs, rounds)
    return with_fair_starts(_without_later_rematches(found, field, ahead), field, sizes, costs, ahead)


def _without_later_rematches(
    found: FoundTables, field: Sequence[PairingPlayer], ahead: RematchLookahead
) -> FoundTables:
    if len(field) > WHOLE:
        return found
    better = ahead.better_than(found.tables)
    return FoundTables(better, is_proven=True, ahead=ahead.rounds) if better else found


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
