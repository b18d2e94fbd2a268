"""Bots act through the same services as people; this runs in a worker, never in a request.

A worker is called for them when somebody else has acted, and takes the game whose turn it is, whichever game has
called; a call that is lost, and one after which they still have not acted, is made again by the sweep. Accounts take
turns, so that nobody's games keep the bots of others waiting. First come games in which people play: nobody waits for
those among bots only. Then whoever was served longest ago, as far as this process knows; and of each account's games
the one that has waited longest. Games that the server has made, for tournaments, have a turn each.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from hashlib import sha256
from hmac import digest
from itertools import count
from time import monotonic
from typing import Final, NamedTuple

from django.conf import settings
from django.db.models import CharField, Count, Exists, F, Min, OuterRef, QuerySet, Window
from django.db.models.functions import Cast, Coalesce, RowNumber

from engine.errors import Refused
from engine.protocol import Json
from engine.selfplay import bots_seed
from games.accounts.callers import Caller
from games.clock.site_time import now
from games.log.fold import Fold
from games.log.models import Game
from games.log.sql import claim_row, write_transaction
from games.log.state_cache import load_fold
from games.log.unit_of_work import read_head
from games.play.deals import seed_of
from games.play.models import PlayerGame
from games.play.moves import make_move
from games.play.persistence import BOT_LEASE, call_bots_on_commit

LONGEST_PAUSE: Final = timedelta(minutes=1)
"""How often at least bots are taken that do not act."""
MOST_SHARES_REMEMBERED: Final = 4096
"""Of how many accounts a process remembers when they were served before it begins afresh."""
_served: dict[str, float] = {}


class BotTurn(NamedTuple):
    """A game whose bots wait, the first of its account's."""

    game: str
    share: str
    """Whose work it is: an account's, or its own."""
    since: datetime | None


def take_bot_turn(moment: datetime) -> str | None:
    """The game whose bots are next, which is left to the caller from now on; None if none wait."""
    for turn in _turns_in_order(moment):
        if _take_game(turn.game, moment):
            if len(_served) >= MOST_SHARES_REMEMBERED:
                _served.clear()
            _served[turn.share] = monotonic()
            return turn.game
    return None


def games_waiting_for_bots(moment: datetime) -> QuerySet[Game]:
    """The games whose bots must act, and that no worker has taken."""
    return Game.objects.filter(bots_due_at__lte=moment)


def count_games_waiting_for_bots(moment: datetime) -> tuple[int, datetime | None]:
    """How many games have bots that wait for a worker, and since when the first of them does."""
    found = games_waiting_for_bots(moment).aggregate(number=Count("pk"), since=Min("bots_due_at"))
    return found["number"], found["since"]


def _turns_in_order(moment: datetime) -> Iterator[BotTurn]:
    """The first waiting game of each account, as their turns come; those among bots only are not even asked for while
    others wait."""
    people = Exists(PlayerGame.objects.filter(game=OuterRef("pk"), bot=""))
    for waiting in (games_waiting_for_bots(moment).filter(people), games_waiting_for_bots(moment).filter(~people)):
        yield from sorted(_first_turns(waiting), key=lambda turn: (_served.get(turn.share, 0.0), turn.since or moment))


def _first_turns(waiting: QuerySet[Game]) -> list[BotTurn]:
    """Of some games the one of each account that has waited longest."""
    shares = waiting.annotate(share=Coalesce(Cast("card__host", CharField()), F("pk")))
    place = Window(RowNumber(), partition_by=F("share"), order_by=["bots_due_at", "pk"])
    firsts = shares.annotate(place=place).filter(place=1)
    return [BotTurn(*row) for row in firsts.values_list("pk", "share", "bots_due_at")]


def _take_game(game: str, moment: datetime) -> bool:
    """Whether a game's bots are the caller's now.

    They are for a while, twice as long as they have been waited for: bots that fail do so again, and come ever later.
    """
    wanted = games_waiting_for_bots(moment).filter(pk=game)
    with write_transaction():
        if not claim_row(wanted):
            return False
        asked_at = wanted.values_list("asked_at", flat=True).get() or moment
        wanted.update(bots_due_at=moment + min(max(moment - asked_at, BOT_LEASE), LONGEST_PAUSE))
        return True


TURN_SECONDS = 0.5
"""How long the bots of one game may keep a worker to themselves."""


def play(game_id: str, seconds: float = TURN_SECONDS) -> int:
    """Let the bots of a game act until it waits for people or is over; how many actions that took.

    After some time the rest is left to the next call, so that other games and the clocks get their turn.
    """
    end = monotonic() + seconds
    for actions in count():
        fold = load_fold(read_head(game_id))
        seat = next((seat for seat in fold.awaited if fold.bot(seat) is not None), None)
        if seat is None:
            break
        if actions and monotonic() > end:
            _wait_for_next_turn(game_id)
            break
        _make_bot_move(game_id, fold, seat)
    return actions


def play_next(seconds: float = TURN_SECONDS) -> int:
    """Let the bots act whose turn it is; how many actions that took."""
    game_id = take_bot_turn(now())
    return 0 if game_id is None else play(game_id, seconds)


def _wait_for_next_turn(game_id: str) -> None:
    """Let the bots of a game wait for their next turn."""
    with write_transaction():
        Game.objects.filter(pk=game_id, bots_due_at__isnull=False).update(bots_due_at=now())
        call_bots_on_commit(game_id)


def _make_bot_move(game_id: str, fold: Fold, seat: int) -> None:
    """Let one bot do what it chooses by what it may see.

    Another worker may have been asked as well: at the same event it chooses the same under the same name, which makes
    one event; at a later one the answer is there already, which is a refusal and no harm.
    """
    action = choose_action(game_id, fold, seat)
    try:
        make_move(game_id, Caller(bot_seat=seat), f"bot-{seat}-{fold.seq}", action, fold.asked)
    except Refused:
        if read_head(game_id).seq == fold.seq:
            raise


def choose_action(game_id: str, fold: Fold, seat: int) -> Json:
    """What the bot on a seat does now."""
    name = fold.bot(seat)
    assert name is not None
    return fold.rules.bots[name](fold.rules.view(fold.state, seat), seat, seed_for_bots(game_id, fold))


def seed_for_bots(game_id: str, fold: Fold) -> str:
    """The chance that bots use: from the deal, so that their choices can be checked after the reveal."""
    if "deal" in fold.dice:
        return bots_seed(seed_of(fold.dice["deal"]))
    return sha256(digest(settings.SECRET_KEY.encode(), f"bots|{game_id}".encode(), "sha256")).hexdigest()
