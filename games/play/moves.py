"""Moves in a running game: a seat's own choices, and the rolls of dice on a table."""

from collections.abc import Collection
from typing import Any, Final

from engine.errors import Illegal, Malformed
from engine.protocol import Fields, Json
from games.accounts.callers import Caller, actor_of, get_or_create_actor
from games.clock.site_time import read_time
from games.log.entries import entry_of
from games.log.fold import Fold
from games.log.unit_of_work import Draft
from games.play.automatic_events import blinded_entry, throw_dice
from games.play.commands import Command, Receipt, carry_out
from games.play.cost_of_leaving import grace_entry
from games.play.permissions import keeps_score, refusal_for_stranger, refuse_program, require_seat
from games.refusals import Conflict, Forbidden
from games.statuses import OPEN

KIND: Final = "kind"
SEAT: Final = "seat"
"""All that somebody says who throws the server's dice."""


def make_move(game_id: str, by: Caller, command_id: str, action: Json, answers: int | None) -> Receipt:
    """Let a seat do something; `answers` names the event that asked for it, the roll as a rule.

    Only giving up answers nothing and may leave it out. No clock is looked at: a late move counts until the sweep has
    taken its deadline (`expire_game` in `games.play.deadlines`).
    """
    seat = _seat_of(action)

    def decide(draft: Draft) -> None:
        fold = draft.fold
        actor = require_seat(game_id, fold, by, seat)
        refuse_program(fold, by)
        require_running(fold)
        event = _read_action(fold, action)
        is_resigning = event == fold.rules.resigned(fold.state, seat)
        if not is_resigning:
            require_current(fold, answers)
        entry = blinded_entry(fold, event, actor)
        if is_resigning:
            # By the log's time, by which anybody counts: after a clock was set back the two may differ by a day.
            entry.data.update(grace_entry(game_id, fold, seat, by.account, read_time(draft.at)))
        draft.add(entry)
        if not is_resigning:
            _refuse_forfeit(fold, draft.fold)

    return carry_out(game_id, Command(command_id, by, "act", {"action": action, "answers": answers}), decide)


def enter_roll(game_id: str, by: Caller, command_id: str, roll: Json, answers: int | None) -> Receipt:
    """Enter what dice on the table show: a roll, or a reroll that the active player has chosen."""

    def decide(draft: Draft) -> None:
        fold = draft.fold
        actor = _require_scorekeeper(game_id, fold, by)
        require_running(fold)
        if not fold.has_table_dice:
            raise Illegal("dice/server", "In this game the server rolls the dice.")
        require_current(fold, answers)
        draft.add(entry_of(fold.rules.encode(_read_throw(fold, roll)), actor))

    return carry_out(game_id, Command(command_id, by, "enter_roll", {"roll": roll, "answers": answers}), decide)


def require_running(fold: Fold) -> None:
    """Refuse what is only possible while a game is played."""
    if fold.status == OPEN:
        raise Conflict("game/not-started", "The game has not been started yet.")
    if fold.is_over:
        raise Conflict("game/over", "The game is over.")


def require_current(fold: Fold, answers: Any) -> None:
    """Refuse an answer to something that was asked before."""
    if type(answers) is not int:
        raise Malformed("move/answers", "A move must name the event that it answers.")
    if answers != fold.asked:
        template = "This answers event {answers}, but event {asked} has come since."
        raise Conflict("move/stale", template, answers=answers, asked=fold.asked)


def _refuse_forfeit(before: Fold, after: Fold) -> None:
    """Nobody says of themselves that their time ran out: only a clock does."""
    if before.rules.forfeits(before.state) != after.rules.forfeits(after.state):
        raise Illegal("move/forfeit", "Whoever wants to give up a game resigns it.")


def _seat_of(action: Any) -> int:
    seat = action.get("seat") if isinstance(action, dict) else None
    if type(seat) is not int:
        raise Malformed("event/no-seat", "An action is an object with a kind and a seat.")
    return seat


def _read_action(fold: Fold, action: Fields) -> Any:
    """The event that an action describes, which must say nothing else."""
    complete = _with_dice(fold, action)
    event = fold.rules.decode(complete)
    _refuse_unknown_fields(action, fold.rules.encode(event) if complete is action else (KIND, SEAT))
    return event


def _refuse_unknown_fields(said: Fields, known: Collection[str]) -> None:
    """Refuse a field that would be left out of the log in silence."""
    for name in said:
        if name not in known:
            raise Malformed("event/unknown-field", "There is no field “{field}” in this event.", field=name)


def _with_dice(fold: Fold, action: Fields) -> Fields:
    """The action, with what the server's dice show if it throws them."""
    game_dice, kind = fold.rules.dice, action.get("kind")
    again = game_dice.throws.get(kind) if game_dice and isinstance(kind, str) else None
    if game_dice is None or again is None:
        return action
    if fold.has_table_dice:
        raise Illegal("dice/table", "In this game rolls are entered from the table.")
    if not again:
        raise Illegal("dice/server", "In this game the server rolls the dice.")
    return throw_dice(fold, {"kind": kind, "seat": action["seat"]})


def _read_throw(fold: Fold, roll: Any) -> Any:
    """The event of a roll that was entered."""
    game_dice = fold.rules.dice
    kind = roll.get("kind") if isinstance(roll, dict) else None
    if game_dice is None or not isinstance(kind, str) or kind not in game_dice.throws:
        raise Malformed("dice/no-throw", "What was entered is no roll of the dice.")
    event = fold.rules.decode(roll)
    _refuse_unknown_fields(roll, fold.rules.encode(event))
    return event


def may_enter_roll(game_id: str, fold: Fold, by: Caller) -> bool:
    """Whether somebody may enter what dice on the table show: whoever created the game, or the scorekeepers of its
    club; players in their turn."""
    return fold.has_table_dice and (_is_scoring_player(fold, actor_of(game_id, by)) or keeps_score(fold, by))


def _is_scoring_player(fold: Fold, actor: str | None) -> bool:
    own = [seat for seat in fold.awaited if actor is not None and fold.seated[seat] == actor]
    return actor is not None and (actor == fold.host or bool(own))


def _require_scorekeeper(game_id: str, fold: Fold, by: Caller) -> str:
    """The id of whoever enters a roll, refused if they may not."""
    actor = actor_of(game_id, by)
    if actor is not None and _is_scoring_player(fold, actor):
        return actor
    if keeps_score(fold, by):
        return get_or_create_actor(game_id, by)
    raise refusal_for_stranger(
        game_id, fold, actor, Forbidden("dice/not-scorekeeper", "You do not keep the score of this game.")
    )
