"""Duels: the best pairing of a field, found by weighted matching (rustworkx, on whole numbers).

Up to `WHOLE` players are matched all at once, everybody against everybody: what comes out is the best pairing there is
by the order of `weights`. (In a field of twelve or fewer, `completing` may prefer another one, as good in rematches,
byes and starts, so that later rounds come out as well.)

A larger field is cut, in the order of its points, into blocks of `BLOCK`, each of which is matched by itself, so that
the cost grows like the sorting of the field. A block in which somebody would have to meet again, or get too far from
their share of starts, is joined to its neighbours until it comes out; in the end the whole field is one block. So a
rematch that can be avoided is avoided in large fields too. Only above `COMPLETE` players a block is not matched
everybody against everybody, but within a window of `WINDOW` places.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Final, NamedTuple, TypeAlias

import rustworkx

from engine.errors import Illegal
from tournaments.pairing.byes import costs_of_byes, first_for_bye
from tournaments.pairing.completing import SMALL, Edge, can_go_on, matchings
from tournaments.pairing.past import Player
from tournaments.pairing.weights import Cost, as_numbers, cost_of_pair
from tournaments.values import EntrantId

WHOLE: Final = 200
BLOCK: Final = 64
COMPLETE: Final = 1000
WINDOW: Final = 40

Forbidden: TypeAlias = Set[frozenset[EntrantId]]
Pair: TypeAlias = tuple[Player, Player]
Costs: TypeAlias = Mapping[Edge, Cost]


class Matching(NamedTuple):
    """A field in pairs."""

    pairs: list[Pair]
    bye: Player | None
    has_flaw: bool
    """Whether some meet again, or get too far from their share of starts."""
    is_foreseen: bool = False
    """Whether another pairing would have been better, but not for the rounds to come."""


def match(field: Sequence[Player], forbidden: Forbidden, number: int, rounds_after: int = 0) -> Matching:
    """The pairs of a round, and who has a bye if the field is odd; the field is sorted by points."""
    matching = None
    if len(field) > WHOLE:
        matching = _match_in_blocks(field, forbidden)
    matching = matching or _match_block(field, forbidden, rounds_after)
    if matching is None:
        template = "Round {round} cannot be paired: too many of its {players} players may not meet each other."
        raise Illegal("pairing/impossible", template, round=number, players=len(field))
    return matching


def _match_in_blocks(field: Sequence[Player], forbidden: Forbidden) -> Matching | None:
    """A large field in pairs without a flaw, block by block; None if there is none with the bye where it belongs."""
    rest = list(field)
    bye = rest.pop(first_for_bye(rest)) if len(rest) % 2 else None
    done: list[tuple[list[Player], list[Pair]]] = []
    blocks = _cut(rest)
    while blocks:
        block = blocks.pop(0)
        matching = _match_block(block, forbidden)
        if matching and not matching.has_flaw:
            done.append((block, matching.pairs))
        elif blocks:
            blocks = _joined(block, blocks)
        elif done:
            blocks = [done.pop()[0] + block]
        else:
            return None
    return Matching([pair for _, pairs in done for pair in pairs], bye, has_flaw=False)


def _cut(players: list[Player]) -> list[list[Player]]:
    """An even number of players in blocks of even size, the last of them up to twice as large."""
    ends = [*range(BLOCK, len(players) - BLOCK + 1, BLOCK), len(players)]
    return [players[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def _joined(block: list[Player], blocks: list[list[Player]]) -> list[list[Player]]:
    """The blocks that follow one, with as many of them joined to it as make it twice as large."""
    joined = 0
    size = len(block)
    while blocks[joined:] and len(block) < 2 * size:
        block = block + blocks[joined]
        joined += 1
    return [block, *blocks[joined:]]


def _match_block(block: Sequence[Player], forbidden: Forbidden, rounds_after: int = 0) -> Matching | None:
    """The best pairing of some players, with a bye if they are odd; None if not all can be paired."""
    costs = dict(_edges(block, forbidden))
    nodes = len(block) + len(block) % 2
    numbers = dict(zip(costs, as_numbers(list(costs.values()), nodes // 2), strict=True))
    matched = _best_matching(numbers, nodes)
    if 2 * len(matched) < nodes:
        return None
    best = matched
    if nodes <= SMALL and rounds_after > 0:
        matched = _ahead(best, costs, numbers, rounds_after)
    bye = next((block[one] for one, other in matched if other == len(block)), None)
    met = [(block[one], block[other]) for one, other in matched if other < len(block)]
    has_flaw = any(costs[edge].rematches or costs[edge].starts for edge in matched)
    return Matching(met, bye, has_flaw, is_foreseen=matched != best)


def _edges(block: Sequence[Player], forbidden: Forbidden) -> Iterator[tuple[Edge, Cost]]:
    """What can be matched, by places in the block, the lower first; the place after the last stands for the bye."""
    reach = len(block) if len(block) <= COMPLETE else WINDOW
    kept_apart = {entrant for pair in forbidden for entrant in pair}
    for at, one in enumerate(block):
        for beside, other in enumerate(block[at + 1 : at + 1 + reach], start=at + 1):
            if one.id not in kept_apart or frozenset((one.id, other.id)) not in forbidden:
                yield (at, beside), cost_of_pair(one, other)
    if len(block) % 2:
        yield from (((at, len(block)), cost) for at, cost in enumerate(costs_of_byes(block)))


def _best_matching(numbers: Mapping[Edge, int], nodes: int) -> list[Edge]:
    """The cheapest among the matchings of most pairs, sorted."""
    dearest = max(numbers.values(), default=0)
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * nodes)
    graph.add_edges_from([(*edge, dearest - number) for edge, number in numbers.items()])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in matched)


def _ahead(best: list[Edge], costs: Costs, numbers: Mapping[Edge, int], rounds: int) -> list[Edge]:
    """The cheapest matching, as fair as the best, after which all later rounds can be fair; else the best."""
    fresh = {edge for edge, cost in costs.items() if not cost.turn and not cost.rematches}
    nodes = 2 * len(best)
    if not fresh.issuperset(best) or can_go_on(fresh.difference(best), nodes, rounds):
        return best
    ways = [
        list(way)
        for way in matchings(frozenset(fresh), range(nodes))
        if _fairness(way, costs) <= _fairness(best, costs)
    ]
    ways.sort(key=lambda way: sum(numbers[edge] for edge in way))
    return next((way for way in ways if can_go_on(fresh.difference(way), nodes, rounds)), best)


def _fairness(way: Iterable[Edge], costs: Costs) -> tuple[int, int]:
    """What speaks against a pairing without rematches, before points and lots come into it."""
    return sum(costs[edge].starts for edge in way), sum(costs[edge].bye for edge in way)
