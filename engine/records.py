"""Game records: reading the header of a decoded document, and playing its events one by one."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from engine.errors import Malformed, Refused
from engine.registry import AnyGame, find

FORMAT: Final = "brikks-record/1"
DEFAULT_GAME: Final = "brikks"
DEFAULT_RULES: Final = 1


class Faulty(Exception):
    """A record with something wrong in it, and where: the number of the event from 1, or 0 for the header."""

    def __init__(self, at: int, refusal: Refused) -> None:
        super().__init__(at, refusal)
        self.at = at
        self.refusal = refusal


class Record(NamedTuple):
    """A record whose header has been read."""

    game: AnyGame
    start: Any
    """The state before the first event."""
    events: list[Any]
    document: Mapping[str, Any]


def read_record(document: Any) -> Record:
    """The record in a decoded document; a faulty header is a fault at 0."""
    try:
        return _read(document)
    except Refused as refusal:
        raise Faulty(0, refusal) from None


def _read(document: Any) -> Record:
    if not isinstance(document, dict):
        raise Malformed("record/not-an-object", "A record is an object, not {value}.", value=document)
    for field in ("format", "variant", "levels", "events"):
        if field not in document:
            raise Malformed("record/missing-field", "The record needs the field “{field}”.", field=field)
    if document["format"] != FORMAT:
        raise Malformed("record/unknown-format", "“{format}” is not a format known here.", format=document["format"])
    if not isinstance(document["events"], list):
        raise Malformed("record/events", "The events of a record are a list.")
    game = find(document.get("game", DEFAULT_GAME), document.get("rules_version", DEFAULT_RULES))
    return Record(game, game.start(document), document["events"], document)


def is_platform_kind(kind: Any) -> bool:
    """Whether a kind is the platform's own, which the rules pass over."""
    return isinstance(kind, str) and "/" in kind


def states(record: Record) -> Iterator[tuple[int, Any]]:
    """The number of each event of the rules and the state after it, up to the first fault."""
    state = record.start
    decode, apply = record.game.decode, record.game.apply
    for at, fields in enumerate(record.events, start=1):
        try:
            if not isinstance(fields, dict):
                raise Malformed("event/not-an-object", "An event is an object with a kind.")
            if is_platform_kind(fields.get("kind")):
                continue
            state = apply(state, decode(fields))
        except Refused as refusal:
            raise Faulty(at, refusal) from None
        yield at, state


def final_state(record: Record) -> Any:
    """The state after all events."""
    state = record.start
    for _, reached in states(record):
        state = reached
    return state


def prefix(record: Record, events: int) -> Record:
    """The same record with only so many of its events."""
    return record._replace(events=record.events[:events])
