"""Whose bots are next: accounts take turns, so that nobody's games keep the bots of others waiting.

A worker that is called for takes the game whose turn it is, whichever game has called. First come games in which people
play: nobody waits for those among bots only. Then whoever was served longest ago, as far as this process knows; and of
each account's games the one that has waited longest. Games that the server has made, for tournaments, have a turn each.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from time import monotonic
from typing import Final, NamedTuple

from django.db.models import CharField, Count, Exists, F, Min, OuterRef, QuerySet, Window
from django.db.models.functions import Cast, Coalesce, RowNumber

from games.clocks.claiming import claim
from games.log.transactions import writing
from games.models import Game, PlayerGame

LEASE: Final = timedelta(seconds=2)
"""How long bots are left to the worker that has taken them, or that was called for them, before another one comes."""
LONGEST_PAUSE: Final = timedelta(minutes=1)
"""How often at least bots are taken that do not act."""
REMEMBERED: Final = 4096
"""Of how many accounts a process remembers when they were served before it begins afresh."""

_served: dict[str, float] = {}


class Turn(NamedTuple):
    """A game whose bots wait, the first of its account's."""

    game: str
    share: str
    """Whose work it is: an account's, or its own."""
    since: datetime | None


def take_turn(moment: datetime) -> str | None:
    """The game whose bots are next, which is left to the caller from now on; None if none wait."""
    for turn in _in_order(moment):
        if _take(turn.game, moment):
            if len(_served) >= REMEMBERED:
                _served.clear()
            _served[turn.share] = monotonic()
            return turn.game
    return None


def waiting_games(moment: datetime) -> QuerySet[Game]:
    """The games whose bots must act, and that no worker has taken."""
    return Game.objects.filter(bots_due_at__lte=moment)


def count_waiting(moment: datetime) -> tuple[int, datetime | None]:
    """How many games have bots that wait for a worker, and since when the first of them does."""
    found = waiting_games(moment).aggregate(number=Count("pk"), since=Min("bots_due_at"))
    return found["number"], found["since"]


def _in_order(moment: datetime) -> Iterator[Turn]:
    """The first waiting game of each account, as their turns come; those among bots only are not even asked for while
    others wait."""
    people = Exists(PlayerGame.objects.filter(game=OuterRef("pk"), bot=""))
    for waiting in (waiting_games(moment).filter(people), waiting_games(moment).filter(~people)):
        yield from sorted(_firsts(waiting), key=lambda turn: (_served.get(turn.share, 0.0), turn.since or moment))


def _firsts(waiting: QuerySet[Game]) -> list[Turn]:
    """Of some games the one of each account that has waited longest."""
    shares = waiting.annotate(share=Coalesce(Cast("card__host", CharField()), F("pk")))
    place = Window(RowNumber(), partition_by=F("share"), order_by=["bots_due_at", "pk"])
    firsts = shares.annotate(place=place).filter(place=1)
    return [Turn(*row) for row in firsts.values_list("pk", "share", "bots_due_at")]


def _take(game: str, moment: datetime) -> bool:
    """Whether a game's bots are the caller's now.

    They are for a while, twice as long as they have been waited for: bots that fail do so again, and come ever later.
    """
    wanted = waiting_games(moment).filter(pk=game)
    with writing():
        if not claim(wanted):
            return False
        asked_at = wanted.values_list("asked_at", flat=True).get() or moment
        wanted.update(bots_due_at=moment + min(max(moment - asked_at, LEASE), LONGEST_PAUSE))
        return True
