"""The result check: what the record says came out is what its events and rulings give."""

from typing import Any

from engine.errors import Refused
from engine.records import Record
from engine.result import official_result
from engine.verify.verdict import ABSENT, OK


def check_result(record: Record) -> str:
    """Whether the record's result is the official one; asked only if the rules are kept."""
    given = record.document.get("result")
    if given is None:
        return ABSENT
    if not isinstance(given, dict):
        return "The result is not an object."
    try:
        official = official_result(record)
    except Refused as refusal:
        return refusal.sentence
    for key, value in official.items():
        if key not in given or not _is_same(key, given[key], value):
            return f"The result says something else than the events about “{key}”, which should be {value}."
    return OK


def _is_same(key: str, given: Any, official: Any) -> bool:
    """Equal in type too, as True is no place; lists of seats are sets."""
    if not isinstance(official, list):
        return type(given) is type(official) and bool(given == official)
    if not isinstance(given, list) or not all(type(item) is int for item in given):
        return False
    return sorted(given) == official if key in ("forfeits", "winners") else given == official
