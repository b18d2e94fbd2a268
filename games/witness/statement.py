"""What the witness states, as values and as the JSON of its file; nothing here touches a file or a database."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from engine.checkpoint import Note, note_hash, parse_note
from engine.errors import Refused

FORMAT: Final = "brikks-witness/1"


class Unreadable(Exception):
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
class Statement:
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


def write_statement(statement: Statement) -> str:
    """The text of the file."""
    return json.dumps({"format": FORMAT, **asdict(statement)}, ensure_ascii=False, indent=1) + "\n"


def read_statement(text: str) -> Statement:
    """What a file says; refused unless all of it can be understood."""
    try:
        said = json.loads(text)
        if said["format"] != FORMAT:
            raise ValueError("it is of another format")
        return _read(said)
    except (ValueError, KeyError, TypeError, RecursionError, Refused) as error:
        raise Unreadable(f"it is damaged ({type(error).__name__}: {error})") from None


def _read(said: Mapping[str, Any]) -> Statement:
    seen = Seen(**said["seen"]) if said["seen"] else None
    if seen is not None and not (seen.parsed and type(seen.logs) is type(seen.events) is int):
        raise ValueError("it says no sizes")
    gone = tuple(GuardsGone(**{**one, "names": tuple(one["names"])}) for one in said["gone"])
    adopted = tuple(Adopted(**one) for one in said["adopted"])
    accepted = tuple(Accepted(**one) for one in said["accepted"])
    guards = dict(said["guards"])
    _require_texts([*guards, *guards.values(), *(name for one in gone for name in one.names)])
    told: list[Adopted | Accepted | GuardsGone] = [*gone, *adopted, *accepted]
    _require_texts([value for one in told for value in _words_of(one)])
    return Statement(seen, guards, adopted, accepted, gone)


def _words_of(one: Adopted | Accepted | GuardsGone) -> Iterator[Any]:
    """What should be texts, and is said again as it is."""
    yield from (value for name, value in asdict(one).items() if name not in ("number", "names"))


def _require_texts(values: list[Any]) -> None:
    if not all(isinstance(value, str) for value in values):
        raise ValueError("it says something that is no text")
