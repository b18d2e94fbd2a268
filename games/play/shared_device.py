"""Several people at one table on one device: guests are made for those who hold it besides its owner."""

from typing import Any

from django.contrib.sessions.backends.base import SessionBase

from engine.errors import Malformed
from engine.log import is_id
from engine.protocol import Json
from games.accounts.callers import caller_of, viewer_of
from games.accounts.devices import TABLES, holder_of, seat_here
from games.accounts.guests import guest_at_table
from games.accounts.models import Account
from games.log.models import Game
from games.log.sql import write_transaction
from games.play.commands import Command, Receipt
from games.play.models import PlayerGame
from games.play.seats import join_by_invite
from games.play.visibility import sight_of
from games.refusals import Forbidden, NotFound, no_such_game


def seat_guest(
    session: SessionBase,
    owner: Account,
    game_id: str,
    command_id: str,
    name: str,
    seat: int,
    contribution: str,
    commitment: str | None = None,
) -> Receipt:
    """Let a guest on somebody's device take a seat; the same command again seats nobody else."""
    require_at_table(game_id, owner)
    _check_command_id(command_id, owner)
    invite = Game.objects.values_list("invite", flat=True).get(pk=game_id)
    with write_transaction():
        guest = guest_at_table(owner, game_id, command_id, name)
        made = join_by_invite(invite, caller_of(guest), command_id, contribution, seat, commitment)
    seat_here(session, owner, game_id, guest)
    return made


def players_here(session: SessionBase, owner: Account, game_id: str) -> list[int]:
    """The accounts that play at a table on this device."""
    return [owner.pk, *session.get(TABLES, {}).get(game_id, {}).get("guests", [])]


def seats_here(session: SessionBase, owner: Account, game_id: str) -> list[Json]:
    """The seats of those who play at a table on this device, and which of them holds it; none if only one does."""
    here = players_here(session, owner, game_id)
    if len(here) < 2:
        return []
    holder = holder_of(session, owner, game_id).pk
    seated = PlayerGame.objects.filter(game=game_id, account__in=here).order_by("seat")
    return [{"seat": player.seat, "holds": player.account_id == holder} for player in seated]


def player_here(session: SessionBase, owner: Account, game_id: str, seat: int) -> Account:
    """Who sits on a seat, if it is somebody on this device; else its owner, who is then told that it is not theirs."""
    player = PlayerGame.objects.filter(game=game_id, seat=seat, account__in=players_here(session, owner, game_id))
    found = player.select_related("account").first() if is_id(game_id) else None
    return owner if found is None or found.account is None else found.account


def require_at_table(game_id: str, account: Account) -> None:
    """Refuse whoever neither sits at a table nor is its host."""
    _, fold, actor, *_ = sight_of(game_id, viewer_of(account))
    if actor is None or (actor != fold.host and actor not in fold.seated):
        raise Forbidden("device/not-at-table", "Only who sits at a table, or has set it up, can seat others there.")


def account_on_seat(game_id: str, seat: Any) -> int:
    """The account on a seat, for the device to be handed to."""
    if type(seat) is not int:
        raise Malformed("seat/number", "A seat is named by its number.")
    if not is_id(game_id):
        raise no_such_game(game_id)
    # Of a game that is hidden nobody learns here that it exists.
    player = PlayerGame.objects.filter(game=game_id, seat=seat).first()
    if player is None or player.account_id is None:
        raise NotFound("device/nobody", "Nobody like that plays on this device at this table.")
    return player.account_id


def _check_command_id(command_id: Any, owner: Account) -> None:
    """Refuse a command without a proper name, from which the guest's own would follow."""
    _ = Command(command_id, caller_of(owner), "join", {}).signature
