"""A look ahead for small fields: whether the rounds that are left can be paired without rematches and unfair byes.

A small field can be paired into a corner: everybody still has somebody to meet, but not all of them at the same time.
Whether that happens does not depend on results, so it can be foreseen. The bye counts as one more player, whom those
have met whose turn it is not.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

Edge: TypeAlias = tuple[int, int]
Edges: TypeAlias = frozenset[Edge]

SMALL: Final = 12
"""How many players, the bye included, a field may have to be looked at like this."""
CROWDED: Final = 5
"""How many opponents somebody may have left for this to be looked at; with more there has always been a way."""


def matchings(edges: Edges, nodes: Sequence[int]) -> Iterator[tuple[Edge, ...]]:
    """All ways to pair some nodes, the lowest first, by edges that are there."""
    if not nodes:
        yield ()
        return
    first, *others = nodes
    for other in others:
        if (first, other) in edges:
            rest = [node for node in others if node != other]
            yield from (((first, other), *more) for more in matchings(edges, rest))


def can_go_on(edges: Iterable[Edge], nodes: int, rounds: int) -> bool:
    """Whether so many rounds can be paired by edges that are used once each, or as many as somebody has edges left."""
    left = frozenset(edges)
    degrees = [sum(node in edge for edge in left) for node in range(nodes)]
    return max(degrees) > CROWDED or _can_go_on(left, nodes, min(rounds, *degrees))


@lru_cache(maxsize=10_000)
def _can_go_on(edges: Edges, nodes: int, rounds: int) -> bool:
    if rounds <= 0:
        return True
    return any(_can_go_on(edges - set(pairs), nodes, rounds - 1) for pairs in matchings(edges, range(nodes)))
