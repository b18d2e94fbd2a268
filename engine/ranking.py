"""Places and winners: who is before whom, with ties and forfeits. Places count as in sport: 1, 2, 2, 4."""

from collections.abc import Sequence, Set


def places(merits: Sequence[int], forfeits: Sequence[Set[int]]) -> list[int]:
    """The place of each seat: by merit, then those who forfeited, the later groups before the earlier."""
    ranks = _ranks(merits, forfeits)
    return [1 + sum(other > rank for other in ranks) for rank in ranks]


def winners(merits: Sequence[int], forfeits: Sequence[Set[int]]) -> list[int]:
    """The seats in first place; nobody wins when all have forfeited."""
    ranks = _ranks(merits, forfeits)
    return [seat for seat, rank in enumerate(ranks) if rank == max(ranks) and rank[0]]


def _ranks(merits: Sequence[int], forfeits: Sequence[Set[int]]) -> list[tuple[bool, int]]:
    """What seats are compared by; a seat that forfeited twice counts from its first time."""
    forfeited: dict[int, int] = {}
    for turn, seats in enumerate(forfeits):
        for seat in seats:
            forfeited.setdefault(seat, turn)
    return [(False, forfeited[seat]) if seat in forfeited else (True, merit) for seat, merit in enumerate(merits)]
