"""How many games with bots somebody may begin in a while: each account by itself, and all guests of an address
together."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import ceil
from typing import Final

from django.http import HttpRequest
from rest_framework.request import Request

from engine.errors import Refused
from engine.protocol import Json
from games.accounts.callers import caller_of
from games.accounts.models import Account
from games.api.throttling import count_against_limit, most_per_period, sender_of, uncount_request
from games.play.creation import is_game_created
from games.play.permissions import BOT_GAMES, BOTS_ONLY, has_bots, is_bots_only
from games.refusals import TooMany

GUESTS_BOT_GAMES: Final = "guests-bots"
"""The kind of request under which games with bots that guests begin are counted."""


@contextmanager
def count_new_game(
    request: HttpRequest | Request, account: Account, seats: Sequence[Json], command_id: str
) -> Iterator[None]:
    """Count a game that is begun in the block, and refuse whoever begins more with bots than people do; what is refused
    in the block, as by a cap, was not begun, and what the same command has begun before is not begun again."""
    counted: list[tuple[str, object]] = []
    try:
        if has_bots(seats) and not is_game_created(caller_of(account), command_id):
            _count_new_game(request, account, seats, counted)
        yield
    except Refused:
        for scope, who in counted:
            uncount_request(scope, who)
        raise


def _count_new_game(
    request: HttpRequest | Request, account: Account, seats: Sequence[Json], counted: list[tuple[str, object]]
) -> None:
    """Each account by itself, and all guests of an address together; of games among bots only fewer still may be begun.
    As what the game was counted is added to a list, also if it is refused in the end."""
    if account.is_guest and has_bots(seats):
        if (wait := count_against_limit(GUESTS_BOT_GAMES, sender_of(request))) is not None:
            template = "At most {most} games with bots may be begun here by guests in a while; please wait, or sign up."
            raise TooMany("game/too-many-by-guests", template, most=most_per_period(GUESTS_BOT_GAMES)).for_seconds(
                ceil(wait)
            )
        counted.append((GUESTS_BOT_GAMES, sender_of(request)))
    if is_bots_only(seats):
        if (wait := count_against_limit(BOTS_ONLY, account.pk)) is not None:
            template = "At most {most} games among bots only may be begun in a while; please wait."
            raise TooMany("game/too-many-begun", template, most=most_per_period(BOTS_ONLY)).for_seconds(ceil(wait))
        counted.append((BOTS_ONLY, account.pk))
    if has_bots(seats):
        if (wait := count_against_limit(BOT_GAMES, account.pk)) is not None:
            template = "At most {most} games with bots may be begun in a while; please wait."
            raise TooMany("game/too-many-begun", template, most=most_per_period(BOT_GAMES)).for_seconds(ceil(wait))
        counted.append((BOT_GAMES, account.pk))
