"""Taking and leaving seats before a game starts."""

import re
from typing import Any, Final

from engine import dice
from engine.errors import Illegal, Malformed
from games.deals import no_contribution
from games.log.drafts import Draft
from games.log.entries import Entry
from games.log.fold import JOINED, LEFT, Fold
from games.models import Attempt, Game
from games.refusals import Conflict, NotFound
from games.services.callers import Caller, name_actor, no_account, require_seat
from games.services.commands import Command, Receipt, carry_out
from games.services.setups import BOT, PERSON
from games.statuses import OPEN

_INVITE: Final = re.compile(r"[A-Za-z0-9_-]+")


def join(invite: str, by: Caller, command_id: str, contribution: str, seat: int | None = None) -> Receipt:
    """Take a seat by the link of a game, adding to its dice; whoever sits there already may add anew."""
    game_id = find_invited(invite)
    account = by.account
    if account is None:
        raise no_account()
    if not dice.is_contribution(contribution):
        raise no_contribution()
    if seat is not None:
        _check_seat(seat)

    def decide(draft: Draft) -> None:
        require_open(draft.fold)
        actor = name_actor(game_id, by)
        chosen = _choose_seat(draft.fold, by, actor, seat)
        _use_attempt(draft, account)
        draft.add(Entry(JOINED, chosen, {"contribution": contribution}, actor))

    payload = {"seat": seat, "contribution": contribution}
    return carry_out(game_id, Command(command_id, by, "join", payload), decide)


def leave(game_id: str, by: Caller, command_id: str, seat: int) -> Receipt:
    """Give a seat up again before the start."""
    _check_seat(seat)

    def decide(draft: Draft) -> None:
        actor = require_seat(game_id, draft.fold, by, seat)
        require_open(draft.fold)
        Attempt.objects.filter(game=game_id, account=by.account).delete()
        draft.add(Entry(LEFT, seat, {}, actor))

    return carry_out(game_id, Command(command_id, by, "leave", {"seat": seat}), decide)


def find_invited(invite: str) -> str:
    """The game to which a link leads."""
    game_id = Game.objects.filter(invite=invite).values_list("pk", flat=True).first() if is_invite(invite) else None
    if game_id is None:
        raise NotFound("game/no-such-link", "This link leads to no game.")
    return game_id


def is_invite(value: Any) -> bool:
    """Whether a value can be the secret part of a link; databases choke on some other texts."""
    return isinstance(value, str) and _INVITE.fullmatch(value) is not None


def require_open(fold: Fold) -> None:
    """Refuse what is only possible before the start."""
    if fold.status != OPEN:
        raise Conflict("game/not-open", "This game has already been started or called off.")


def _check_seat(seat: Any) -> None:
    if type(seat) is not int:
        raise Malformed("seat/number", "A seat is named by its number.")


def _choose_seat(fold: Fold, by: Caller, actor: str, wanted: int | None) -> int:
    """The wanted seat, or the first free one that the caller may take."""
    own = fold.seat_of(actor)
    if own is not None and wanted in (own, None):
        return own
    if own is not None:
        raise Illegal("seat/second", "You already sit on seat {seat}.", seat=own)
    free = [seat for seat in range(len(fold.seated)) if fold.seated[seat] is None and _may_take(fold, by, seat)]
    if wanted is None and free:
        return free[0]
    if wanted in free:
        return wanted
    raise Illegal("seat/not-free", "There is no such seat that is free for you.")


def _may_take(fold: Fold, by: Caller, seat: int) -> bool:
    kind = fold.created["seats"][seat]["kind"]
    return kind != BOT and not (kind == PERSON and by.is_guest)


def _use_attempt(draft: Draft, account: int) -> None:
    """Of a shared deal everybody has one attempt; whoever asks for two at once waits here for the first."""
    if "contributions" not in draft.fold.dice:
        return
    attempt, _ = Attempt.objects.get_or_create(
        deal_id=draft.head.deal, account_id=account, defaults={"game_id": draft.head.game}
    )
    if attempt.game_id != draft.head.game:
        raise Conflict("deal/played", "You have already played this deal.")
