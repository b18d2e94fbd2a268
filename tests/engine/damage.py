"""Ways to damage a record, as a faulty program, a bad disk or a cheat would."""

import copy
from collections.abc import Callable
from random import Random
from typing import Any

Document = dict[str, Any]

JUNK: list[Any] = [
    None, True, False, 0, 1, -1, 2, 3, 4, 7, 11, 2**31, 2**63, 10**30, -(10**30), 0.0, 1.0, 1.5, float("inf"),
    float("nan"), "", "0", "1", "red", "white", "purple", "place", "stuck", "RED", "\ud800", "é" * 300, [], [1], {},
    {"kind": "roll"}, [[[[]]]], {"a": {"b": {"c": None}}},
]  # fmt: skip
"""Values that may stand where another belongs."""

KINDS = ["start", "roll", "keep", "reroll", "place", "bomb", "drop", "mini", "waive"]
REASONS = ["stuck", "resign", "timeout", "stop", "bored", ""]
FIELDS = ["kind", "seat", "color", "number", "column", "x", "y", "reason"]


def damaged(rng: Random, record: Document, others: list[Document]) -> Document:
    """A record with one to three things done to it, some of them harmless."""
    spoiled = copy.deepcopy(record)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        rng.choice(WAYS)(rng, spoiled, others)
    return spoiled


def _events(record: Document) -> list[Any]:
    events = record.get("events")
    return events if isinstance(events, list) else []


def _some_event(rng: Random, record: Document) -> dict[str, Any]:
    """An event to damage in place; late ones more often, as they are reached through more of the game."""
    events = [event for event in _events(record) if isinstance(event, dict)]
    return rng.choice(events[-rng.randint(1, 8) :] if rng.random() < 0.7 else events) if events else {}


def wrong_value(rng: Random, record: Document, others: list[Document]) -> None:
    """A field gets a value of any type."""
    event = _some_event(rng, record)
    event[rng.choice(list(event) or FIELDS)] = copy.deepcopy(rng.choice(JUNK))


def missing_field(rng: Random, record: Document, others: list[Document]) -> None:
    """A field is gone."""
    event = _some_event(rng, record)
    if event:
        del event[rng.choice(list(event))]


def shifted_number(rng: Random, record: Document, others: list[Document]) -> None:
    """A number is a little off, which may still be legal."""
    event = _some_event(rng, record)
    numbers = [name for name, value in event.items() if type(value) is int]
    if numbers:
        event[rng.choice(numbers)] += rng.choice([-2, -1, 1, 2])


def other_word(rng: Random, record: Document, others: list[Document]) -> None:
    """Another kind, colour or reason, which may still be legal."""
    event = _some_event(rng, record)
    name = rng.choice(["kind", "color", "reason"])
    words = {"kind": KINDS, "color": ["white", "yellow", "green", "red", "blue", "black"], "reason": REASONS}
    event[name] = rng.choice(words[name])


def swapped_events(rng: Random, record: Document, others: list[Document]) -> None:
    """Two neighbouring events change places; answers of different seats may."""
    events = _events(record)
    if len(events) > 1:
        at = rng.randrange(len(events) - 1)
        events[at], events[at + 1] = events[at + 1], events[at]


def repeated_event(rng: Random, record: Document, others: list[Document]) -> None:
    """An event happens twice."""
    events = _events(record)
    if events:
        at = rng.randrange(len(events))
        events.insert(at + rng.choice([0, 1, 1, 2]), copy.deepcopy(events[at]))


def lost_event(rng: Random, record: Document, others: list[Document]) -> None:
    """An event is missing."""
    events = _events(record)
    if events:
        del events[rng.randrange(len(events))]


def foreign_event(rng: Random, record: Document, others: list[Document]) -> None:
    """An event from another game gets in."""
    source = _events(rng.choice(others))
    events = _events(record)
    if source:
        events.insert(rng.randint(0, len(events)), copy.deepcopy(rng.choice(source)))


def made_up_drop(rng: Random, record: Document, others: list[Document]) -> None:
    """Somebody leaves for some reason, which is often legal."""
    events = _events(record)
    drop = {"kind": "drop", "seat": rng.randint(0, 3), "reason": rng.choice(REASONS)}
    events.insert(rng.randint(max(0, len(events) - 6), len(events)), drop)


def not_an_event(rng: Random, record: Document, others: list[Document]) -> None:
    """Something else than an object stands among the events."""
    events = _events(record)
    events.insert(rng.randint(0, len(events)), copy.deepcopy(rng.choice(JUNK)))


def platform_event(rng: Random, record: Document, others: list[Document]) -> None:
    """An event of the platform's own, which the rules pass over whatever it holds."""
    events = _events(record)
    kind = rng.choice(["game/created", "game/finished", "ruling/voided", "x/", "/", "drop/stuck"])
    events.insert(rng.randint(0, len(events)), {"kind": kind, "seat": copy.deepcopy(rng.choice(JUNK))})


def extra_key(rng: Random, record: Document, others: list[Document]) -> None:
    """A key that nobody asked for, which changes nothing."""
    target = rng.choice([record, _some_event(rng, record)])
    target[rng.choice(["seq", "at", "actor", "note", "id", "price"])] = copy.deepcopy(rng.choice(JUNK))


def wrong_header(rng: Random, record: Document, others: list[Document]) -> None:
    """A field of the header is changed or gone."""
    name = rng.choice(["format", "game", "variant", "levels", "events", "rules_version"])
    values = [*JUNK, "solo", "standard", "duel", [1], [1, 2], [2, 2, 1], [1, 2, 3, 4], [1] * 5, [0], [True], ["1"]]
    if rng.random() < 0.3:
        record.pop(name, None)
    else:
        record[name] = copy.deepcopy(rng.choice(values))


WAYS: list[Callable[[Random, Document, list[Document]], None]] = [
    wrong_value, wrong_value, missing_field, shifted_number, shifted_number, shifted_number, other_word, other_word,
    swapped_events, swapped_events, repeated_event, lost_event, foreign_event, made_up_drop, made_up_drop, not_an_event,
    platform_event, extra_key, wrong_header,
]  # fmt: skip
