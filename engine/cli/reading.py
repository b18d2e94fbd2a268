"""Reading documents from standard input or files: JSON Lines, or one document spread over many lines.

Documents are read one at a time, so that a long file needs no more memory than its longest record. What cannot be read
comes out as a refusal in its place.
"""

import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeAlias

from engine.canonical import parse_json
from engine.errors import Malformed, Refused

Found: TypeAlias = Any | Refused
"""A decoded document, or why there is none."""

CONTINUED: Final = ("{", "[", ",", ":")
"""How a line ends that is the beginning of a longer document."""


def read_documents(paths: list[str]) -> Iterator[Found]:
    """All documents of the files, or of standard input if there are none."""
    if not paths:
        yield from read_stream(sys.stdin.buffer)
    for path in paths:
        yield from _read_file(path)


def _read_file(path: str) -> Iterator[Found]:
    try:
        with Path(path).open("rb") as stream:
            is_empty = True
            for found in read_stream(stream):
                is_empty = False
                yield found
    except OSError as error:
        reason = error.strerror or type(error).__name__
        yield Malformed("file/unreadable", "{path} cannot be read: {reason}.", path=path, reason=reason)
        return
    if is_empty:
        yield Malformed("file/empty", "{path} holds no record.", path=path)


def read_stream(stream: BinaryIO) -> Iterator[Found]:
    """The documents of a stream."""
    lines = (line for line in _without_mark(stream) if line.strip())
    first = next(lines, None)
    if first is None:
        return
    found = _parse(first)
    if not (isinstance(found, Refused) and first.rstrip().endswith(tuple(map(str.encode, CONTINUED)))):
        yield from chain([found], map(_parse, lines))
        return
    second = next(lines, b"")
    if isinstance(_parse(second), dict):
        yield from chain([found, _parse(second)], map(_parse, lines))
    else:
        yield _parse(b"".join([first, second, *lines]))


def _without_mark(stream: Iterable[bytes]) -> Iterator[bytes]:
    """The lines without a byte order mark, which some editors write."""
    lines = iter(stream)
    for first in lines:
        yield first.removeprefix(b"\xef\xbb\xbf")
        yield from lines


def _parse(text: bytes) -> Found:
    try:
        return parse_json(text.decode())
    except UnicodeDecodeError:
        return Malformed("json/not-utf8", "This is not UTF-8 text.")
    except Refused as refusal:
        return refusal
