"""The rules and result checks: illegal events, the platform's order of events, and results made up."""

import pytest

from engine.verify import verify
from tests.engine.platform_log import export, exported, platform_events
from tests.engine.verify.tampering import tampered


def test_an_illegal_event_is_named() -> None:
    events = platform_events()
    at = next(at for at, fields in enumerate(events) if fields["kind"] == "place")
    events[at]["y"] = 9
    document = exported() | {"events": events}
    checks = verify(document)
    assert checks["rules"].startswith(f"Event {at + 1}: ")
    assert checks["result"] == "unchecked"


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("game/joined", "nobody can join after the start"),
        ("game/started", "already been started"),
        ("game/adjudicated", "after the adjudication"),
    ],
)
def test_the_platforms_events_keep_their_order(kind: str, sentence: str) -> None:
    events = platform_events()
    extra = {"kind": kind, "seat": 0, "contribution": ""} if kind == "game/joined" else {"kind": kind}
    extra |= {"how": "as-stands"} if kind == "game/adjudicated" else {}
    events.insert(8, extra)
    document = exported() | {"events": events}
    assert sentence in verify(document)["rules"]


def test_nothing_of_the_rules_happens_before_the_start() -> None:
    events = [fields for fields in platform_events() if fields["kind"] != "game/started"]
    document = exported() | {"events": events}
    assert "before the start" in verify(document)["rules"]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("status", "running"),
        ("scores", [1, 2, 3]),
        ("forfeits", [0]),
        ("places", [1, 1, 1]),
        ("places", [True, 2, 3]),
        ("winners", []),
        ("winners", None),
    ],
)
def test_a_changed_result_is_found(key: str, value: object) -> None:
    checks = tampered(lambda document: document["result"].update({key: value}))
    assert f"“{key}”" in checks["result"]


@pytest.mark.parametrize("key", ["status", "scores", "forfeits", "places", "winners"])
def test_an_incomplete_result_is_found(key: str) -> None:
    checks = tampered(lambda document: document["result"].pop(key))
    assert f"“{key}”" in checks["result"]


def test_the_order_of_winners_and_forfeits_does_not_matter() -> None:
    events = [*platform_events(), {"kind": "ruling/forfeited", "seats": [2, 0], "reason": "00"}]
    document = export(events)
    document["result"]["forfeits"].reverse()
    assert verify(document)["result"] == "ok"
