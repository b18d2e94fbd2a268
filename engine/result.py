"""The official result: one pure function of a game's log, rulings included.

It starts from the outcome by the rules. Adjudication stops a game as it stands; forfeits by the rules, by adjudication
or by ruling come last; a ruling can be reversed by a later one, and so can that.
"""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from engine.errors import Malformed
from engine.protocol import Json, Outcome
from engine.ranking import places, winners
from engine.records import Record, is_platform_kind, states

Numbered: TypeAlias = dict[int, Json]
"""Events by their number in the log."""

RUNNING: Final = "running"
FINISHED: Final = "finished"
ADJUDICATED: Final = "adjudicated"
VOIDED: Final = "voided"

AS_STANDS: Final = "as-stands"
FORFEIT: Final = "forfeit"


def official_result(record: Record) -> Json:
    """Status, scores, forfeits, places and winners of a record whose events are legal."""
    outcome, forfeited = _play(record)
    return result_of(outcome, forfeited, _platform_events(record.events))


def result_of(outcome: Outcome, by_rules: Mapping[int, set[int]], events: Numbered) -> Json:
    """The same for whoever has replayed the log already.

    Given are the outcome by the rules, who forfeited by them at which event, and the platform's own events.
    """
    seats = range(len(outcome.scores))
    rulings = in_force(_beginning(events, "ruling/"))
    adjudications = _of_kind(events, "game/adjudicated")
    forfeited = dict(by_rules)
    forfeited |= {at: _adjudged(at, fields, seats) for at, fields in adjudications.items()}
    forfeited |= {at: _seats(at, fields, seats) for at, fields in _of_kind(rulings, "ruling/forfeited").items()}
    forfeits = [forfeited[at] for at in sorted(forfeited)]
    status = _status(outcome, bool(adjudications), bool(_of_kind(rulings, "ruling/voided")))
    is_as_stands = any(fields["how"] == AS_STANDS for fields in adjudications.values())
    merits = outcome.standing if is_as_stands else outcome.merits
    is_decided = status in (FINISHED, ADJUDICATED)
    return {
        "status": status,
        "scores": [score["total"] for score in outcome.scores],
        "forfeits": sorted(set().union(*forfeits)),
        "places": places(merits, forfeits) if is_decided else None,
        "winners": winners(merits, forfeits) if is_decided else None,
    }


def rulings_in_force(events: list[Any]) -> Numbered:
    """The rulings that count: not reversed, or their reversal reversed."""
    return in_force(_beginning(_platform_events(events), "ruling/"))


def in_force(rulings: Numbered) -> Numbered:
    """The same of rulings alone, by their number in the log."""
    numbers = {_seq(at, fields): at for at, fields in rulings.items()}
    counting = dict(rulings)
    for at in sorted(rulings, reverse=True):
        target = rulings[at].get("ruling")
        is_reversal = at in counting and rulings[at]["kind"] == "ruling/reversed"
        if is_reversal and type(target) is int and numbers.get(target, at) < at:
            counting.pop(numbers[target], None)
    return counting


def _seq(at: int, fields: Json) -> int:
    """The number by which a ruling is reversed: its seq, which is its place in the log."""
    seq = fields.get("seq")
    return seq if type(seq) is int else at


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


def _status(outcome: Outcome, is_adjudicated: bool, is_voided: bool) -> str:
    if is_voided:
        return VOIDED
    if is_adjudicated:
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


def _platform_events(events: list[Any]) -> Numbered:
    """The platform's own events."""
    return {
        at: fields
        for at, fields in enumerate(events, start=1)
        if isinstance(fields, dict) and is_platform_kind(fields.get("kind"))
    }


def _beginning(events: Numbered, beginning: str) -> Numbered:
    """The events whose kind begins like this."""
    return {at: fields for at, fields in events.items() if fields["kind"].startswith(beginning)}


def _of_kind(events: Numbered, kind: str) -> Numbered:
    return {at: fields for at, fields in events.items() if fields["kind"] == kind}


def _unreadable(at: int, reason: str) -> Malformed:
    return Malformed("result/event", "Event {at} cannot be read: {reason}.", at=at, reason=reason)
