"""A table as its page shows it: before the start its seats, who has taken them and for whom the others are; while it is
played everybody's sheet, and what whoever looks may do now.
"""

from collections.abc import Collection
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from engine.errors import Refused
from engine.protocol import Json
from games.accounts.callers import Caller, Viewer
from games.extension import table_wait
from games.log.fold import Fold
from games.log.state_cache import load_fold
from games.play.cards import card_of, names_by_seat, see_card
from games.play.models import PlayerGame
from games.play.moves import may_enter_roll
from games.play.replay import players_with_sheets, visible_state
from games.play.visibility import actor_of_viewer, head_of, sight_of
from games.presenters.protocol import AnyPresenter
from games.presenters.registry import presenter_of
from games.refusals import Forbidden
from games.statuses import OPEN, RUNNING


def see_table(game_id: str, viewer: Viewer, by: Caller, is_any_open: bool = False) -> Json:
    """Everything that the page needs; refused as if the game did not exist to whoever may not see it."""
    sight = sight_of(game_id, viewer)
    fold, seat, card = sight.fold, sight.seat, card_of(sight)
    board, state = presenter_of(fold.rules.key), visible_state(fold, seat)
    names = names_by_seat(card["players"], len(fold.seated))
    return {
        "card": card,
        "board": board,
        "game": game_id,
        "status": fold.status,
        "is_running": fold.status == RUNNING,
        "is_over": fold.is_over,
        "head": {"seq": fold.seq, "hash": fold.hash},
        "seat": seat,
        "asked": fold.asked,
        "phase": fold.rules.awaiting(state).phase,
        "awaited": fold.awaited,
        **board.round(state),
        "dice": board.dice(state),
        "names": names,
        "sheets": {str(at): sheet for at, sheet in enumerate(board.sheets(state))},
        "players": players_with_sheets(card, names, board, state, fold, seat),
        "prompt": _prompt(board, state, fold, names, seat),
        "choices": _choices(board, state, fold, seat, is_any_open),
        "pictures": board.pictures(),
        "keeps_score": fold.status == RUNNING and may_enter_roll(game_id, fold, by),
        "throws": _throws(board, state, fold, game_id, by),
        "due_at": (card["clock"] or {}).get("due_at"),
        "resigning": _resigning(fold, seat),
        "results": _results_by_rank(card, names) if fold.is_over else [],
        "summary": board.summary(state) if fold.is_over else {},
    }


def read_choice(game_id: str, viewer: Viewer, phase: str, text: str) -> Json:
    """The action that a form of a phase has named by one of its choices, for the viewer's own seat."""
    _, fold, _, seat, _ = sight_of(game_id, viewer)
    if seat is None:
        raise Forbidden("seat/none", "Only who sits at this table can do that.")
    return presenter_of(fold.rules.key).read_choice(phase, seat, text)


def _prompt(board: AnyPresenter, state: Any, fold: Fold, names: list[str], seat: int | None) -> str:
    """What is waited for, in the words of whoever looks."""
    if fold.is_over:
        return _("The game is over.")
    if seat is not None and seat in fold.awaited:
        return board.prompt(state, names, seat)
    if seat is not None and seat in board.round(state)["answered"]:
        waited = get_text_list([names[other] for other in fold.awaited], _("and"))
        return _("You have answered. Now it is up to %(names)s.") % {"names": waited}
    return board.prompt(state, names, None)


def _choices(board: AnyPresenter, state: Any, fold: Fold, seat: int | None, is_any_open: bool) -> Json | None:
    """What the viewer may choose among, None if nothing is asked of them."""
    if seat is None or seat not in fold.awaited:
        return None
    throws = fold.rules.dice.throws if fold.rules.dice and fold.has_table_dice else {}
    actions = [action for action in fold.rules.actions(state, seat) if action["kind"] not in throws]
    return {"asked": fold.asked, "seq": fold.seq, **board.choices(state, seat, actions, is_any_open)}


def _throws(board: AnyPresenter, state: Any, fold: Fold, game_id: str, by: Caller) -> list[Json]:
    """The rolls of dice on the table that the viewer may enter now, by the seat whose roll it is."""
    dice = fold.rules.dice
    if dice is None or fold.status != RUNNING or not may_enter_roll(game_id, fold, by):
        return []
    asked = [action for seat in fold.awaited for action in fold.rules.actions(state, seat)]
    rolls = [action for action in asked if action["kind"] in dice.throws]
    return [
        {
            "kind": roll["kind"],
            "seat": roll["seat"],
            "faces": board.throws([{**roll, **dice.write(face)} for face in range(dice.faces)]),
        }
        for roll in rolls
    ]


def _resigning(fold: Fold, seat: int | None) -> Json | None:
    """The action by which the viewer gives up, None if they cannot any more."""
    if seat is None or fold.status != RUNNING:
        return None
    event = fold.rules.resigned(fold.state, seat)
    try:
        fold.rules.apply(fold.state, event)
    except Refused:
        return None
    return fold.rules.encode(event)


def _results_by_rank(card: Json, names: list[str]) -> list[Json]:
    """Who has come where, the best first."""
    results = [{**result, "name": names[result["seat"]]} for result in card["results"]]
    return sorted(results, key=lambda result: (result["place"] or 0, result["seat"]))


def see_seats(game_id: str, viewer: Viewer, here: Collection[int] = ()) -> Json:
    """The card of a game with its seats; `here` are the accounts that play on the viewer's device."""
    game = see_card(game_id, viewer)
    players = {player["seat"]: player for player in game["players"]}
    expected = {player["seat"]: player for player in game["expected"]}
    accounts = dict(PlayerGame.objects.filter(game=game_id, account__in=here).values_list("seat", "account"))
    seats = [
        {
            "seat": seat,
            "kind": kind,
            "level": level,
            "player": players.get(seat),
            "kept_for": expected.get(seat),
            "is_own": seat == game["seat"],
            "is_here": seat in accounts and seat != game["seat"],
        }
        for seat, (kind, level) in enumerate(zip(game["seats"], game["levels"], strict=True))
    ]
    wait = table_wait(game_id) if game["tournament"] is not None and game["status"] == OPEN else None
    return {**game, "table": seats, "timeout": (game["clock"] or {}).get("timeout"), "wait": wait}


def see_invitation(game_id: str, viewer: Viewer) -> Json:
    """What the holder of a game's link may know before sitting down: what is played, and which seats are free.

    Nobody is named: that is for the page of the game, which not every holder of a link may see.
    """
    head = head_of(game_id)
    fold = load_fold(head)
    actor, agreed = actor_of_viewer(game_id, viewer), fold.created
    kinds = [seat["kind"] for seat in agreed["seats"]]
    return {
        "id": game_id,
        "key": agreed["key"],
        "variant": agreed["variant"],
        "rated": agreed["rated"],
        "commitment": "" if "contributions" in fold.dice else fold.dice.get("commitment", ""),
        "seconds": (agreed["clock"] or {}).get("seconds"),
        "seats": len(kinds),
        "free": [kind for seat, kind in enumerate(kinds) if _is_seat_free(fold, seat, actor)],
        "status": fold.status,
        "seat": fold.seat_of(actor) if actor else None,
        "is_host": actor is not None and actor == fold.host,
    }


def _is_seat_free(fold: Fold, seat: int, actor: str | None) -> bool:
    """Whether nobody sits on a seat, and it is kept for nobody else."""
    return fold.seated[seat] is None and fold.reserved[seat] in (None, actor)
