"""Duels: the best pairing of a field, found by weighted matching (rustworkx, on whole numbers).

Up to `WHOLE` players are matched all at once, everybody against everybody: what comes out is the best pairing there
is by the order of `rules`.

A larger field is cut, in the order of its points, into blocks of `BLOCK`, each of which is matched by itself, so
that the cost grows like the sorting of the field. A block in which somebody would have to meet again, or get too far
from their share of starts, is joined to its neighbours until it comes out; in the end the whole field is one block.
So a rematch that can be avoided is avoided in large fields too. Only above `COMPLETE` players a block is not matched
everybody against everybody, but within a window of `WINDOW` places.

Looking ahead. A field of `SMALL` players or fewer can be paired into a corner: everybody still has somebody to meet,
but not all of them at the same time. Whether that happens does not depend on results, so it can be foreseen, the bye
being one more player, whom those have met whose turn it is not; and another pairing is preferred that is as good in
rematches, byes and starts, and leaves the later rounds possible. And if everybody has one opponent left, the next
round is settled already: two who both have begun too often would have to meet, and nobody could seat them fairly any
more. So among those who have begun equally often one begins whose last opponent does not: follow from each duel of
this round to the last duel of the one who does not begin, and on, and let everybody to whom you come begin.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import rustworkx

from engine.errors import Illegal
from tournaments.events.pairing.players import Forbidden, PairingPlayer
from tournaments.events.pairing.rules import PairingCost, best_for_bye, bye_costs, costs_as_numbers, pair_cost
from tournaments.events.values import EntrantId

Edge: TypeAlias = tuple[int, int]
Edges: TypeAlias = frozenset[Edge]
SMALL: Final = 12
"""How many players, the bye included, a field may have to be looked at like this."""
CROWDED: Final = 5
"""How many opponents somebody may have left for this to be looked at; with more there has always been a way."""


def all_matchings(edges: Edges, nodes: Sequence[int]) -> Iterator[tuple[Edge, ...]]:
    """All ways to pair some nodes, the lowest first, by edges that are there."""
    if not nodes:
        yield ()
        return
    first, *others = nodes
    for other in others:
        if (first, other) in edges:
            rest = [node for node in others if node != other]
            yield from (((first, other), *more) for more in all_matchings(edges, rest))


def can_pair_later_rounds(edges: Iterable[Edge], nodes: int, rounds: int) -> bool:
    """Whether so many rounds can be paired by edges that are used once each, or as many as somebody has edges left."""
    left = frozenset(edges)
    degrees = [sum(node in edge for edge in left) for node in range(nodes)]
    return max(degrees) > CROWDED or _can_pair_all(left, nodes, min(rounds, *degrees))


@lru_cache(maxsize=10_000)
def _can_pair_all(edges: Edges, nodes: int, rounds: int) -> bool:
    if rounds <= 0:
        return True
    return any(_can_pair_all(edges - set(pairs), nodes, rounds - 1) for pairs in all_matchings(edges, range(nodes)))


WHOLE: Final = 200
BLOCK: Final = 64
COMPLETE: Final = 1000
WINDOW: Final = 40
Pair: TypeAlias = tuple[PairingPlayer, PairingPlayer]
Costs: TypeAlias = Mapping[Edge, PairingCost]


class Matching(NamedTuple):
    """A field in pairs."""

    pairs: list[Pair]
    bye: PairingPlayer | None
    has_flaw: bool
    """Whether some meet again, or get too far from their share of starts."""
    is_foreseen: bool = False
    """Whether another pairing would have been better, but not for the rounds to come."""


def pair_duels(field: Sequence[PairingPlayer], forbidden: Forbidden, number: int, rounds_after: int = 0) -> Matching:
    """The pairs of a round, and who has a bye if the field is odd; the field is sorted by points."""
    matching = None
    if len(field) > WHOLE:
        matching = _match_in_blocks(field, forbidden)
    matching = matching or _match_block(field, forbidden, rounds_after)
    if matching is None:
        template = "Round {round} cannot be paired: too many of its {players} players may not meet each other."
        raise Illegal("pairing/impossible", template, round=number, players=len(field))
    return matching


def _match_in_blocks(field: Sequence[PairingPlayer], forbidden: Forbidden) -> Matching | None:
    """A large field in pairs without a flaw, block by block; None if there is none with the bye where it belongs."""
    rest = list(field)
    bye = rest.pop(best_for_bye(rest)) if len(rest) % 2 else None
    done: list[tuple[list[PairingPlayer], list[Pair]]] = []
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


def _cut(players: list[PairingPlayer]) -> list[list[PairingPlayer]]:
    """An even number of players in blocks of even size, the last of them up to twice as large."""
    ends = [*range(BLOCK, len(players) - BLOCK + 1, BLOCK), len(players)]
    return [players[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def _joined(block: list[PairingPlayer], blocks: list[list[PairingPlayer]]) -> list[list[PairingPlayer]]:
    """The blocks that follow one, with as many of them joined to it as make it twice as large."""
    joined = 0
    size = len(block)
    while blocks[joined:] and len(block) < 2 * size:
        block = block + blocks[joined]
        joined += 1
    return [block, *blocks[joined:]]


def _match_block(block: Sequence[PairingPlayer], forbidden: Forbidden, rounds_after: int = 0) -> Matching | None:
    """The best pairing of some players, with a bye if they are odd; None if not all can be paired."""
    costs = dict(_edges(block, forbidden))
    nodes = len(block) + len(block) % 2
    numbers = dict(zip(costs, costs_as_numbers(list(costs.values()), nodes // 2), strict=True))
    matched = _best_matching(numbers, nodes)
    if 2 * len(matched) < nodes:
        return None
    best = matched
    if nodes <= SMALL and rounds_after > 0:
        matched = _with_later_rounds(best, costs, numbers, rounds_after)
    bye = next((block[one] for one, other in matched if other == len(block)), None)
    met = [(block[one], block[other]) for one, other in matched if other < len(block)]
    has_flaw = any(costs[edge].rematches or costs[edge].starts for edge in matched)
    return Matching(met, bye, has_flaw, is_foreseen=matched != best)


def _edges(block: Sequence[PairingPlayer], forbidden: Forbidden) -> Iterator[tuple[Edge, PairingCost]]:
    """What can be matched, by places in the block, the lower first; the place after the last stands for the bye."""
    reach = len(block) if len(block) <= COMPLETE else WINDOW
    kept_apart = {entrant for pair in forbidden for entrant in pair}
    for at, one in enumerate(block):
        for beside, other in enumerate(block[at + 1 : at + 1 + reach], start=at + 1):
            if one.id not in kept_apart or frozenset((one.id, other.id)) not in forbidden:
                yield (at, beside), pair_cost(one, other)
    if len(block) % 2:
        yield from (((at, len(block)), cost) for at, cost in enumerate(bye_costs(block)))


def _best_matching(numbers: Mapping[Edge, int], nodes: int) -> list[Edge]:
    """The cheapest among the matchings of most pairs, sorted."""
    dearest = max(numbers.values(), default=0)
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * nodes)
    graph.add_edges_from([(*edge, dearest - number) for edge, number in numbers.items()])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in matched)


def _with_later_rounds(best: list[Edge], costs: Costs, numbers: Mapping[Edge, int], rounds: int) -> list[Edge]:
    """The cheapest matching, as fair as the best, after which all later rounds can be fair; else the best."""
    fresh = {edge for edge, cost in costs.items() if not cost.turn and not cost.rematches}
    nodes = 2 * len(best)
    if not fresh.issuperset(best) or can_pair_later_rounds(fresh.difference(best), nodes, rounds):
        return best
    ways = [
        list(way)
        for way in all_matchings(frozenset(fresh), range(nodes))
        if _fairness(way, costs) <= _fairness(best, costs)
    ]
    ways.sort(key=lambda way: sum(numbers[edge] for edge in way))
    return next((way for way in ways if can_pair_later_rounds(fresh.difference(way), nodes, rounds)), best)


def _fairness(way: Iterable[Edge], costs: Costs) -> tuple[int, int]:
    """What speaks against a pairing without rematches, before points and lots come into it."""
    return sum(costs[edge].starts for edge in way), sum(costs[edge].bye for edge in way)


def foreseen_beginners(field: Sequence[PairingPlayer], pairs: Sequence[Pair]) -> frozenset[EntrantId]:
    """Those who should begin if they are as entitled to it as their opponents; nobody if that is not foreseeable."""
    against = {one.id: other for pair in pairs for one, other in (pair, pair[::-1])}
    last = _last_opponents(field, against)
    found: set[EntrantId] = set()
    seen: set[EntrantId] = set()
    for player in field:
        first: PairingPlayer | None = player
        while first and first.id in against and first.id not in seen:
            second = against[first.id]
            seen |= {first.id, second.id}
            if first.id in last or second.id in last:
                found.add(first.id)
            first = last.get(second.id)
    return frozenset(found)


def _last_opponents(
    field: Sequence[PairingPlayer], against: dict[EntrantId, PairingPlayer]
) -> dict[EntrantId, PairingPlayer]:
    """The one whom somebody has not met after this round, for all who have only one left."""
    if len(field) > WHOLE:
        return {}
    left = {}
    for player in field:
        met = {player.id, *player.met, against[player.id].id if player.id in against else player.id}
        others = [other for other in field if other.id not in met]
        if len(others) == 1:
            left[player.id] = others[0]
    return left
