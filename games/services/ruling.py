"""Ruling upon a game: nothing is changed, the game counts for nobody, or some seats forfeit it; and taking that back.

Staff may, and those who run the club of a game if somebody else who plays in it has asked and all who play are of the
club; never in a game they play in themselves or against, on the same dice, and nobody while others may still be playing
these. What staff have ruled only staff reverse, and where they have ruled nobody else does any more. A ruling is an
event with its actor, the hash of its reason and by what right it was given; what the result is now follows from the
whole log, see `engine.result`.
"""

from collections.abc import Sequence
from typing import Any

from engine.errors import Malformed
from engine.protocol import Json
from games import reviews
from games.clubs import RUNNING_IT, role_in
from games.deals import is_secret
from games.log.disputes import REVERSED_KIND
from games.log.drafts import Draft
from games.log.entries import Entry
from games.log.fold import Fold
from games.log.reading import read_case
from games.log.rights import ORGANISER, RIGHT, STAFF, sealed
from games.log.verdicts import is_playing, require_asked, require_reversible, verdict
from games.models import Account, Actor
from games.refusals import Conflict, Forbidden, no_such_game
from games.services.adjudicating import keep_text
from games.services.callers import Caller, actor_of, name_actor, stranger
from games.services.commands import Command, Receipt, carry_out
from games.services.disputing import check_words, has_run, spread


def rule(
    game_id: str,
    by: Caller,
    command_id: str,
    how: str,
    seats: Sequence[int] = (),
    reason: str = "",
    dispute: int | None = None,
    expected: int | None = None,
) -> Receipt:
    """Decide about a game, or about one dispute in it; refused if its log has grown beyond an expected event."""
    _check_reason(reason)

    def decide(draft: Draft) -> None:
        fold, case, right = draft.fold, read_case(game_id), _require_ruler(draft, by)
        require_asked(fold, case, actor_of(game_id, by), right, dispute, is_of_club(game_id, fold))
        _require_unchanged(fold, expected)
        _add(draft, by, f"ruling/{how}", verdict(fold, case, how, seats, dispute), reason, right)

    payload = {"how": how, "seats": seats, "reason": reason, "dispute": dispute, "expected": expected}
    return carry_out(game_id, Command(command_id, by, "rule", payload), decide)


def reverse_ruling(
    game_id: str, by: Caller, command_id: str, ruling: int, reason: str, expected: int | None = None
) -> Receipt:
    """Let a ruling count no more; a dispute that it has settled waits for one again."""
    _check_reason(reason)

    def decide(draft: Draft) -> None:
        right = _require_ruler(draft, by)
        _require_unchanged(draft.fold, expected)
        require_reversible(read_case(game_id), ruling, right)
        _add(draft, by, REVERSED_KIND, {"ruling": ruling}, reason, right)

    payload = {"ruling": ruling, "reason": reason, "expected": expected}
    return carry_out(game_id, Command(command_id, by, "reverse_ruling", payload), decide)


def right_of(fold: Fold, by: Caller) -> str | None:
    """By what right somebody may rule upon a game that is not their own; None if they may not."""
    if by.account is None:
        return None
    if by.is_staff:
        return STAFF
    return ORGANISER if role_in(by.account, fold.created.get("club")) in RUNNING_IT else None


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


def _require_ruler(draft: Draft, by: Caller) -> str:
    """By what right somebody rules; refused to whoever may not, as if there were no game where they may not know."""
    game_id, fold, deal = draft.head.game, draft.fold, draft.head.deal
    actor = actor_of(game_id, by)
    if is_playing(fold, actor):
        raise own_game()
    if (right := right_of(fold, _as_now(by))) is None:
        raise stranger(game_id, fold, actor, not_an_auditor())
    if is_secret(fold, deal):
        raise no_such_game(game_id)
    if has_run(fold, deal, by.account):
        raise own_game()
    return right


def _as_now(by: Caller) -> Caller:
    """Whoever rules, as they are now that the game is locked: somebody may have taken their right away meanwhile."""
    found = Account.objects.filter(pk=by.account or 0, is_staff=True)
    return by._replace(is_staff=by.is_staff and found.exists())


def _check_reason(reason: Any) -> None:
    check_words(reason, Malformed("ruling/reason", "A ruling needs a reason."))


def _require_unchanged(fold: Fold, expected: Any) -> None:
    """Nobody decides by what they saw before something else has happened."""
    if expected is not None and expected != fold.seq:
        raise Conflict("ruling/stale", "Something has happened in this game since; please look at it again.")


def _add(draft: Draft, by: Caller, kind: str, data: Json, reason: str, right: str) -> None:
    """Add a ruling, with why and by what right, and tell others of it."""
    game_id = draft.head.game
    said = {**data, "reason": keep_text(game_id, reason), RIGHT: right}
    draft.add(sealed(game_id, draft.fold.hash, Entry(kind, None, said, name_actor(game_id, by))))
    spread(reviews.RULED, draft, by)
