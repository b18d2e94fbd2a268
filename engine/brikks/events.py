"""The events of the rules as values, and as JSON objects.

Events name pieces and faces that exist. Reading one from JSON checks everything that can be checked without knowing the
game: fields present and of exactly the right type, colours and numbers that exist, blocks that lie on the sheet.
Whether an event is legal depends on the game and is up to the rules.
"""

from collections.abc import Callable
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias

from engine.brikks.blocks import FACES, MINI_PIECES, PIECES, START_COLUMN, Face, Piece
from engine.brikks.figures import BLOCKS, NUMBERS
from engine.brikks.refusals import illegal, malformed, words
from engine.brikks.sheet import LEAVING
from engine.brikks.state import SEAT_BITS
from engine.errors import Malformed, Refused, Word, as_json
from engine.protocol import Fields, Json


class Start(NamedTuple):
    """A seat draws its start block."""

    seat: int
    piece: Piece


class Roll(NamedTuple):
    """The active seat rolls both dice."""

    seat: int
    face: Face


class Keep(NamedTuple):
    """The active seat lets the roll stand."""

    seat: int


class Reroll(NamedTuple):
    """The active seat rolls both dice again; the second roll stands."""

    seat: int
    face: Face


class Place(NamedTuple):
    """A seat draws the rolled block, or another one that it pays for."""

    seat: int
    piece: Piece


class Bomb(NamedTuple):
    """A seat crosses out its next bomb and draws nothing."""

    seat: int


class Drop(NamedTuple):
    """A seat leaves the game."""

    seat: int
    reason: str


class Mini(NamedTuple):
    """A seat draws one of its mini blocks on the opponent's sheet."""

    seat: int
    piece: Piece


class Waive(NamedTuple):
    """A seat gives up the mini blocks it could still draw this round."""

    seat: int


Event: TypeAlias = Start | Roll | Keep | Reroll | Place | Bomb | Drop | Mini | Waive

SEATS: Final = range(len(SEAT_BITS))

_TYPE_NAMES: Final = {int: Word("a whole number"), str: Word("a text")}


def decode(fields: Fields) -> Event:
    """The event that a JSON object describes."""
    try:
        reader = _READERS[fields["kind"]]
    except (KeyError, TypeError):
        raise _refuse_kind(fields) from None
    return reader(fields)


def encode(event: Event) -> Json:
    """The JSON object that describes an event."""
    kind = _KINDS[type(event)]
    if isinstance(event, Roll | Reroll):
        return {"kind": kind, "seat": event.seat, "color": event.face.color, "number": event.face.column}
    if isinstance(event, Place):
        piece = event.piece
        block = {"color": piece.face.color, "column": piece.face.column}
        return {"kind": kind, "seat": event.seat, **block, "x": piece.x, "y": piece.y}
    if isinstance(event, Start):
        return {"kind": kind, "seat": event.seat, "color": event.piece.face.color, "x": event.piece.x}
    if isinstance(event, Mini):
        return {"kind": kind, "seat": event.seat, "x": event.piece.x, "y": event.piece.y}
    return {"kind": kind, **event._asdict()}


def _refuse_kind(fields: Fields) -> Malformed:
    if "kind" not in fields:
        return malformed("event/no-kind", known=words(_READERS))
    return malformed("event/unknown-kind", kind=fields["kind"], known=words(_READERS))


class Wanted(NamedTuple):
    """The fields that a kind of event needs, the seat first, and how to get them all."""

    names: tuple[str, ...]
    types: tuple[type, ...]
    get: Callable[[Fields], Any]


def _wanted(**types: type) -> Wanted:
    names = tuple(types)
    return Wanted(names, tuple(types.values()), itemgetter(*names))


