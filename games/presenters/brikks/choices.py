"""What a seat may choose among: blocks with their prices, and landings with what they bring, all in words."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.brikks.blocks import FACE_LIST, FACES, MINI, START_COLUMN, Face, Piece, price
from engine.brikks.board import cells_of
from engine.brikks.drawing import LETTERS
from engine.brikks.events import Bomb, Drop, Event, Keep, Mini, Place, Reroll, Start, Waive, decode
from engine.brikks.figures import ANY_BLOCK_PRICE, COLUMNS
from engine.brikks.options import preview
from engine.brikks.sheet import STOP, STUCK, Sheet, draw, with_crosses
from engine.brikks.state import MINIS, MOVES, START, State
from engine.errors import Malformed
from engine.protocol import Json
from games.presenters.brikks.sheets import MOVE_LETTERS as STEPS
from games.presenters.brikks.texts import face_id, name_of, position_of, signed

LANDING: Final = re.compile(r"(?P<color>[a-z]{1,10})(-(?P<column>[0-9]))?:(?P<x>[0-9]{1,2}):(?P<y>[0-9]{1,2})")
BOMB_CHOICE: Final = "bomb"
DROP_CHOICE: Final = "drop"
Choice: TypeAlias = tuple[Json, Event]
"""An action as it is sent, and what it means."""


def choices(state: State, seat: int, actions: Sequence[Json], is_any_open: bool) -> Json:
    """Everything that a seat may do now; the blocks of other colours only if they are asked for."""
    known = list(_read(actions))
    faces = _faces(state, seat, known, is_any_open)
    shown = {face["id"] for face in faces}
    landings = [_landing(state, action, event) for action, event in known if _face_of(event) in shown]
    fitting = {landing["face"] for landing in landings}
    return {
        "seat": seat,
        "sheet": 1 - seat if state.phase == MINIS else seat,
        "phase": state.phase,
        "surface": surface(state.sheets[1 - seat if state.phase == MINIS else seat]),
        "faces": [_with_landings(face, fitting) for face in faces],
        "landings": landings,
        "bomb": _bomb(state, known),
        "drop": _drop(known),
        "any": _any_block(state, seat),
        "anyOpen": is_any_open and state.phase == MOVES,
        "buttons": [button for choice in known if (button := _button(*choice))],
    }


def surface(sheet: Sheet) -> str:
    """How high each column is filled, for those who cannot see it."""
    heights = [max((y + 1 for x, y in cells_of(sheet.cells) if x == column), default=0) for column in range(COLUMNS)]
    listed = ", ".join(str(height) for height in heights)
    return _("The columns are filled up to these rows, from the left: %(heights)s.") % {"heights": listed}


def _read(actions: Sequence[Json]) -> Iterator[Choice]:
    """The actions as events; a roll that has no result yet is taken for any."""
    for action in actions:
        if action["kind"] == "reroll":
            yield action, Reroll(action["seat"], FACE_LIST[0])
        elif action["kind"] != "roll":
            yield action, decode(action)


def _face_of(event: Event) -> str | None:
    return face_id(event.piece.face) if isinstance(event, Start | Place | Mini) else None


def _faces(state: State, seat: int, known: list[Choice], is_any_open: bool) -> list[Json]:
    """The blocks that are shown to choose among, whether they can be paid for or not."""
    if state.phase == START:
        open_colors = {event.piece.face.color for _, event in known if isinstance(event, Start)}
        return [_free(face) for face in FACE_LIST if face.column == START_COLUMN and face.color in open_colors]
    if state.phase == MINIS:
        return [_free(MINI)]
    if state.phase != MOVES:
        return []
    ready = state.sheets[seat].ready
    shown = FACE_LIST if is_any_open else [face for face in FACE_LIST if face.color == state.roll.color]
    return [_face(face, state.roll, ready) for face in shown]


def _free(face: Face) -> Json:
    return _face(face, face, 0)


def _face(face: Face, rolled: Face, ready: int) -> Json:
    cost = price(rolled, face) if face is not rolled else 0
    return {
        "id": face_id(face),
        "color": face.color,
        "column": face.column,
        "price": cost,
        "affordable": cost <= ready,
        "reason": "" if cost <= ready else too_dear(cost, ready),
        "rolled": face is rolled,
        "fits": True,
        "name": name_of(face),
    }


def _with_landings(face: Json, fitting: set[str]) -> Json:
    """A block that can be paid for but lands nowhere cannot be had either, and says so."""
    if not face["affordable"] or face["id"] in fitting:
        return face
    return {**face, "affordable": False, "fits": False, "reason": _("It fits nowhere.")}


def too_dear(cost: int, ready: int) -> str:
    """Why a block cannot be had."""
    return _("It costs %(price)d energy, and %(ready)d are ready.") % {"price": cost, "ready": ready}


def _any_block(state: State, seat: int) -> Json | None:
    """The way to all other blocks."""
    if state.phase != MOVES:
        return None
    ready = state.sheets[seat].ready
    is_affordable = ready >= ANY_BLOCK_PRICE
    reason = "" if is_affordable else too_dear(ANY_BLOCK_PRICE, ready)
    return {"price": ANY_BLOCK_PRICE, "affordable": is_affordable, "reason": reason}


def _landing(state: State, action: Json, event: Any) -> Json:
    """One place for a block, with how it gets there and what it brings."""
    piece: Piece = event.piece
    brought = preview(state, event)
    way = brought.get("path", {"x": piece.x, "moves": []})
    moves = "".join(STEPS[move] for move in way["moves"])
    gains = {name: brought.get(name, 0) for name in ("price", "energy", "crosses", "rows", "score")}
    return {
        "id": f"{face_id(piece.face)}:{piece.x}:{piece.y}",
        "face": face_id(piece.face),
        "x": piece.x,
        "y": piece.y,
        "action": action,
        "from": way["x"],
        "moves": moves,
        "straight": not set(moves) - {"d"},
        **gains,
        "after": _after(state, event, gains["price"]),
        "words": ", ".join(_phrases(piece, moves, gains)),
    }


def _after(state: State, event: Any, cost: int) -> Json:
    """The bars of one's own sheet afterwards."""
    own = state.sheets[event.seat]
    sheet = with_crosses(own, own.crosses - 1) if isinstance(event, Mini) else draw(own, event.piece, cost)
    return {"ready": sheet.ready, "circled": sheet.circled, "crosses": sheet.crosses}


