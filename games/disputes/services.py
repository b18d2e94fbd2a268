"""Flagging a game for review, saying something about that, ruling upon it, and taking a ruling back.

Play is not disturbed by a flag: it asks for nobody's answer and shows nothing that is sealed. A ruling changes nothing,
or the game counts for nobody, or some seats forfeit it. It is an event with its actor, the hash of its reason and by
what right it was given; what the result is now follows from the whole log, see `engine.result`.
"""

from collections.abc import Sequence
from typing import Any

from engine.errors import Malformed
from engine.protocol import Json
from games import extension
from games.accounts.callers import Caller, actor_of, get_or_create_actor
from games.disputes.checks import check_answer, check_flag, require_reversible, require_settleable, ruling_data
from games.disputes.rights import is_of_club, require_party, require_ruler, with_seal
from games.log.disputes import ANSWERED_KIND, OPENED_KIND, REVERSED_KIND, RIGHT, read_case
from games.log.entries import Entry
from games.log.fold import Fold
from games.log.unit_of_work import Draft
from games.play.commands import Command, Receipt, carry_out
from games.play.deals import is_secret
from games.play.persistence import store_erasable_text
from games.refusals import Conflict
from games.texts import require_visible_text


def open_dispute(game_id: str, by: Caller, command_id: str, at: int, statement: str) -> Receipt:
    """Flag an event of a game for review, with what one has to say about it."""
    require_visible_text(statement, Malformed("dispute/statement", "Please say what should be looked at."))

    def decide(draft: Draft) -> None:
        require_party(draft, by)
        actor = get_or_create_actor(game_id, by)
        check_flag(draft.fold, read_case(game_id), actor, at)
        draft.add(Entry(OPENED_KIND, None, {"event": at, "statement": store_erasable_text(game_id, statement)}, actor))
        announce_to_other_apps(extension.DISPUTE_OPENED, draft, by)

    return carry_out(game_id, Command(command_id, by, "open_dispute", {"at": at, "statement": statement}), decide)


def answer_dispute(game_id: str, by: Caller, command_id: str, dispute: int, statement: str) -> Receipt:
    """Say something about a dispute that waits for a ruling: the other players, and whoever opened it again."""
    require_visible_text(statement, Malformed("dispute/statement", "Please say what should be looked at."))

    def decide(draft: Draft) -> None:
        require_party(draft, by)
        actor = get_or_create_actor(game_id, by)
        check_answer(read_case(game_id), actor, dispute)
        draft.add(
            Entry(
                ANSWERED_KIND, None, {"dispute": dispute, "statement": store_erasable_text(game_id, statement)}, actor
            )
        )

    payload = {"dispute": dispute, "statement": statement}
    return carry_out(game_id, Command(command_id, by, "answer_dispute", payload), decide)


def announce_to_other_apps(what: str, draft: Draft, by: Caller) -> None:
    """Tell other apps of what was just added."""
    fold, head = draft.fold, draft.head
    actors = tuple(actor for actor in dict.fromkeys((*fold.seated, *fold.reserved)) if actor is not None)
    club, is_hidden = fold.created.get("club"), is_secret(fold, head.deal)
    extension.on_dispute_news.call_all(
        extension.DisputeNews(what, head.game, fold.seq, club, actors, by.account, is_hidden)
    )


def give_ruling(
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
        fold, case, right = draft.fold, read_case(game_id), require_ruler(draft, by)
        require_settleable(fold, case, actor_of(game_id, by), right, dispute, is_of_club(game_id, fold))
        _require_unchanged(fold, expected)
        _add_ruling(draft, by, f"ruling/{how}", ruling_data(fold, case, how, seats, dispute), reason, right)

    payload = {"how": how, "seats": seats, "reason": reason, "dispute": dispute, "expected": expected}
    return carry_out(game_id, Command(command_id, by, "rule", payload), decide)


def reverse_ruling(
    game_id: str, by: Caller, command_id: str, ruling: int, reason: str, expected: int | None = None
) -> Receipt:
    """Let a ruling count no more; a dispute that it has settled waits for one again."""
    _check_reason(reason)

    def decide(draft: Draft) -> None:
        right = require_ruler(draft, by)
        _require_unchanged(draft.fold, expected)
        require_reversible(read_case(game_id), ruling, right)
        _add_ruling(draft, by, REVERSED_KIND, {"ruling": ruling}, reason, right)

    payload = {"ruling": ruling, "reason": reason, "expected": expected}
    return carry_out(game_id, Command(command_id, by, "reverse_ruling", payload), decide)


def _check_reason(reason: Any) -> None:
    require_visible_text(reason, Malformed("ruling/reason", "A ruling needs a reason."))


def _require_unchanged(fold: Fold, expected: Any) -> None:
    """Nobody decides by what they saw before something else has happened."""
    if expected is not None and expected != fold.seq:
        raise Conflict("ruling/stale", "Something has happened in this game since; please look at it again.")


def _add_ruling(draft: Draft, by: Caller, kind: str, data: Json, reason: str, right: str) -> None:
    """Add a ruling, with why and by what right, and tell others of it."""
    game_id = draft.head.game
    said = {**data, "reason": store_erasable_text(game_id, reason), RIGHT: right}
    draft.add(with_seal(game_id, draft.fold.hash, Entry(kind, None, said, get_or_create_actor(game_id, by))))
    announce_to_other_apps(extension.DISPUTE_RULED, draft, by)
