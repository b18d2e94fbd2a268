"""Taking and leaving seats before a game starts, by the link of a game or by its id."""

import re
from typing import Any, Final

from engine import dice
from engine.errors import Illegal, Malformed
from engine.log import read_body
from games.accounts.callers import Caller, actor_of, get_or_create_actor, no_account
from games.accounts.models import Actor
from games.accounts.moderation import is_kept_apart
from games.log.entries import BOT, Entry
from games.log.fold import ABORTED_KIND, JOINED, LEFT, Fold
from games.log.models import Event, Game
from games.log.unit_of_work import Draft
from games.play.commands import Command, Receipt, carry_out
from games.play.deals import no_contribution, other_commitment
from games.play.models import Attempt
from games.play.permissions import may_know, refuse_program, require_seat
from games.play.setup import PERSON
from games.refusals import Conflict, Forbidden, NotFound, no_such_game
from games.statuses import ABORTED, OPEN


def follower_of(game_id: str, fold: Fold) -> str | None:
    """The game in which a tournament's table goes on that was called off here; None if there is none."""
    if fold.status != ABORTED or fold.tournament is None:
        return None
    body = Event.objects.filter(game=game_id, kind=ABORTED_KIND).values_list("body", flat=True).first()
    goes_on: str | None = read_body(body)["data"].get("goes_on") if body is not None else None
    return goes_on


_INVITE: Final = re.compile(r"[A-Za-z0-9_-]+")
MOST_BEFORE_START: Final = 200
"""How many events a game may have before it starts: seats can be taken again and again."""


def join_by_invite(
    invite: str,
    by: Caller,
    command_id: str,
    contribution: str,
    seat: int | None = None,
    commitment: str | None = None,
) -> Receipt:
    """Take a seat by the link of a game, adding to its dice; whoever sits there already may add anew.

    The commitment is the one that whoever adds has seen before, None for somebody who was shown nothing.
    """
    return _join(find_invited_game(invite), by, command_id, contribution, seat, commitment, is_invited=True)


def join_game(
    game_id: str,
    by: Caller,
    command_id: str,
    contribution: str,
    seat: int | None = None,
    invite: str | None = None,
    commitment: str | None = None,
) -> Receipt:
    """The same by a game's id; its link is needed unless everybody may see the game, or it is one's own."""
    if invite is not None and find_invited_game(invite) != game_id:
        raise no_such_link()
    return _join(game_id, by, command_id, contribution, seat, commitment, is_invited=invite is not None)


def _join(
    game_id: str, by: Caller, command_id: str, contribution: str, seat: Any, commitment: str | None, is_invited: bool
) -> Receipt:
    account = by.account
    if account is None:
        raise no_account()
    if not dice.is_contribution(contribution):
        raise no_contribution()
    if seat is not None:
        _check_seat(seat)

    def decide(draft: Draft) -> None:
        if not is_invited and not may_know(draft.fold, actor_of(game_id, by)):
            raise no_such_game(game_id)
        refuse_program(draft.fold, by)
        _refuse_late(draft, actor_of(game_id, by))
        require_open(draft.fold)
        _refuse_endless(draft.fold)
        _check_commitment(draft.fold, commitment)
        actor = get_or_create_actor(game_id, by)
        if actor not in draft.fold.reserved:
            # Whom a tournament has paired play each other, or forfeit; organisers keep people apart there.
            _refuse_blocked(draft, account)
        chosen = _choose_seat(draft.fold, by, actor, seat)
        _use_attempt(draft, account)
        draft.add(Entry(JOINED, chosen, {"contribution": contribution}, actor))

    payload = {"seat": seat, "contribution": contribution, **({"commitment": commitment} if commitment else {})}
    return carry_out(game_id, Command(command_id, by, "join", payload), decide)


def _check_commitment(fold: Fold, commitment: str | None) -> None:
    """Refuse to mix what was added after one commitment into dice that another one has fixed."""
    if commitment and commitment != fold.dice.get("commitment", commitment):
        raise other_commitment()


