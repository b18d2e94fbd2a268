"""Reading documents: JSON Lines from standard input; from files JSON Lines, or one document over many lines.

Lines are read and answered one at a time, so that a long file needs no more memory than its longest record; only a file
whose first line is not JSON is looked at as a whole. What cannot be read comes out as a refusal in its place.
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeAlias

from engine.canonical import parse_json
from engine.errors import Malformed, Refused

Found: TypeAlias = Any
"""A decoded document, or the `Refused` that says why there is none."""

BEGINNINGS: Final = (b"{", b"[", b",", b":")
"""How a line ends that is the beginning of a longer document."""
BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


def read_documents(paths: list[str]) -> Iterator[Found]:
    """All documents of the files, or of standard input if there are none."""
    if not paths:
        yield from _read_input()
    for path in paths:
        yield from _read_file(path)


def _read_input() -> Iterator[Found]:
    if sys.stdin is None:
        yield Malformed("file/unreadable", "There is no standard input.")
        return
    try:
        yield from read_lines(sys.stdin.buffer)
    except OSError as error:
        yield _unreadable("standard input", error)


def _read_file(path: str) -> Iterator[Found]:
    is_empty = True
    try:
        with Path(path).open("rb") as stream:
            for found in read_stream(stream):
                is_empty = False
                yield found
    except OSError as error:
        yield _unreadable(path, error)
        return
    if is_empty:
        yield Malformed("file/empty", "{path} holds no record.", path=path)


def _unreadable(name: str, error: OSError) -> Malformed:
    reason = error.strerror or type(error).__name__
    return Malformed("file/unreadable", "{path} cannot be read: {reason}.", path=name, reason=reason)


def read_stream(stream: BinaryIO) -> Iterator[Found]:
    """The documents of a file."""
    first = next((line for line in stream if line.strip()), b"")
    if not first or not isinstance(_parse(first), Refused):
        yield from read_lines([first])
        yield from read_lines(stream)
        return
    lines = [first, *stream]
    whole = _parse(b"".join(lines))
    if not isinstance(whole, Refused) or _is_broken_document(lines):
        yield whole
    else:
        yield from read_lines(lines)


def _is_broken_document(lines: list[bytes]) -> bool:
    """Whether lines that are no JSON together are more like one document than like many."""
    return lines[0].rstrip().endswith(BEGINNINGS) and not any(isinstance(_parse(line), dict) for line in lines)


def read_lines(lines: Iterable[bytes]) -> Iterator[Found]:
    """The document of each line that is not blank."""
    return (_parse(line) for line in lines if line.strip())


def _parse(text: bytes) -> Found:
    try:
        return parse_json(text.removeprefix(BYTE_ORDER_MARK).decode())
    except UnicodeDecodeError:
        return Malformed("json/not-utf8", "This is not UTF-8 text.")
    except Refused as refusal:
        return refusal
