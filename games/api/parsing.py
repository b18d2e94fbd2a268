"""Reading what programs send: JSON in UTF-8 without floats, of a bounded size, and nothing else."""

from collections.abc import Mapping
from typing import IO, Any, Final, Protocol

from rest_framework.parsers import BaseParser

from engine.canonical import canonical, parse_strictly
from engine.errors import Malformed
from engine.protocol import Json

MOST_BODY_BYTES: Final = 64 * 1024
"""The most bytes of a body; the upload of a record has its own limit."""
DEEPEST_JSON: Final = 30


class Readable(Protocol):
    """A request, or the stream of its body."""

    def read(self, size: int, /) -> bytes:
        """At most so many bytes."""


class StrictJsonParser(BaseParser):
    """A body as JSON; what a log could not hold is refused before anybody looks at it."""

    media_type = "application/json"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Json:
        """The object in a body."""
        return read_object(read_body(stream, MOST_BODY_BYTES))


def too_long(most: int) -> Malformed:
    """A body that is longer than bodies at this address may be."""
    return Malformed("body/too-long", "A body has at most {most} bytes here.", most=most)


def read_body(stream: Readable, most: int) -> bytes:
    """All bytes of a body, refused if there are too many."""
    body = stream.read(most + 1)
    if len(body) > most:
        raise too_long(most)
    return body


def read_object(body: bytes) -> Json:
    """The JSON object in some bytes, refused if it holds anything that canonical text cannot."""
    value = read_json(body)
    if not isinstance(value, dict):
        raise Malformed("body/no-object", "A body is a JSON object.")
    return value


def read_json(body: bytes) -> Any:
    """The JSON value in some bytes."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise Malformed("body/not-utf-8", "A body is text in UTF-8.") from None
    value = parse_strictly(text)
    _check_depth(value, DEEPEST_JSON)
    canonical(value)
    return value


def _check_depth(value: Any, left: int) -> None:
    if left < 0:
        raise Malformed("json/too-deep", "This is nested too deeply.")
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            _check_depth(item, left - 1)