def _read(fields: Fields, wanted: Wanted) -> tuple[Any, ...]:
    """The values of the wanted fields."""
    _, types, get = wanted
    try:
        values: tuple[Any, ...] = get(fields)
    except KeyError:
        raise _refuse_fields(fields, wanted) from None
    if tuple(map(type, values)) != types:
        raise _refuse_fields(fields, wanted)
    if values[0] not in SEATS:
        raise malformed("event/unknown-seat", seat=values[0])
    return values


def _refuse_fields(fields: Fields, wanted: Wanted) -> Malformed:
    """The first field that is missing or of the wrong type; asked only when one is."""
    for name, needed in zip(wanted.names, wanted.types, strict=True):
        if name not in fields:
            return malformed("event/missing-field", kind=fields["kind"], field=name)
        if type(fields[name]) is not needed:
            return malformed("event/wrong-type", field=name, wanted=_TYPE_NAMES[needed], value=as_json(fields[name]))
    raise AssertionError("every field is there and of the right type")


_SEAT: Final = Wanted(("seat",), (int,), itemgetter("seat"))
_START: Final = _wanted(seat=int, color=str, x=int)
_THROW: Final = _wanted(seat=int, color=str, number=int)
_PLACE: Final = _wanted(seat=int, color=str, column=int, x=int, y=int)
_DROP: Final = _wanted(seat=int, reason=str)
_MINI: Final = _wanted(seat=int, x=int, y=int)


def _seat(fields: Fields) -> int:
    seat = fields.get("seat")
    if type(seat) is not int:
        raise _refuse_fields(fields, _SEAT)
    if seat not in SEATS:
        raise malformed("event/unknown-seat", seat=seat)
    return seat


def _start(fields: Fields) -> Start:
    seat, color, x = _read(fields, _START)
    piece = PIECES.get((color, START_COLUMN, x, 0))
    if piece is None and color in BLOCKS:
        raise illegal("start/outside", color=Word(color), x=x)
    if piece is None:
        raise malformed("event/unknown-color", color=color, known=words(BLOCKS))
    return Start(seat, piece)


def _throw(fields: Fields) -> tuple[int, Face]:
    seat, color, number = _read(fields, _THROW)
    face = FACES.get((color, number))
    if face is None:
        raise _refuse_block(color, number)
    return seat, face


def _place(fields: Fields) -> Place:
    seat, color, column, x, y = _read(fields, _PLACE)
    piece = PIECES.get((color, column, x, y))
    if piece is None:
        raise _refuse_block(color, column)
    return Place(seat, piece)


def _drop(fields: Fields) -> Drop:
    seat, reason = _read(fields, _DROP)
    if reason not in LEAVING:
        raise malformed("event/unknown-reason", reason=reason, known=words(LEAVING))
    return Drop(seat, reason)


def _mini(fields: Fields) -> Mini:
    seat, x, y = _read(fields, _MINI)
    piece = MINI_PIECES.get((x, y))
    if piece is None:
        raise illegal("mini/outside")
    return Mini(seat, piece)


def _refuse_block(color: str, number: int) -> Refused:
    """What is wrong with a block that is not in the tables."""
    if color not in BLOCKS:
        return malformed("event/unknown-color", color=color, known=words(BLOCKS))
    if number not in NUMBERS:
        return malformed("event/unknown-number", number=number)
    return illegal("move/outside", color=Word(color), column=number)


_READERS: Final[dict[str, Callable[[Fields], Event]]] = {
    "start": _start,
    "roll": lambda fields: Roll(*_throw(fields)),
    "keep": lambda fields: Keep(_seat(fields)),
    "reroll": lambda fields: Reroll(*_throw(fields)),
    "place": _place,
    "bomb": lambda fields: Bomb(_seat(fields)),
    "drop": _drop,
    "mini": _mini,
    "waive": lambda fields: Waive(_seat(fields)),
}
_KINDS: Final[dict[type, str]] = {
    Start: "start",
    Roll: "roll",
    Keep: "keep",
    Reroll: "reroll",
    Place: "place",
    Bomb: "bomb",
    Drop: "drop",
    Mini: "mini",
    Waive: "waive",
}
