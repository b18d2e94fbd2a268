"""The official result: one pure function of a game's log, rulings included.

It starts from the outcome by the rules. Adjudication stops a game as it stands; forfeits by the rules, by adjudication
or by ruling come last; a ruling can be reversed by a later one, and so can that.
"""

from collections.abc import Iterator
from typing import Any, Final

from engine.errors import Malformed
from engine.protocol import Json, Outcome
from engine.ranking import places, winners
from engine.records import Record, is_platform_kind, states

RUNNING: Final = "running"
FINISHED: Final = "finished"
ADJUDICATED: Final = "adjudicated"
VOIDED: Final = "voided"

AS_STANDS: Final = "as-stands"
FORFEIT: Final = "forfeit"


def official_result(record: Record) -> Json:
    """Status, scores, forfeits, places and winners of a record whose events are legal."""
    outcome, forfeited = _play(record)
    seats = range(len(outcome.scores))
    rulings = rulings_in_force(record.events)
    adjudications = [at for at, fields in _numbered(record.events) if fields["kind"] == "game/adjudicated"]
    for at in adjudications:
        forfeited[at] = _adjudged(at, record.events[at - 1], seats)
    for at in rulings:
        if record.events[at - 1]["kind"] == "ruling/forfeited":
            forfeited[at] = _seats(at, record.events[at - 1], seats)
    forfeits = [forfeited[at] for at in sorted(forfeited)]
    status = _status(record, outcome, adjudications, rulings)
    merits = outcome.standing if adjudications else outcome.merits
    is_decided = status in (FINISHED, ADJUDICATED)
    return {
        "status": status,
        "scores": [score["total"] for score in outcome.scores],
        "forfeits": sorted(set().union(*forfeits)),
        "places": places(merits, forfeits) if is_decided else None,
        "winners": winners(merits, forfeits) if is_decided else None,
    }


def rulings_in_force(events: list[Any]) -> list[int]:
    """The numbers of the rulings that count: not reversed, or their reversal reversed."""
    rulings = {at: fields for at, fields in _numbered(events) if fields["kind"].startswith("ruling/")}
    reversed_: set[int] = set()
    for at in sorted(rulings, reverse=True):
        target = rulings[at].get("ruling")
        is_reversal = rulings[at]["kind"] == "ruling/reversed" and at not in reversed_
        if is_reversal and type(target) is int and target < at:
            reversed_.add(target)
    return [at for at in rulings if at not in reversed_]


def _play(record: Record) -> tuple[Outcome, dict[int, set[int]]]:
    """The outcome by the rules, and who forfeited at which event."""
    state, seen = record.start, 0
    forfeited: dict[int, set[int]] = {}
    for at, state in states(record):
        forfeits = record.game.forfeits(state)
        if len(forfeits) > seen:
            forfeited[at] = set(forfeits[seen:])
            seen = len(forfeits)
    return record.game.outcome(state), forfeited


def _status(record: Record, outcome: Outcome, adjudications: list[int], rulings: list[int]) -> str:
    if any(record.events[at - 1]["kind"] == "ruling/voided" for at in rulings):
        return VOIDED
    if adjudications:
        return ADJUDICATED
    return FINISHED if outcome.finished else RUNNING


def _adjudged(at: int, fields: Json, seats: range) -> set[int]:
    """The seats that an adjudication forfeits."""
    if fields.get("how") == AS_STANDS:
        return set()
    if fields.get("how") != FORFEIT:
        raise _unreadable(at, "it does not say how the game was adjudicated")
    return _seats(at, fields, seats)


def _seats(at: int, fields: Json, seats: range) -> set[int]:
    named = fields.get("seats")
    if not isinstance(named, list) or not all(type(seat) is int and seat in seats for seat in named):
        raise _unreadable(at, "its seats are not a list of seats of this game")
    return set(named)


def _numbered(events: list[Any]) -> Iterator[tuple[int, Json]]:
    """The platform's own events and their numbers."""
    return (
        (at, fields)
        for at, fields in enumerate(events, start=1)
        if isinstance(fields, dict) and is_platform_kind(fields.get("kind"))
    )


def _unreadable(at: int, reason: str) -> Malformed:
    return Malformed("result/event", "Event {at} cannot be read: {reason}.", at=at, reason=reason)
