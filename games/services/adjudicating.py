"""Ending a running game by decision of whoever runs it."""

import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from engine.errors import Malformed
from engine.protocol import Json
from engine.result import AS_STANDS, FORFEIT
from games.deals import is_secret
from games.log.drafts import Draft
from games.log.entries import Entry
from games.log.fold import ADJUDICATED_KIND, Fold
from games.models import ErasableText
from games.refusals import Forbidden, no_such_game
from games.services.acting import require_running
from games.services.callers import Caller, actor_of, name_actor, stranger
from games.services.commands import Command, Receipt, carry_out

LONGEST_REASON = 2000


def adjudicate(
    game_id: str, by: Caller, command_id: str, how: str, seats: Sequence[int] = (), reason: str = ""
) -> Receipt:
    """End a running game: with its sheets as they stand, or with some seats forfeiting it."""
    check_text(reason)

    def decide(draft: Draft) -> None:
        fold = draft.fold
        _check_right(draft, by)
        require_running(fold)
        data = _decision(fold, how, seats)
        if reason:
            data["reason"] = keep_text(game_id, reason)
        draft.add(Entry(ADJUDICATED_KIND, None, data, name_actor(game_id, by)))

    payload = {"how": how, "seats": seats, "reason": reason}
    return carry_out(game_id, Command(command_id, by, "adjudicate", payload), decide)


def check_text(text: Any) -> None:
    """Refuse what are no words; PostgreSQL has no text with a NUL in it."""
    if not isinstance(text, str) or "\0" in text:
        raise Malformed("text/no-text", "A reason is given in words.")
    if len(text) > LONGEST_REASON:
        raise Malformed("text/too-long", "A reason has at most {most} characters.", most=LONGEST_REASON)


def keep_text(game_id: str, text: str) -> str:
    """Keep somebody's words where they can be erased; what the log holds of them."""
    salt = secrets.token_hex(16)
    digest = sha256(f"{salt}|{text}".encode()).hexdigest()
    ErasableText.objects.create(game_id=game_id, sha256=digest, salt=salt, text=text)
    return digest


def _check_right(draft: Draft, by: Caller) -> None:
    """The server may, and staff who do not play in the game themselves, and may see it."""
    if by.is_system:
        return
    game_id, fold = draft.head.game, draft.fold
    actor = actor_of(game_id, by)
    if not by.is_staff:
        refusal = Forbidden("game/not-adjudicator", "Only whoever runs the games can end one by decision.")
        raise stranger(game_id, fold, actor, refusal)
    if actor is not None and actor in fold.seated:
        raise Forbidden("game/own-game", "Nobody decides about a game they play in.")
    if is_secret(fold, draft.head.deal):
        raise no_such_game(game_id)


def _decision(fold: Fold, how: Any, seats: Any) -> Json:
    known, is_list = range(len(fold.seated)), isinstance(seats, list | tuple)
    if how == AS_STANDS and is_list and not seats:
        return {"how": AS_STANDS}
    if how == FORFEIT and is_list and seats and all(type(seat) is int and seat in known for seat in seats):
        return {"how": FORFEIT, "seats": sorted(set(seats))}
    template = "A game is ended “{as_stands}”, or “{forfeit}” with the seats that forfeit it."
    raise Malformed("adjudication/how", template, as_stands=AS_STANDS, forfeit=FORFEIT)
