"""Who may flag a game and who may rule upon it, by what right, and a seal which says that this site has looked
whether that right was there.

Whoever has a seat in a game may flag it, also while it goes on, and so may those who run its club, unless they have
played the same dice in another game. Staff may rule, and those who run the club of a game if somebody else who plays in
it has asked and all who play are of the club; never in a game they play in themselves or against, on the same dice, and
nobody while others may still be playing these. What staff have ruled only staff reverse, and where they have ruled
nobody else does any more.

No log tells who looked after the site or ran a club that day. The seal is made with the site's own key, over the ruling
and everything before it, so whoever can only write to the database cannot give one.
"""

from hmac import compare_digest, digest
from typing import Any, Final

from django.conf import settings

from engine.canonical import canonical
from games.accounts.callers import Caller, actor_of
from games.accounts.models import Account, Actor
from games.disputes.checks import is_playing
from games.extension import CLUB_MANAGERS, role_in
from games.log.disputes import ORGANISER, STAFF
from games.log.entries import Entry
from games.log.fold import Fold
from games.log.unit_of_work import Draft
from games.play.deals import is_secret
from games.play.models import Attempt
from games.play.permissions import refusal_for_stranger
from games.refusals import Forbidden, no_such_game

SEAL: Final = "seal"


def with_seal(game: str, previous: str, ruling: Entry) -> Entry:
    """A ruling with its seal, to stand after the event with this hash."""
    return ruling._replace(data={**ruling.data, SEAL: _seal(settings.SECRET_KEY, game, previous, ruling)})


def is_sealed(game: str, previous: str, ruling: Entry) -> bool:
    """Whether a ruling bears the seal that it should, made with the site's key or an earlier one."""
    told: Any = ruling.data.get(SEAL)
    bare = ruling._replace(data={name: value for name, value in ruling.data.items() if name != SEAL})
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return isinstance(told, str) and any(
        compare_digest(told.encode(), _seal(key, game, previous, bare).encode()) for key in keys
    )


def _seal(key: str, game: str, previous: str, ruling: Entry) -> str:
    said = f"ruling|{game}|{previous}|{ruling.kind}|{ruling.actor}|{canonical(ruling.data)}"
    return digest(key.encode(), said.encode(), "sha256").hex()


def has_played_deal(fold: Fold, deal: str | None, account: int | None) -> bool:
    """Whether somebody has a run on the dice of a game, in another game: all runs on one deal are one match."""
    if account is None or "contributions" not in fold.dice:
        return False
    return Attempt.objects.filter(deal=deal, account=account).exists()


def is_party(fold: Fold, actor: str | None, by: Caller, deal: str | None) -> bool:
    """Whether somebody may flag a game and say something about it: they play in it, or run its club and do not play
    against it."""
    if by.is_system or by.bot_seat is not None:
        return False
    if is_playing(fold, actor):
        return True
    return role_in(by.account, fold.created.get("club")) in CLUB_MANAGERS and not has_played_deal(
        fold, deal, by.account
    )


def not_a_party() -> Forbidden:
    """Somebody who has nothing to do with a game wants it to be looked into."""
    return Forbidden("dispute/not-party", "Only those who play in a game, or run its club, can flag it for review.")


def require_party(draft: Draft, by: Caller) -> None:
    game_id, fold = draft.head.game, draft.fold
    actor = actor_of(game_id, by)
    if not is_party(fold, actor, by, draft.head.deal):
        raise refusal_for_stranger(game_id, fold, actor, not_a_party())
    if not is_playing(fold, actor) and is_secret(fold, draft.head.deal):
        raise no_such_game(game_id)


def right_to_rule(fold: Fold, by: Caller) -> str | None:
    """By what right somebody may rule upon a game that is not their own; None if they may not."""
    if by.account is None:
        return None
    if by.is_staff:
        return STAFF
    return ORGANISER if role_in(by.account, fold.created.get("club")) in CLUB_MANAGERS else None


def is_of_club(game_id: str, fold: Fold) -> bool:
    """Whether a game is one of the tournaments of its club, or everybody who plays in it is a member: whoever only took
    a free seat at a table does not thereby choose who decides about their rating."""
    club, actors = fold.created.get("club"), [actor for actor in fold.seated if actor is not None]
    if fold.tournament is not None:
        return True
    people = Actor.objects.filter(game=game_id, name__in=actors, account__isnull=False)
    return all(role_in(account, club) is not None for account in people.values_list("account", flat=True))


def own_game() -> Forbidden:
    """Somebody wants to decide about a game of their own."""
    return Forbidden("game/own-game", "Nobody decides about a game they play in.")


def not_an_auditor() -> Forbidden:
    """Somebody wants to decide who has nothing to decide there."""
    return Forbidden("ruling/not-auditor", "Only those who run the site or the club can rule upon a game.")


def require_ruler(draft: Draft, by: Caller) -> str:
    """By what right somebody rules; refused to whoever may not, as if there were no game where they may not know."""
    game_id, fold, deal = draft.head.game, draft.fold, draft.head.deal
    actor = actor_of(game_id, by)
    if is_playing(fold, actor):
        raise own_game()
    if (right := right_to_rule(fold, _with_current_rights(by))) is None:
        raise refusal_for_stranger(game_id, fold, actor, not_an_auditor())
    if is_secret(fold, deal):
        raise no_such_game(game_id)
    if has_played_deal(fold, deal, by.account):
        raise own_game()
    return right


def _with_current_rights(by: Caller) -> Caller:
    """Whoever rules, as they are now that the game is locked: somebody may have taken their right away meanwhile."""
    found = Account.objects.filter(pk=by.account or 0, is_staff=True)
    return by._replace(is_staff=by.is_staff and found.exists())
