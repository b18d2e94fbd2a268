"""Games that were left before they began: somebody has gone before they had answered a roll, so nothing was compared.

Such a game counts in no rating. From one's own first answer on, whoever leaves has lost: nobody gets out of a game that
goes badly, and nobody wins rating from somebody who only sat down. In a tournament every game counts, as its rounds and
its rules for whoever stays away are agreed on.
"""

from collections.abc import Collection

from django.db.models import Exists, OuterRef

from engine.registry import registered
from games.log.entries import SYSTEM
from games.models import Event, SeatResult


def left_early(games: Collection[str]) -> set[str]:
    """Those of these games that ended by somebody leaving, and in which a seat has never answered by itself."""
    results = SeatResult.objects.filter(game__in=games)
    left = set(results.filter(has_forfeited=True).values_list("game", flat=True))
    return unanswered(left) if left else set()


def unanswered(games: Collection[str]) -> set[str]:
    """Those of these games in which a seat has never answered by itself; what the clock does for it is no answer."""
    kinds = {kind for game in registered() for kind in game.answers}
    answers = Event.objects.filter(game=OuterRef("game"), seat=OuterRef("seat"), kind__in=kinds).exclude(actor=SYSTEM)
    return set(SeatResult.objects.filter(~Exists(answers), game__in=games).values_list("game", flat=True))
