"""Who may do what in a game: by seat, as host, for its club, or knowing of it at all; and how many games somebody
may have under way that they have made: of all kinds, with bots, and among bots only.

The server, who makes the games of tournaments, may make any number. A game in which nothing has happened for a week is
not under way: it costs nothing, and nobody is kept from playing by what they left undone long ago. A game among bots
only is for seeing how they play, and for trying out a program that watches. Nobody waits for it, so each account gets
few at once, and its bots act when no others wait (`games.play.bots`).
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet

from engine.errors import Illegal, Refused
from engine.protocol import Json
from games.accounts.callers import Caller, actor_of
from games.accounts.models import Account
from games.clock.site_time import now, write_time
from games.extension import CLUB_SCOREKEEPERS, role_in
from games.log.entries import BOT
from games.log.fold import Fold
from games.play.models import GameCard, PlayerGame
from games.play.setup import PUBLIC
from games.refusals import Forbidden, NotFound, TooMany, no_such_game


def refuse_program(fold: Fold, caller: Caller) -> None:
    """Rated games are played by people."""
    if caller.is_program and fold.created["rated"]:
        raise Forbidden("token/rated", "Programs do not play rated games; log in and play yourself.")


def require_seat(game_id: str, fold: Fold, caller: Caller, seat: int) -> str:
    """The caller's id, refused unless the seat is the caller's own."""
    actor = actor_of(game_id, caller)
    if actor is not None and 0 <= seat < len(fold.seated) and fold.seated[seat] == actor:
        return actor
    raise refusal_for_stranger(
        game_id, fold, actor, Forbidden("seat/not-yours", "Seat {seat} is not yours.", seat=seat)
    )


def require_host(game_id: str, fold: Fold, caller: Caller) -> str:
    """The caller's id, refused unless the caller has created the game (or is the server)."""
    actor = actor_of(game_id, caller)
    if actor is not None and (actor == fold.host or caller.is_system):
        return actor
    raise refusal_for_stranger(
        game_id, fold, actor, Forbidden("game/not-host", "Only whoever created this game can do that.")
    )


def refusal_for_stranger(game_id: str, fold: Fold, actor: str | None, refusal: Refused) -> Refused:
    """The refusal, unless it would tell a stranger of a game that strangers may not know of."""
    return refusal if may_know(fold, actor) else no_such_game(game_id)


def may_know(fold: Fold, actor: str | None) -> bool:
    """Whether somebody may know of a game without a link: everybody may, or they have to do with it."""
    concerned = (fold.host, *fold.seated, *fold.reserved, *fold.missing)
    is_known = actor is not None and actor in concerned
    is_shared = "contributions" in fold.dice and not fold.is_again
    return is_known or (fold.created["visibility"] == PUBLIC and not is_shared)


def require_club(club: str | None, by: Caller) -> None:
    """Refuse a game in a club of which whoever creates it is no member."""
    if club is None or by.is_system or role_in(by.account, club) is not None:
        return
    raise NotFound("club/not-found", "There is no club “{club}”.", club=club)


def keeps_score(fold: Fold, by: Caller) -> bool:
    """Whether somebody enters the rolls of this game for its club: only where the dice are on a table."""
    return fold.has_table_dice and role_in(by.account, fold.created.get("club")) in CLUB_SCOREKEEPERS


ALL_GAMES: Final = "games"
BOT_GAMES: Final = "bot-games"
BOTS_ONLY: Final = "bots-only"
IDLE_AFTER: Final = timedelta(days=7)
"""After how long without any event a game is not under way any more."""
RETRY_SECONDS: Final = 60
"""Seconds after which some game may well be over."""
LIMIT_SENTENCES: Final = {
    ALL_GAMES: "Of the games that you make at most {most} may be under way at once; finish or leave one of them first.",
    BOT_GAMES: "Of the games with bots that you make at most {most} may go on at once; finish or leave one first.",
    BOTS_ONLY: "Of the games among bots only that you make at most {most} may go on at once; wait until one is over.",
}


def require_games_left(seats: Sequence[Json], by: Caller) -> None:
    """Refuse another game to whoever has enough of them; inside the transaction that makes it."""
    if by.account is None:
        return
    if is_bots_only(seats) and by.is_guest:
        raise Illegal("setup/bots-only", "Games among bots only are for people who have an account.")
    kinds = [kind for kind in _limited_kinds(seats) if settings.CAPS[kind] is not None]
    if kinds:
        # Whoever asks for many at once waits here, and is counted one by one.
        list(Account.objects.select_for_update(no_key=True).filter(pk=by.account).values_list("pk"))
    for kind in kinds:
        most = settings.CAPS[kind]
        if most is not None and _under_way(kind, by.account).count() >= most:
            raise TooMany(f"game/too-many-{kind}", LIMIT_SENTENCES[kind], most=most).for_seconds(RETRY_SECONDS)


def is_bots_only(seats: Sequence[Json]) -> bool:
    """Whether nobody but bots plays."""
    return all(seat["kind"] == BOT for seat in seats)


def has_bots(seats: Sequence[Json]) -> bool:
    """Whether a bot plays."""
    return any(seat["kind"] == BOT for seat in seats)


def _limited_kinds(seats: Sequence[Json]) -> list[str]:
    """As what a game counts, the narrowest kind first."""
    kinds = {BOTS_ONLY: is_bots_only(seats), BOT_GAMES: has_bots(seats), ALL_GAMES: True}
    return [kind for kind, applies in kinds.items() if applies]


def _under_way(kind: str, account: int) -> QuerySet[GameCard]:
    """The games of a kind that an account has made and that go on."""
    lately = write_time(now() - IDLE_AFTER)
    own = GameCard.objects.filter(host=account, ended_at__isnull=True, game__last_at__gte=lately)
    seats = PlayerGame.objects.filter(game=OuterRef("pk"))
    if kind == ALL_GAMES:
        return own
    own = own.filter(Exists(seats.exclude(bot="")))
    return own if kind == BOT_GAMES else own.exclude(Exists(seats.filter(bot=""))).filter(free_seats=0)
