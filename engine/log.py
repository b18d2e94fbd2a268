"""The hash chain of a game's log: the stored text of an event, and how each hash holds all before it."""

import re
from collections.abc import Iterator
from datetime import datetime
from hashlib import sha256
from typing import Any, Final

from engine.canonical import canonical, parse_json
from engine.errors import Malformed, Refused
from engine.protocol import Json

FIRST_PREVIOUS: Final = "0" * 64
KEYS: Final = ("actor", "at", "data", "game", "kind", "seat", "seq")
RESERVED: Final = frozenset(("kind", "seq", "seat"))
"""What data cannot name, as a record shows it beside the event's own."""

PLAIN_TIME: Final = re.compile(
    r"[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z", re.ASCII
)
"""Times on the days that every month has, for which no calendar is needed; most are."""

_ID: Final = re.compile(r"[A-Za-z0-9-]+")
_AT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)


def write_body(*, game: str, seq: int, kind: str, seat: int | None, data: Json, actor: str, at: str) -> str:
    """The stored text of one event."""
    body = {"actor": actor, "at": at, "data": data, "game": game, "kind": kind, "seat": seat, "seq": seq}
    check_body(body)
    return canonical(body)


def chain_hash(previous: str, body: str) -> str:
    """The hash of an event, which holds the hash before it."""
    return sha256(f"brikks-log/1\n{previous}\n{body}".encode()).hexdigest()


def chain_hashes(bodies: list[str]) -> Iterator[str]:
    """The hashes of a whole log."""
    previous = FIRST_PREVIOUS
    for body in bodies:
        previous = chain_hash(previous, body)
        yield previous


def read_body(text: Any) -> Json:
    """The event that a stored text holds; refused unless the text is exactly as it should be written."""
    if not isinstance(text, str):
        raise _unreadable("it is not a text")
    body = parse_json(text)
    check_body(body)
    if canonical(body) != text:
        raise _unreadable("it is not written in the canonical way")
    assert isinstance(body, dict)
    return body


def check_body(body: Any) -> None:
    """Refuse a body whose keys or values are not those of an event."""
    if not isinstance(body, dict) or sorted(body) != list(KEYS):
        raise _unreadable(f"its keys are not {', '.join(KEYS)}")
    if type(body["seq"]) is not int or body["seq"] < 1:
        raise _unreadable("its seq is not a whole number from 1")
    if body["seat"] is not None and (type(body["seat"]) is not int or body["seat"] < 0):
        raise _unreadable("its seat is neither a seat nor null")
    if not isinstance(body["kind"], str) or not isinstance(body["data"], dict):
        raise _unreadable("its kind or data is of the wrong type")
    if has_reserved(body["data"]):
        raise _unreadable("its data names a key that belongs to the event itself")
    if not (is_id(body["game"]) and is_id(body["actor"])):
        raise _unreadable("its game or actor is not an id")
    if not is_time(body["at"]):
        raise _unreadable("its time is not UTC with six digits and a Z")


def has_reserved(data: Json) -> bool:
    """Whether data names a key that belongs to the event itself."""
    return not RESERVED.isdisjoint(data)


def is_id(value: Any) -> bool:
    """Whether a value may be the id of a game, an actor or a deal."""
    return isinstance(value, str) and _ID.fullmatch(value) is not None


def is_time(value: Any) -> bool:
    """Whether a value is a time as the log writes it."""
    if not isinstance(value, str):
        return False
    if PLAIN_TIME.fullmatch(value):
        return True
    if not _AT.fullmatch(value):
        return False
    try:
        return datetime.fromisoformat(value) is not None
    except ValueError:
        return False


def _unreadable(reason: str) -> Refused:
    return Malformed("chain/body", "The stored text is not that of an event: {reason}.", reason=reason)
