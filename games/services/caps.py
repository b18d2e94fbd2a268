"""How many games somebody may have under way that they have made: of all kinds, with bots, and among bots only.

The server, who makes the games of tournaments, may make any number. A game in which nothing has happened for a week is
not under way: it costs nothing, and nobody is kept from playing by what they left undone long ago.

A game among bots only is for seeing how they play, and for trying out a program that watches. Nobody waits for it, so
each account gets few at once, and its bots act when no others wait (`games.bot_turns`).
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet

from engine.errors import Illegal
from engine.protocol import Json
from games.clocks.clock import now, write_time
from games.log.entries import BOT
from games.models import Account, GameCard, PlayerGame
from games.refusals import TooMany
from games.services.callers import Caller

GAMES: Final = "games"
BOT_GAMES: Final = "bot-games"
BOTS_ONLY: Final = "bots-only"
RESTING: Final = timedelta(days=7)
"""After how long without any event a game is not under way any more."""
RETRY_AFTER: Final = 60
"""Seconds after which some game may well be over."""


SENTENCES: Final = {
    GAMES: "Of the games that you make at most {most} may be under way at once; finish or leave one of them first.",
    BOT_GAMES: "Of the games with bots that you make at most {most} may go on at once; finish or leave one first.",
    BOTS_ONLY: "Of the games among bots only that you make at most {most} may go on at once; wait until one is over.",
}


def require_room(seats: Sequence[Json], by: Caller) -> None:
    """Refuse another game to whoever has enough of them; inside the transaction that makes it."""
    if by.account is None:
        return
    if is_bots_only(seats) and by.is_guest:
        raise Illegal("setup/bots-only", "Games among bots only are for people who have an account.")
    kinds = [kind for kind in _kinds(seats) if settings.CAPS[kind] is not None]
    if kinds:
        # Whoever asks for many at once waits here, and is counted one by one.
        list(Account.objects.select_for_update(no_key=True).filter(pk=by.account).values_list("pk"))
    for kind in kinds:
        most = settings.CAPS[kind]
        if most is not None and _under_way(kind, by.account).count() >= most:
            raise TooMany(f"game/too-many-{kind}", SENTENCES[kind], most=most).for_seconds(RETRY_AFTER)


def is_bots_only(seats: Sequence[Json]) -> bool:
    """Whether nobody but bots plays."""
    return all(seat["kind"] == BOT for seat in seats)


def has_bots(seats: Sequence[Json]) -> bool:
    """Whether a bot plays."""
    return any(seat["kind"] == BOT for seat in seats)


def _kinds(seats: Sequence[Json]) -> list[str]:
    """As what a game counts, the narrowest kind first."""
    kinds = {BOTS_ONLY: is_bots_only(seats), BOT_GAMES: has_bots(seats), GAMES: True}
    return [kind for kind, applies in kinds.items() if applies]


def _under_way(kind: str, account: int) -> QuerySet[GameCard]:
    """The games of a kind that an account has made and that go on."""
    lately = write_time(now() - RESTING)
    own = GameCard.objects.filter(host=account, ended_at__isnull=True, game__last_at__gte=lately)
    seats = PlayerGame.objects.filter(game=OuterRef("pk"))
    if kind == GAMES:
        return own
    own = own.filter(Exists(seats.exclude(bot="")))
    return own if kind == BOT_GAMES else own.exclude(Exists(seats.filter(bot=""))).filter(free_seats=0)
