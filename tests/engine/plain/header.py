"""What a record must look like before the rules are asked: the header, and each event's fields."""

from typing import Any

from .figures import COLORS, LEVELS, NUMBERS

Event = dict[str, Any]

SEATS = {"solo": [1], "standard": [2, 3, 4], "duel": [2]}
REASONS = ["stuck", "resign", "timeout", "stop"]
FIELDS = {
    "start": ["seat", "color", "x"],
    "roll": ["seat", "color", "number"],
    "keep": ["seat"],
    "reroll": ["seat", "color", "number"],
    "place": ["seat", "color", "column", "x", "y"],
    "bomb": ["seat"],
    "drop": ["seat", "reason"],
    "mini": ["seat", "x", "y"],
    "waive": ["seat"],
}


class Fault(Exception):
    """The header or an event is malformed or against the rules."""


def require(condition: bool, sentence: str) -> None:
    """Refuse with this sentence unless the condition holds."""
    if not condition:
        raise Fault(sentence)


def is_integer(value: object) -> bool:
    """A whole number; a boolean is none."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_one_of(value: object, words: list[str]) -> bool:
    """One of these strings, and nothing that merely compares equal."""
    return isinstance(value, str) and value in words


def check_header(document: object) -> tuple[str, list[int], list[object]]:
    """The variant, the levels and the events, not yet looked into."""
    if not isinstance(document, dict):
        raise Fault("a record is an object")
    require(is_one_of(document.get("format"), ["brikks-record/1"]), "unknown format")
    require(is_one_of(document.get("game", "brikks"), ["brikks"]), "unknown game")
    version = document.get("rules_version", 1)
    require(is_integer(version) and version == 1, "unknown rules version")
    variant, levels, events = document.get("variant"), document.get("levels"), document.get("events")
    if not isinstance(variant, str) or variant not in SEATS:
        raise Fault("unknown variant")
    if not isinstance(levels, list) or len(levels) not in SEATS[variant]:
        raise Fault("one level per seat")
    require(all(is_integer(level) and level in LEVELS for level in levels), "levels go from 1 to 4")
    if not isinstance(events, list):
        raise Fault("events are a list")
    return variant, levels, events


def is_passed_over(event: object) -> bool:
    """Kinds with a slash are the platform's own."""
    if not isinstance(event, dict):
        return False
    kind = event.get("kind")
    return isinstance(kind, str) and "/" in kind


def check_event(event: object, seats: int) -> Event:
    """The event, once its kind is known and every field it needs is there and makes sense."""
    if not isinstance(event, dict):
        raise Fault("an event is an object")
    kind = event.get("kind")
    if not isinstance(kind, str) or kind not in FIELDS:
        raise Fault("unknown kind")
    for field in FIELDS[kind]:
        require(field in event, f"{field} is missing")
        require(is_sound(field, event[field]), f"{field} makes no sense")
    require(0 <= event["seat"] < seats, "no such seat")
    return event


def is_sound(field: str, value: object) -> bool:
    """Whether a field holds the right type, and a value the table of blocks or reasons knows."""
    if field == "color":
        return is_one_of(value, COLORS)
    if field == "reason":
        return is_one_of(value, REASONS)
    if field in ("number", "column"):
        return is_integer(value) and value in NUMBERS
    return is_integer(value)
