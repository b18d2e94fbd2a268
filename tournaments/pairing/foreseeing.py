"""Who begins among equals when a field has nearly met: a look at the last duel that is left to each.

If everybody has one opponent left, the next round is settled already. Two who both have begun too often would then
have to meet, and nobody could seat them fairly any more. So among those who have begun equally often one begins whose
last opponent does not: follow from each duel of this round to the last duel of the one who does not begin, and on, and
let everybody to whom you come begin.
"""

from collections.abc import Sequence

from tournaments.pairing.matching import WHOLE, Pair
from tournaments.pairing.past import Player
from tournaments.values import EntrantId


def beginners(field: Sequence[Player], pairs: Sequence[Pair]) -> frozenset[EntrantId]:
    """Those who should begin if they are as entitled to it as their opponents; nobody if that is not foreseeable."""
    against = {one.id: other for pair in pairs for one, other in (pair, pair[::-1])}
    last = _last_opponents(field, against)
    found: set[EntrantId] = set()
    seen: set[EntrantId] = set()
    for player in field:
        first: Player | None = player
        while first and first.id in against and first.id not in seen:
            second = against[first.id]
            seen |= {first.id, second.id}
            if first.id in last or second.id in last:
                found.add(first.id)
            first = last.get(second.id)
    return frozenset(found)


def _last_opponents(field: Sequence[Player], against: dict[EntrantId, Player]) -> dict[EntrantId, Player]:
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
