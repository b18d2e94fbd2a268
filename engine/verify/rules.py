"""The rules check: a legal replay between the start and an adjudication, and joins before the start."""

from engine.records import Faulty, Record, final_state, is_platform_kind
from engine.verify.verdict import OK, at_event


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
