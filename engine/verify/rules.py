"""The checks of rules and result: a legal replay between the start and an adjudication, joins before the start, and a
result that is what the events and rulings give.
"""

from typing import Any

from engine.errors import Refused
from engine.records import Faulty, Record, final_state, is_platform_kind
from engine.result import official_result
from engine.verify.verdict import ABSENT, OK, at_event


def check_rules(record: Record) -> str:
    """Whether the events are legal and in the order the platform allows; the first fault is told."""
    faults = [fault for fault in (_order_fault(record), _replay_fault(record)) if fault is not None]
    return str(at_event(*min(faults))) if faults else OK


def _replay_fault(record: Record) -> tuple[int, str] | None:
    """The first event that the rules do not allow, and why."""
    try:
        final_state(record)
    except Faulty as fault:
        return fault.at, fault.refusal.sentence
    return None


def _order_fault(record: Record) -> tuple[int, str] | None:
    """The first event that stands on the wrong side of the start or of an adjudication, and why."""
    kinds = [fields.get("kind") if isinstance(fields, dict) else None for fields in record.events]
    is_from_platform = "game/created" in kinds or "game/started" in kinds
    started = adjudicated = False
    for at, kind in enumerate(kinds, start=1):
        if kind == "game/joined" and started:
            return at, "nobody can join after the start."
        if kind == "game/started" and started:
            return at, "the game has already been started."
        if not is_platform_kind(kind) and is_from_platform and not started:
            return at, "nothing of the rules can happen before the start."
        if not is_platform_kind(kind) and adjudicated:
            return at, "nothing of the rules can happen after the adjudication."
        started = started or kind == "game/started"
        adjudicated = adjudicated or kind == "game/adjudicated"
    return None


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
