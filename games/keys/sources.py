"""Where keys come from: an environment variable, or a file that is made on the first use and is its owner's alone.

What a key looks like is not known here. Whatever is wrong with a key is said with the place it came from and never with
what was found there.
"""

import contextlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


class KeyUnusable(ImproperlyConfigured):
    """A key cannot be read or made, or is none; the sentence says which, and why."""


def read_variable(name: str) -> str:
    """The text of an environment variable, "" if it is not set; a newline may be written as a backslash and an n."""
    return os.environ.get(name, "").replace("\\n", "\n").strip()


def variable(name: str) -> str:
    """An environment variable as the subject of a sentence."""
    return f"The environment variable {name}"


def file(path: Path) -> str:
    """A file as the subject of a sentence."""
    return f"The file {path}"


def read_file(path: Path) -> bytes:
    """What a key file holds, refused with the reason if the system does not give it out."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise KeyUnusable(f"{file(path)} cannot be read: {error.strerror}.") from error


def read_or_make(path: Path, make: Callable[[], bytes]) -> bytes:
    """What a key file holds, made first if there is none."""
    try:
        if not path.exists():
            _make_file(path, make)
    except OSError as error:
        raise KeyUnusable(f"{file(path)} cannot be made: {error.strerror}: {error.filename}.") from error
    return read_file(path)


def _make_file(path: Path, make: Callable[[], bytes]) -> None:
    try:
        content = make()
    except KeyUnusable:
        # Another process may have made the key and used it since we looked: then it is there, and none is lost.
        if not path.exists():
            raise
    else:
        _write_first(path, content)


def _write_first(path: Path, content: bytes) -> None:
    """Write under a temporary name and link it: of two first uses at once, one key wins whole."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # mkstemp gives mode 0600.
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(descriptor, "wb") as new:
            new.write(content)
            new.flush()
            os.fsync(new.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(temporary, path)
    finally:
        os.unlink(temporary)
    _sync_folder(path.parent)
    _sync_folder(path.parent.parent)


def _sync_folder(folder: Path) -> None:
    """Write a folder's entries to the disk: a power cut must not take a key whose work is already in the database."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
