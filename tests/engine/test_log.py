"""The stored text of an event and the hash chain, with the contract's vector."""

import json

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
    ],
)  # fmt: skip
def test_a_body_that_is_not_an_event_is_refused(change: dict[str, object]) -> None:
    text = json.dumps(EVENT | change, sort_keys=True, separators=(",", ":"))
    with pytest.raises(Malformed):
        read_body(text)


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
