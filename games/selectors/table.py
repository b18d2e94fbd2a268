"""A game as the page shows it on which it is played: everybody's place, and what whoever looks may do now."""

from typing import Any, Final

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from engine.errors import Refused
from engine.protocol import Json
from games.boards import AnyBoard, board_of
from games.log.fold import Fold
from games.refusals import Forbidden
from games.selectors.cards import card_of
from games.selectors.frames import seen_state
from games.selectors.names import names_by_seat
from games.selectors.viewing import Viewer, sight_of
from games.services.acting import may_enter_roll
from games.services.callers import Caller
from games.statuses import RUNNING

OUT: Final = "out"
ANSWERED: Final = "answered"
AWAITED: Final = "awaited"
ACTIVE: Final = "active"


def see_table(game_id: str, viewer: Viewer, by: Caller, is_any_open: bool = False) -> Json:
    """Everything that the page needs; refused as if the game did not exist to whoever may not see it."""
    sight = sight_of(game_id, viewer)
    fold, seat, card = sight.fold, sight.seat, card_of(sight)
    board, state = board_of(fold.rules.key), seen_state(fold, seat)
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
        "players": players_at(card, names, board, state, fold, seat),
        "prompt": _prompt(board, state, fold, names, seat),
        "choices": _choices(board, state, fold, seat, is_any_open),
        "pictures": board.pictures(),
        "keeps_score": fold.status == RUNNING and may_enter_roll(game_id, fold, by),
        "throws": _throws(board, state, fold, game_id, by),
        "due_at": (card["clock"] or {}).get("due_at"),
        "resigning": _resigning(fold, seat),
        "results": _results(card, names) if fold.is_over else [],
        "summary": board.summary(state) if fold.is_over else {},
    }


def read_choice(game_id: str, viewer: Viewer, phase: str, text: str) -> Json:
    """The action that a form of a phase has named by one of its choices, for the viewer's own seat."""
    _, fold, _, seat, _ = sight_of(game_id, viewer)
    if seat is None:
        raise Forbidden("seat/none", "Only who sits at this table can do that.")
    return board_of(fold.rules.key).read_choice(phase, seat, text)


def players_at(card: Json, names: list[str], board: AnyBoard, state: Any, fold: Fold, own: int | None) -> list[Json]:
    """Everybody with their place, one's own first, then clockwise."""
    seats = len(names)
    order = [((own or 0) + step) % seats for step in range(seats)]
    places = board.places(state) or [{"seat": seat} for seat in range(seats)]
    known = {player["seat"]: player for player in card["players"]}
    turn = board.round(state)
    answered = turn["answered"] if fold.status == RUNNING else []
    return [
        {
            **known.get(seat, {"kind": "free", "handle": None, "level": card["levels"][seat]}),
            "seat": seat,
            "name": names[seat],
            "place": places[seat],
            "is_own": seat == own,
            "state": _standing(fold, places[seat], seat, answered, turn["active"]),
        }
        for seat in order
    ]


def _standing(fold: Fold, place: Json, seat: int, answered: list[int], active: int | None) -> str:
    """What a seat is about, in one word."""
    if place.get("left"):
        return OUT
    if seat in answered:
        return ANSWERED
    if seat not in fold.awaited:
        return ""
    return ACTIVE if fold.awaited == [active] else AWAITED


def _prompt(board: AnyBoard, state: Any, fold: Fold, names: list[str], seat: int | None) -> str:
    """What is waited for, in the words of whoever looks."""
    if fold.is_over:
        return _("The game is over.")
    if seat is not None and seat in fold.awaited:
        return board.prompt(state, names, seat)
    if seat is not None and seat in board.round(state)["answered"]:
        waited = get_text_list([names[other] for other in fold.awaited], _("and"))
        return _("You have answered. Now it is up to %(names)s.") % {"names": waited}
    return board.prompt(state, names, None)


def _choices(board: AnyBoard, state: Any, fold: Fold, seat: int | None, is_any_open: bool) -> Json | None:
    """What the viewer may choose among, None if nothing is asked of them."""
    if seat is None or seat not in fold.awaited:
        return None
    throws = fold.rules.dice.throws if fold.rules.dice and fold.has_table_dice else {}
    actions = [action for action in fold.rules.actions(state, seat) if action["kind"] not in throws]
    return {"asked": fold.asked, "seq": fold.seq, **board.choices(state, seat, actions, is_any_open)}


def _throws(board: AnyBoard, state: Any, fold: Fold, game_id: str, by: Caller) -> list[Json]:
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


def _results(card: Json, names: list[str]) -> list[Json]:
    """Who has come where, the best first."""
    results = [{**result, "name": names[result["seat"]]} for result in card["results"]]
    return sorted(results, key=lambda result: (result["place"] or 0, result["seat"]))
