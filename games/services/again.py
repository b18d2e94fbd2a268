"""Playing a shared deal again for fun once it is closed: the same dice, outside of whatever it was dealt for.

Such a game is unrated, nobody's attempt, and says in its first event what it is.
"""

from typing import Final

from games.deals import find_deal, no_such_deal
from games.models import GameCard
from games.services.callers import Caller
from games.services.commands import Receipt
from games.services.creating import create
from games.services.seating import join_table
from games.services.setups import GUEST, PERSON, Setup
from games.services.starting import start

JOINS: Final = "again-joins"
STARTS: Final = "again-starts"
"""Under which names somebody sits down and starts: there is nothing else to do in a game that has just been made."""


def play_again(deal_id: str, by: Caller, command_id: str) -> Receipt:
    """Begin a game on a closed deal, set up as those that were played on it; the same command again gives the same."""
    made = create(_setup(deal_id, by), by, command_id)
    join_table(made.game, by, JOINS, "")
    start(made.game, by, STARTS)
    return made


def _setup(deal_id: str, by: Caller) -> Setup:
    find_deal(deal_id)
    played = GameCard.objects.filter(deal=deal_id, tournament__isnull=False).select_related("game")
    first = played.order_by("created_at", "pk").first()
    if first is None or "," in first.levels:
        raise no_such_deal(deal_id)
    return Setup(
        variant=first.variant,
        levels=[int(first.levels)],
        seats=[{"kind": GUEST if by.is_guest else PERSON}],
        visibility=first.visibility,
        deal=deal_id,
        again=True,
        key=first.key,
        rules_version=first.game.rules_version,
    )
