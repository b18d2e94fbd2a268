"""The one way in which a value is written as text, so that its hash means something; and strict reading of JSON.

Canonical text is JSON with sorted keys and no spaces, strings escaped as RFC 8785 does. Allowed are whole numbers
below 2^53, strings without lone surrogates, booleans, null, lists, and objects with ASCII keys; no floats.
"""

import json
import math
from collections import Counter
from typing import Any, Final, NoReturn

from engine.errors import Malformed, Refused

LARGEST: Final = 2**53


def canonical(value: Any) -> str:
    """The canonical text of a value."""
    try:
        _check(value)
        return _encode(value)
    except RecursionError:
        raise Malformed("json/too-deep", "This is nested too deeply.") from None


_encode: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")).encode


def _check(value: Any) -> None:
    """Refuse what cannot be written; by far most values are plain and come first."""
    kind = type(value)
    if kind is str:
        if not value.isascii():
            _check_text(value)
    elif kind is int:
        _check_number(value)
    elif kind is dict:
        for key, item in value.items():
            if type(key) is not str or not key.isascii():
                raise Malformed("json/key", "Keys must be ASCII text, not {key}.", key=key)
            _check(item)
    elif kind is list or kind is tuple:
        for item in value:
            _check(item)
    elif value is not None and kind is not bool:
        raise Malformed("json/value", "A {type} cannot be written.", type=kind.__name__)


def _check_number(number: int) -> None:
    if not -LARGEST < number < LARGEST:
        raise Malformed("json/number", "A whole number must be below 2^53.")


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Malformed("json/surrogate", "A text holds half of a character.") from None


def canonical_or_none(value: Any) -> str | None:
    """The canonical text, in which 1, 1.0 and true differ; None if a value has none."""
    try:
        return canonical(value)
    except Malformed:
        return None


def parse_json(text: str) -> Any:
    """The value of a JSON text; numbers too long to be meant are read as infinity, which no field takes."""
    try:
        return _decode(text)
    except RecursionError:
        raise Malformed("json/too-deep", "This is nested too deeply.") from None
    except json.JSONDecodeError as error:
        template = "This is not JSON: {reason}, in line {line} at character {position}."
        where = {"line": error.lineno, "position": error.colno}
        raise Malformed("json/invalid", template, reason=error.msg, **where) from None


def parse_strictly(text: str) -> Any:
    """The same, refused if an object names a key twice: which of two values is meant would be anybody's guess."""
    value = parse_json(text)
    try:
        _pairs.decode(text)
    except RecursionError:
        raise Malformed("json/too-deep", "This is nested too deeply.") from None
    return value


def _decode(text: str) -> Any:
    try:
        return _strict.decode(text)
    except (json.JSONDecodeError, Refused):
        raise
    except ValueError:  # Python has a limit for the digits of a number
        return _lenient.decode(text)


def _refuse_constant(name: str) -> NoReturn:
    raise Malformed("json/invalid", "This is not JSON: {name} is not a number.", name=name)


def _read_long(digits: str) -> int | float:
    try:
        return int(digits)
    except ValueError:
        return math.inf


def _without_repetition(pairs: list[tuple[str, Any]]) -> None:
    if len({key for key, _ in pairs}) != len(pairs):
        [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise Malformed("json/repeated-key", "The key “{key}” stands twice in one object.", key=twice)


_strict: Final = json.JSONDecoder(parse_constant=_refuse_constant)
_lenient: Final = json.JSONDecoder(parse_constant=_refuse_constant, parse_int=_read_long)
_pairs: Final = json.JSONDecoder(object_pairs_hook=_without_repetition, parse_int=str, parse_float=str)
