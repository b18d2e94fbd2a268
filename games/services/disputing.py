"""Flagging a game for review, and saying something about that.

Whoever has a seat in a game may, also while it goes on, and so may those who run its club, unless they have played the
same dice in another game. Play is not disturbed: a flag asks for nobody's answer and shows nothing that is sealed.
"""

from typing import Any

from engine.errors import Malformed
from games import reviews
from games.clubs import RUNNING_IT, role_in
from games.deals import is_secret
from games.log.disputes import ANSWERED, OPENED
from games.log.drafts import Draft
from games.log.entries import Entry
from games.log.fold import Fold
from games.log.reading import read_case
from games.log.verdicts import check_answer, check_flag, is_playing
from games.models import Attempt
from games.readable import is_blank
from games.refusals import Forbidden, no_such_game
from games.services.adjudicating import check_text, keep_text
from games.services.callers import Caller, actor_of, name_actor, stranger
from games.services.commands import Command, Receipt, carry_out


def open_dispute(game_id: str, by: Caller, command_id: str, at: int, statement: str) -> Receipt:
    """Flag an event of a game for review, with what one has to say about it."""
    check_words(statement, Malformed("dispute/statement", "Please say what should be looked at."))

    def decide(draft: Draft) -> None:
        _require_party(draft, by)
        actor = name_actor(game_id, by)
        check_flag(draft.fold, read_case(game_id), actor, at)
        draft.add(Entry(OPENED, None, {"event": at, "statement": keep_text(game_id, statement)}, actor))
        spread(reviews.OPENED, draft, by)

    return carry_out(game_id, Command(command_id, by, "open_dispute", {"at": at, "statement": statement}), decide)


def answer_dispute(game_id: str, by: Caller, command_id: str, dispute: int, statement: str) -> Receipt:
    """Say something about a dispute that waits for a ruling: the other players, and whoever opened it again."""
    check_words(statement, Malformed("dispute/statement", "Please say what should be looked at."))

    def decide(draft: Draft) -> None:
        _require_party(draft, by)
        actor = name_actor(game_id, by)
        check_answer(read_case(game_id), actor, dispute)
        draft.add(Entry(ANSWERED, None, {"dispute": dispute, "statement": keep_text(game_id, statement)}, actor))

    payload = {"dispute": dispute, "statement": statement}
    return carry_out(game_id, Command(command_id, by, "answer_dispute", payload), decide)


def spread(what: str, draft: Draft, by: Caller) -> None:
    """Tell other apps of what was just added."""
    fold, head = draft.fold, draft.head
    actors = tuple(actor for actor in dict.fromkeys((*fold.seated, *fold.reserved)) if actor is not None)
    club, is_hidden = fold.created.get("club"), is_secret(fold, head.deal)
    reviews.tell(reviews.News(what, head.game, fold.seq, club, actors, by.account, is_hidden))


def check_words(text: Any, nothing_said: Malformed) -> None:
    """Refuse what are no words, no words at all, and what cannot be seen."""
    check_text(text)
    if is_blank(text):
        raise nothing_said


def has_run(fold: Fold, deal: str | None, account: int | None) -> bool:
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
    return role_in(by.account, fold.created.get("club")) in RUNNING_IT and not has_run(fold, deal, by.account)


def not_a_party() -> Forbidden:
    """Somebody who has nothing to do with a game wants it to be looked into."""
    return Forbidden("dispute/not-party", "Only those who play in a game, or run its club, can flag it for review.")


def _require_party(draft: Draft, by: Caller) -> None:
    game_id, fold = draft.head.game, draft.fold
    actor = actor_of(game_id, by)
    if not is_party(fold, actor, by, draft.head.deal):
        raise stranger(game_id, fold, actor, not_a_party())
    if not is_playing(fold, actor) and is_secret(fold, draft.head.deal):
        raise no_such_game(game_id)