def _phrases(piece: Piece, moves: str, gains: Json) -> Iterator[str]:
    """Where a block lands, how, and what that brings, from the most important on."""
    where = position_of(piece)
    yield _("column %(column)d") % where
    yield _("rests on row %(row)d") % where
    slide = _slide(moves)
    if slide:
        yield slide
    if gains["energy"]:
        yield _("%(energy)s energy") % {"energy": signed(gains["energy"])}
    if gains["rows"]:
        yield ngettext("completes %(rows)d row", "completes %(rows)d rows", gains["rows"]) % gains
    if gains["crosses"]:
        yield ngettext("%(crosses)d cross", "%(crosses)d crosses", gains["crosses"]) % gains
    if gains["score"]:
        points = signed(gains["score"])
        yield ngettext("%(points)s point", "%(points)s points", abs(gains["score"])) % {"points": points}


def _slide(moves: str) -> str:
    aside = set(moves) - {"d"}
    if aside == {"l", "r"}:
        return _("slides left and right")
    if aside:
        return _("slides left") if aside == {"l"} else _("slides right")
    return ""


def _bomb(state: State, known: list[Choice]) -> Json | None:
    for action, event in known:
        if isinstance(event, Bomb):
            points = preview(state, event)["score"]
            said = {"points": signed(points)}
            cost = ngettext("Bomb: %(points)s point", "Bomb: %(points)s points", abs(points)) % said
            words = cost if points else _("Bomb: draw nothing this time")
            return {"action": action, "score": points, "price": signed(points), "words": words}
    return None


def _drop(known: list[Choice]) -> Json | None:
    for action, event in known:
        if isinstance(event, Drop) and event.reason != STOP:
            return {"action": action, "words": _("Drop out")}
    return None


def _button(action: Json, event: Event) -> Json | None:
    """A choice that needs no place; the usual one is marked."""
    words = _button_words(event)
    if not words:
        return None
    kind = STOP if isinstance(event, Drop) else action["kind"]
    return {"kind": kind, "action": action, "words": words, "is_strong": isinstance(event, Keep)}


def _button_words(event: Event) -> str:
    if isinstance(event, Keep):
        return _("Keep the roll")
    if isinstance(event, Reroll):
        return _("Roll again")
    if isinstance(event, Waive):
        return _("Draw no more mini blocks")
    return _("End the game here") if isinstance(event, Drop) and event.reason == STOP else ""


def read_choice(phase: str, seat: int, text: str) -> Json:
    """The action that a form of a phase has named: `bomb`, `drop`, or a block with its place such as `red-3:4:2`.

    Whether it is possible is up to the rules. The same form means the same whenever it is sent.
    """
    if text == BOMB_CHOICE:
        return {"kind": "bomb", "seat": seat}
    if text == DROP_CHOICE:
        return {"kind": "drop", "seat": seat, "reason": STUCK}
    found = LANDING.fullmatch(text)
    if found is None:
        raise Malformed("choice/unreadable", "Choose one of the places in the list.")
    x, y = int(found["x"]), int(found["y"])
    if phase == START:
        return {"kind": "start", "seat": seat, "color": found["color"], "x": x}
    if phase == MINIS:
        return {"kind": "mini", "seat": seat, "x": x, "y": y}
    column = int(found["column"] or 0)
    return {"kind": "place", "seat": seat, "color": found["color"], "column": column, "x": x, "y": y}


def throws(rolls: Sequence[Json]) -> list[Json]:
    """What dice on a table can show, each with its name."""
    return [
        {
            "roll": roll,
            "short": LETTERS[roll["color"]],
            "color": roll["color"],
            "number": roll["number"],
            "name": name_of(FACES[roll["color"], roll["number"]]),
        }
        for roll in rolls
    ]
