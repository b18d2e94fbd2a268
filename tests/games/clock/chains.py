"""Whether a log is what it should be, told without the code that wrote it."""

from collections import Counter

from engine.log import FIRST_PREVIOUS, chain_hash
from games.log.models import Event, Game


def is_unbroken(game_id: str) -> bool:
    """Whether the events of a game are numbered without a gap, chained to each other and end where the game says."""
    game, previous, number = Game.objects.get(pk=game_id), FIRST_PREVIOUS, 0
    for event in Event.objects.filter(game=game_id).order_by("seq"):
        number += 1
        if (event.seq, event.prev_hash, event.hash) != (number, previous, chain_hash(previous, event.body)):
            return False
        previous = event.hash
    return (game.seq, game.head_hash) == (number, previous)


def counts(game_id: str) -> Counter[str]:
    """How often each kind of event is in a log."""
    return Counter(Event.objects.filter(game=game_id).values_list("kind", flat=True))
