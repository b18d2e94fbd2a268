"""The file of the witness: `witness.json` in the folder of keys, read and written whole, synced to the disk.

Several processes of this machine write it, one after the other. Another machine has a file of its own, which may be
behind: that is no harm, because what it remembers must still be in the database.
"""

import fcntl
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.conf import settings

from games.witness.statement import Statement, Unreadable, read_statement, write_statement

FILE: Final = "witness.json"


def place() -> Path:
    """Where the file is."""
    return Path(settings.KEYS) / FILE


def read() -> Statement:
    """What is remembered, nothing before the first time; refused if the file is there and cannot be used."""
    try:
        return read_statement(place().read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Statement()
    except Unreadable as error:
        raise _unusable(str(error)) from None
    except (OSError, UnicodeDecodeError) as error:
        raise _unusable(f"it cannot be read: {error}") from None


def change(new: Callable[[Statement], Statement]) -> Statement:
    """Remember something else, given what is remembered; nobody else changes it meanwhile."""
    folder = place().parent
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _locked(folder):
        old = read()
        statement = new(old)
        if statement != old:
            _write(statement)
    return statement


def _unusable(reason: str) -> Unreadable:
    return Unreadable(
        f"The file {place()}, in which this site remembers its last checkpoint, cannot be used: {reason}. "
        "Nothing is signed. Put it back from the backup of your keys, or move it away; then the next start begins a "
        "new one, and the audit says so for ever."
    )


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
        # What was renamed in the folder is on the disk before anybody else has it.
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _write(statement: Statement) -> None:
    """Under another name first: whoever reads sees the old one or the new one whole."""
    descriptor, passing = tempfile.mkstemp(dir=place().parent, prefix=f".{FILE}-")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(write_statement(statement))
            file.flush()
            os.fsync(file.fileno())
        Path(passing).replace(place())
    except BaseException:
        Path(passing).unlink(missing_ok=True)
        raise
