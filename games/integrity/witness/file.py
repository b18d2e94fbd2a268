"""What the witness states, and its file: `witness.json` in the folder of keys, read and written whole, synced to the
disk.

Several processes of this machine write it, one after the other. Another machine has a file of its own, which may be
behind: that is no harm, because what it remembers must still be in the database.
"""

import fcntl
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from engine.checkpoint import Note, note_hash, parse_note
from engine.errors import Refused

FORMAT: Final = "brikks-witness/1"


class WitnessUnreadable(Exception):
    """The file of the witness cannot be used; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The last checkpoint that was seen, and how much the checkpoints up to it cover."""

    note: str
    logs: int
    events: int

    @property
    def parsed(self) -> Note:
        return parse_note(self.note)

    @property
    def number(self) -> int:
        return self.parsed.number

    def __str__(self) -> str:
        note = self.parsed
        return f"checkpoint {note.number} of {note.at} (sha256 {note_hash(self.note)})"


@dataclass(frozen=True, slots=True)
class Adopted:
    """Where the memory begins: a database that had logs already was taken at its word."""

    at: str
    number: int
    """Of its last checkpoint, 0 if it had none."""
    sha256: str


@dataclass(frozen=True, slots=True)
class Accepted:
    """Somebody has taken a database for the true one although it contradicted what was remembered."""

    at: str
    by: str
    reason: str
    before: str
    """What was remembered, in words."""
    after: str
    """What is remembered instead."""
    wrong: str = ""
    """What contradicted it, in words."""


@dataclass(frozen=True, slots=True)
class GuardsGone:
    """Guards of the log that had been made and were gone or changed, until somebody acknowledges it."""

    at: str
    names: tuple[str, ...]
    acknowledged_at: str = ""
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class WitnessStatement:
    """Everything that the witness remembers."""

    seen: Seen | None = None
    guards: Mapping[str, str] = field(default_factory=dict)
    """The sha256 of the definition of each guard as it was made."""
    adopted: tuple[Adopted, ...] = ()
    accepted: tuple[Accepted, ...] = ()
    gone: tuple[GuardsGone, ...] = ()

    @property
    def unacknowledged(self) -> tuple[GuardsGone, ...]:
        """The guards that were gone, as long as nobody has said that they know."""
        return tuple(gone for gone in self.gone if not gone.acknowledged_at)


def write_statement(statement: WitnessStatement) -> str:
    """The text of the file."""
    return json.dumps({"format": FORMAT, **asdict(statement)}, ensure_ascii=False, indent=1) + "\n"


def read_statement(text: str) -> WitnessStatement:
    """What a file says; refused unless all of it can be understood."""
    try:
        said = json.loads(text)
        if said["format"] != FORMAT:
            raise ValueError("it is of another format")
        return _statement_in(said)
    except (ValueError, KeyError, TypeError, RecursionError, Refused) as error:
        raise WitnessUnreadable(f"it is damaged ({type(error).__name__}: {error})") from None


def _statement_in(said: Mapping[str, Any]) -> WitnessStatement:
    seen = Seen(**said["seen"]) if said["seen"] else None
    if seen is not None and not (seen.parsed and type(seen.logs) is type(seen.events) is int):
        raise ValueError("it says no sizes")
    gone = tuple(GuardsGone(**{**one, "names": tuple(one["names"])}) for one in said["gone"])
    adopted = tuple(Adopted(**one) for one in said["adopted"])
    accepted = tuple(Accepted(**one) for one in said["accepted"])
    guards = dict(said["guards"])
    _require_texts([*guards, *guards.values(), *(name for one in gone for name in one.names)])
    told: list[Adopted | Accepted | GuardsGone] = [*gone, *adopted, *accepted]
    _require_texts([value for one in told for value in _texts_of(one)])
    return WitnessStatement(seen, guards, adopted, accepted, gone)


def _texts_of(one: Adopted | Accepted | GuardsGone) -> Iterator[Any]:
    """What should be texts, and is said again as it is."""
    yield from (value for name, value in asdict(one).items() if name not in ("number", "names"))


def _require_texts(values: list[Any]) -> None:
    if not all(isinstance(value, str) for value in values):
        raise ValueError("it says something that is no text")


FILE: Final = "witness.json"


def witness_path() -> Path:
    """Where the file is."""
    return Path(settings.KEYS) / FILE


def read_witness() -> WitnessStatement:
    """What is remembered, nothing before the first time; refused if the file is there and cannot be used."""
    try:
        return read_statement(witness_path().read_text(encoding="utf-8"))
    except FileNotFoundError:
        return WitnessStatement()
    except WitnessUnreadable as error:
        raise _unusable(str(error)) from None
    except (OSError, UnicodeDecodeError) as error:
        raise _unusable(f"it cannot be read: {error}") from None


def change_witness(new: Callable[[WitnessStatement], WitnessStatement]) -> WitnessStatement:
    """Remember something else, given what is remembered; nobody else changes it meanwhile."""
    folder = witness_path().parent
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _locked(folder):
        old = read_witness()
        statement = new(old)
        if statement != old:
            _write(statement)
    return statement


def _unusable(reason: str) -> WitnessUnreadable:
    return WitnessUnreadable(
        f"The file {witness_path()}, in which this site remembers its last checkpoint, cannot be used: {reason}. "
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


def _write(statement: WitnessStatement) -> None:
    """Under another name first: whoever reads sees the old one or the new one whole."""
    descriptor, passing = tempfile.mkstemp(dir=witness_path().parent, prefix=f".{FILE}-")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(write_statement(statement))
            file.flush()
            os.fsync(file.fileno())
        Path(passing).replace(witness_path())
    except BaseException:
        Path(passing).unlink(missing_ok=True)
        raise