def _refuse_late(draft: Draft, actor: str | None) -> None:
    """Tell those of a tournament's table that has begun without somebody what has become of their seat."""
    fold, game_id = draft.fold, draft.head.game
    if actor is None or fold.status == OPEN:
        return
    if actor in fold.missing:
        raise too_late()
    if actor in fold.reserved and follower_of(game_id, fold) is not None:
        raise goes_on_elsewhere() if actor in fold.seated else too_late()


def too_late() -> Conflict:
    """Somebody comes to a table that has begun without them."""
    template = "Your table has started without you, because you had not come in time."
    return Conflict("seat/too-late", template)


def goes_on_elsewhere() -> Conflict:
    """Somebody wants to sit down in a game that was called off, but who has a seat in the one that follows it."""
    template = "The table has started without whoever was missing; your seat is kept in the game that follows this one."
    return Conflict("seat/kept", template)


def _refuse_endless(fold: Fold) -> None:
    """Refuse to take seats for ever: every change stands in the log, which is kept for good."""
    if fold.seq >= MOST_BEFORE_START:
        template = "Seats have been taken {most} times before the start; please begin a new game."
        raise Conflict("game/too-many-changes", template, most=MOST_BEFORE_START)


def leave_seat(game_id: str, by: Caller, command_id: str, seat: int) -> Receipt:
    """Give a seat up again before the start."""
    _check_seat(seat)

    def decide(draft: Draft) -> None:
        actor = require_seat(game_id, draft.fold, by, seat)
        require_open(draft.fold)
        if draft.fold.tournament is not None:
            raise Illegal("seat/tournament", "Nobody gives up a seat in a tournament's game; ask whoever runs it.")
        Attempt.objects.filter(game=game_id, account=by.account).delete()
        draft.add(Entry(LEFT, seat, {}, actor))

    return carry_out(game_id, Command(command_id, by, "leave", {"seat": seat}), decide)


def find_invited_game(invite: str) -> str:
    """The game to which a link leads."""
    game_id = Game.objects.filter(invite=invite).values_list("pk", flat=True).first() if is_invite(invite) else None
    if game_id is None:
        raise no_such_link()
    return game_id


def no_such_link() -> NotFound:
    """A link that leads nowhere, or not to the game in question."""
    return NotFound("game/no-such-link", "This link leads to no game.")


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
    free = [seat for seat in range(len(fold.seated)) if fold.seated[seat] is None and _may_take(fold, by, actor, seat)]
    if wanted is None and free:
        return free[0]
    if wanted in free:
        return wanted
    raise Illegal("seat/not-free", "There is no such seat that is free for you.")


def _may_take(fold: Fold, by: Caller, actor: str, seat: int) -> bool:
    kind, kept_for = fold.created["seats"][seat]["kind"], fold.reserved[seat]
    return kind != BOT and not (kind == PERSON and by.is_guest) and kept_for in (None, actor)


def _refuse_blocked(draft: Draft, account: int) -> None:
    """Whoever keeps somebody away is never seated with them; who keeps whom away is not told."""
    fold = draft.fold
    there = Actor.objects.filter(game=draft.head.game, name__in=[fold.host, *filter(None, fold.seated)])
    accounts = list(there.values_list("account", flat=True))
    if account not in accounts and is_kept_apart(account, accounts):
        raise Forbidden("game/blocked", "You cannot join this game.")


def _use_attempt(draft: Draft, account: int) -> None:
    """Of a shared deal everybody has one attempt; whoever asks for two at once waits here for the first.

    For fun a closed one can be played as often as one likes.
    """
    if "contributions" not in draft.fold.dice or draft.fold.is_again:
        return
    attempt, _ = Attempt.objects.get_or_create(
        deal_id=draft.head.deal, account_id=account, defaults={"game_id": draft.head.game}
    )
    if attempt.game_id != draft.head.game:
        raise Conflict("deal/played", "You have already played this deal.")
