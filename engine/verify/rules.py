"""The rules check: a legal replay, joins before the start, nothing of the rules outside start and adjudication."""

from engine.records import Faulty, Record, final_state, is_platform_kind
from engine.verify.verdict import OK, Wrong, at_event


def check_rules(record: Record) -> str:
    """Whether the events are legal and in the order the platform allows."""
    try:
        _check_order(record)
        final_state(record)
    except Faulty as fault:
        return str(at_event(fault.at, fault.refusal.sentence))
    except Wrong as wrong:
        return str(wrong)
    return OK


def _check_order(record: Record) -> None:
    kinds = [fields.get("kind") if isinstance(fields, dict) else None for fields in record.events]
    is_from_platform = "game/created" in kinds or "game/started" in kinds
    started = adjudicated = False
    for at, kind in enumerate(kinds, start=1):
        if kind == "game/joined" and started:
            raise at_event(at, "nobody can join after the start.")
        if kind == "game/started" and started:
            raise at_event(at, "the game has already been started.")
        if not is_platform_kind(kind) and is_from_platform and not started:
            raise at_event(at, "nothing of the rules can happen before the start.")
        if not is_platform_kind(kind) and adjudicated:
            raise at_event(at, "nothing of the rules can happen after the adjudication.")
        started = started or kind == "game/started"
        adjudicated = adjudicated or kind == "game/adjudicated"
