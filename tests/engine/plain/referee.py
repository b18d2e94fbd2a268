"""The plain referee of whole records: what `replay` and `options` must say about a decoded document."""

from typing import Any

from .header import Fault, check_header
from .moves import apply
from .options import options
from .table import Table, new_table, scores, winners


class FaultAt(Exception):
    """A record is refused at this event, counted from 1; 0 is the header."""

    def __init__(self, at: int) -> None:
        super().__init__(f"refused at event {at}")
        self.at = at


def replay(document: object) -> tuple[Table, int]:
    """The table after all events and how many there are, or FaultAt."""
    try:
        variant, levels, events = check_header(document)
    except Fault as fault:
        raise FaultAt(0) from fault
    table = new_table(variant, levels)
    for at, event in enumerate(events, start=1):
        try:
            apply(table, event)
        except Fault as fault:
            raise FaultAt(at) from fault
    return table, len(events)


def referee(document: object) -> dict[str, Any]:
    """What `replay` prints for a decoded record, without the words of an error."""
    try:
        table, events = replay(document)
    except FaultAt as fault:
        return {"ok": False, "at": fault.at}
    return {
        "ok": True,
        "events": events,
        "finished": table.phase == "over",
        "scores": scores(table),
        "winners": winners(table),
    }


def referee_options(document: object) -> dict[str, Any]:
    """What `options` prints for a decoded record, lists sorted, without the words of an error."""
    try:
        table, _ = replay(document)
    except FaultAt as fault:
        return {"ok": False, "at": fault.at}
    return options(table)
