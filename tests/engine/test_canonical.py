"""Canonical text and strict JSON."""

import math

import pytest

from engine.canonical import canonical, parse_json, parse_strictly
from engine.errors import Malformed


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 1, "a": [True, None, -3]}, '{"a":[true,null,-3],"b":1}'),
        ("é€😀", '"é€😀"'),
        ('"\\/\b\f\n\r\t', '"\\"\\\\/\\b\\f\\n\\r\\t"'),
        ("\x00\x1f\x7f\u2028", '"\\u0000\\u001f\x7f\u2028"'),
        (2**53 - 1, "9007199254740991"),
        ({}, "{}"),
    ],
)
def test_values_have_one_text(value: object, text: str) -> None:
    assert canonical(value) == text
    assert parse_json(text) == value


@pytest.mark.parametrize("value", [1.0, math.inf, 2**53, -(2**53), "\ud800", {"é": 1}, {1: 2}, b"x", {"a": {1}}])
def test_what_has_no_canonical_text_is_refused(value: object) -> None:
    with pytest.raises(Malformed):
        canonical(value)


def test_a_value_nested_too_deeply_is_refused() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(Malformed, match="too deeply"):
        canonical(deep)
    with pytest.raises(Malformed, match="too deeply"):
        parse_json("[" * 100_000 + "]" * 100_000)


@pytest.mark.parametrize("text", ["", "{", "NaN", "[Infinity]", "-Infinity", "{'a': 1}", "01", "[1,]", "nul", '"\x01"'])
def test_what_is_not_json_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        parse_json(text)


def test_a_number_too_long_to_be_meant_is_read_as_infinity() -> None:
    assert parse_json('{"x": ' + "9" * 5000 + ', "y": 7}') == {"x": math.inf, "y": 7}


def test_a_damaged_text_with_such_a_number_is_refused_as_any_other() -> None:
    with pytest.raises(Malformed):
        parse_json('{"x": ' + "9" * 5000)


@pytest.mark.parametrize("text", ['{"a":1,"a":1}', '[{"b":{"a":1,"c":2,"a":3}}]', '{"a":1,"\\u0061":2}'])
def test_a_key_that_stands_twice_is_refused_where_one_is_strict(text: str) -> None:
    parse_json(text)
    with pytest.raises(Malformed) as caught:
        parse_strictly(text)
    assert (caught.value.code, caught.value.facts["key"]) == ("json/repeated-key", "a")


@pytest.mark.parametrize("text", ['{"a":{"a":1},"b":{"a":2}}', '[1.5,"x",null]', '{"a":' + "9" * 5000 + "}"])
def test_whoever_is_strict_reads_the_same(text: str) -> None:
    assert parse_strictly(text) == parse_json(text)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "", "{", "NaN"])
def test_whoever_is_strict_refuses_what_is_no_json(text: str) -> None:
    with pytest.raises(Malformed):
        parse_strictly(text)
