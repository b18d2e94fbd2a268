"""The stored text of an event and the hash chain, with the contract's vector."""

import json
from datetime import datetime, timedelta

import pytest

from engine.errors import Malformed
from engine.log import FIRST_PREVIOUS, chain_hash, chain_hashes, is_id, is_time, read_body, write_body

VECTOR = (
    '{"actor":"p-7f","at":"2026-11-16T09:00:00.000000Z","data":{"color":"red","x":3},'
    '"game":"g1","kind":"start","seat":1,"seq":1}'
)
VECTOR_HASH = "8ba9bae9591c462a799b89745776e90b7c0ce30382bdc15ac4c4544b7889bd09"
EVENT = json.loads(VECTOR)


def test_the_vector_of_the_contract() -> None:
    assert write_body(**EVENT) == VECTOR
    assert chain_hash(FIRST_PREVIOUS, VECTOR) == VECTOR_HASH
    assert read_body(VECTOR) == EVENT


def test_each_hash_holds_the_one_before_it() -> None:
    first, second = chain_hashes([VECTOR, VECTOR])
    assert first == VECTOR_HASH
    assert second == chain_hash(first, VECTOR) != first


@pytest.mark.parametrize(
    "change",
    [
        {"seq": 0}, {"seq": True}, {"seq": "1"}, {"seat": -1}, {"seat": True}, {"seat": "0"}, {"kind": 5}, {"data": []},
        {"game": "g 1"}, {"game": ""}, {"actor": "a|b"}, {"actor": None}, {"at": "2026-11-16T09:00:00Z"},
        {"at": "2026-11-16T09:00:00.000000+00:00"}, {"at": "2026-13-16T09:00:00.000000Z"}, {"extra": 1},
        {"data": {"kind": "bomb"}}, {"data": {"seat": 0}}, {"data": {"seq": 1}},
    ],
)  # fmt: skip
def test_a_body_that_is_not_an_event_is_refused(change: dict[str, object]) -> None:
    text = json.dumps(EVENT | change, sort_keys=True, separators=(",", ":"))
    with pytest.raises(Malformed):
        read_body(text)
    if "extra" not in change:
        with pytest.raises(Malformed):
            write_body(**EVENT | change)


@pytest.mark.parametrize("key", sorted(EVENT))
def test_a_body_always_has_all_seven_keys(key: str) -> None:
    text = json.dumps({name: value for name, value in EVENT.items() if name != key}, separators=(",", ":"))
    with pytest.raises(Malformed):
        read_body(text)


@pytest.mark.parametrize(
    "text",
    [
        VECTOR.replace(":", ": ", 1),
        VECTOR + " ",
        json.dumps(EVENT, separators=(",", ":"))[:-1] + ',"seq":1}',
        VECTOR.replace('"x":3', '"x":3.0'),
        VECTOR.replace('"x":3', '"x":9007199254740992'),
        VECTOR.replace("red", "r\\u0065d"),
        VECTOR.replace("red", "r\\ud800d"),
        '{"actor":1}',
        "[]",
        "",
        None,
        17,
    ],
)
def test_only_the_canonical_text_is_a_body(text: object) -> None:
    with pytest.raises(Malformed):
        read_body(text)


def test_text_outside_ascii_stays_as_it_is() -> None:
    body = write_body(**EVENT | {"data": {"note": "Züge, café, 棋"}})
    assert "Züge, café, 棋" in body
    assert read_body(body)["data"]["note"] == "Züge, café, 棋"


@pytest.mark.parametrize(("value", "expected"), [("g-1", True), ("ABC", True), ("", False), ("a b", False), ("é", False), ("a\n", False), (5, False)])  # fmt: skip  # noqa: E501
def test_ids(value: object, expected: bool) -> None:
    assert is_id(value) is expected


@pytest.mark.parametrize(("value", "expected"), [("2026-11-16T09:00:00.123456Z", True), ("2026-02-30T09:00:00.123456Z", False), ("2026-11-16T24:00:00.000000Z", False), ("٢٠٢٦-11-16T09:00:00.123456Z", False), (None, False)])  # fmt: skip  # noqa: E501
def test_times(value: object, expected: bool) -> None:
    assert is_time(value) is expected


@pytest.mark.parametrize("year", [1, 999, 1900, 2000, 2023, 2024, 2100, 9999])
def test_exactly_the_days_of_the_calendar_are_times(year: int) -> None:
    first = datetime.fromisoformat(f"{year:04}-01-01")
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = {(first + timedelta(days)).date().isoformat() for days in range(365 + leap)}
    written = [f"{year:04}-{month:02}-{day:02}" for month in range(100) for day in range(100)]
    assert {day for day in written if is_time(f"{day}T09:00:00.000000Z")} == days


def test_exactly_the_times_of_a_day_are_times() -> None:
    for at in range(100):
        assert is_time(f"2026-11-16T{at:02}:59:59.999999Z") is (at < 24)
        assert is_time(f"2026-11-30T{at:02}:59:59.999999Z") is (at < 24)
        assert is_time(f"2026-11-16T23:{at:02}:00.000000Z") is (at < 60)
        assert is_time(f"2026-11-16T23:59:{at:02}.000000Z") is (at < 60)
