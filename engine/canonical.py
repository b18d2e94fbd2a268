"""The one way in which a value is written as text, so that its hash means something; and strict reading of JSON.

Canonical text is JSON with sorted keys and no spaces, strings escaped as RFC 8785 does. Allowed are whole numbers
below 2^53, strings without lone surrogates, booleans, null, lists, and objects with ASCII keys; no floats.
"""

import json
import math
from typing import Any, Final, NoReturn

from engine.errors import Malformed, Refused

LARGEST: Final = 2**53


def canonical(value: Any) -> str:
    """The canonical text of a value."""
    try:
        _check(value)
        return json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
    except RecursionError:
        raise Malformed("json/too-deep", "This is nested too deeply.") from None


def _check(value: Any) -> None:
    if value is None or isinstance(value, bool):
        return
    if isinstance(value, int):
        if not -LARGEST < value < LARGEST:
            raise Malformed("json/number", "A whole number must be below 2^53.")
    elif isinstance(value, str):
        _check_text(value)
    elif isinstance(value, list | tuple):
        for item in value:
            _check(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str) or not key.isascii():
                raise Malformed("json/key", "Keys must be ASCII text, not {key}.", key=key)
            _check(item)
    else:
        raise Malformed("json/value", "A {type} cannot be written.", type=type(value).__name__)


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


_strict: Final = json.JSONDecoder(parse_constant=_refuse_constant)
_lenient: Final = json.JSONDecoder(parse_constant=_refuse_constant, parse_int=_read_long)
