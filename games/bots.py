"""Bots take their seats and act through the same services as people; this runs in a worker, never in a request.

A worker is called for them when somebody else has acted, and takes those whose turn it is (`games.bot_turns`). A call
that is lost, and one after which they still have not acted, is made again by the sweep.
"""

from hashlib import sha256
from hmac import digest
from itertools import count
from time import monotonic

from django.conf import settings

from engine.errors import Refused
from engine.protocol import Json
from engine.selfplay import bots_seed
from games.bot_turns import take_turn
from games.clocks.clock import now
from games.deals import seed_of
from games.log.fold import Fold
from games.log.folding import load_fold
from games.log.head import read_head
from games.log.transactions import writing
from games.models import Game
from games.services.acting import act
from games.services.callers import Caller
from games.services.storing import ring_for_bots

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
            _stand_in_line(game_id)
            break
        _act(game_id, fold, seat)
    return actions


def play_next(seconds: float = TURN_SECONDS) -> int:
    """Let the bots act whose turn it is; how many actions that took."""
    game_id = take_turn(now())
    return 0 if game_id is None else play(game_id, seconds)


def _stand_in_line(game_id: str) -> None:
    """Let the bots of a game wait for their next turn."""
    with writing():
        Game.objects.filter(pk=game_id, bots_due_at__isnull=False).update(bots_due_at=now())
        ring_for_bots(game_id)


def _act(game_id: str, fold: Fold, seat: int) -> None:
    """Let one bot do what it chooses by what it may see.

    Another worker may have been asked as well: at the same event it chooses the same under the same name, which makes
    one event; at a later one the answer is there already, which is a refusal and no harm.
    """
    action = choose(game_id, fold, seat)
    try:
        act(game_id, Caller(bot_seat=seat), f"bot-{seat}-{fold.seq}", action, fold.asked)
    except Refused:
        if read_head(game_id).seq == fold.seq:
            raise


def choose(game_id: str, fold: Fold, seat: int) -> Json:
    """What the bot on a seat does now."""
    name = fold.bot(seat)
    assert name is not None
    return fold.rules.bots[name](fold.rules.view(fold.state, seat), seat, seed_for_bots(game_id, fold))


def seed_for_bots(game_id: str, fold: Fold) -> str:
    """The chance that bots use: from the deal, so that their choices can be checked after the reveal."""
    if "deal" in fold.dice:
        return bots_seed(seed_of(fold.dice["deal"]))
    return sha256(digest(settings.SECRET_KEY.encode(), f"bots|{game_id}".encode(), "sha256")).hexdigest()
