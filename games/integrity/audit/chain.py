"""The audit of chains: a log of any sort as it is stored, every link, every text, every column beside it, and which
command each event answers.

Whole columns are compared at once, which takes no time; only a log in which something is wrong is gone through event by
event, to say what and where. What a command said is known only by its hash, and neither name nor hash is in the text
that the chain holds. They are tied to the hash of their event, so that a change is noticed; whoever changes that too
cannot be told from it. What else holds of the logs of one sort, their `AuditedLogs` say.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from engine.errors import Refused, as_json
from engine.log import FIRST_PREVIOUS, read_body
from engine.log_reader import Columns, Reader
from engine.protocol import Json
from engine.registry import AnyGame
from games.extension import LogSort
from games.integrity.audit.findings import Finding
from games.log.event_store import HALF_HASH
from games.log.log_sorts import statements_of


def are_tied(links: Sequence[Any], ids: Sequence[Any], hashes: Sequence[Any]) -> bool:
    """Whether all commands of a log belong to the events that they stand beside, as `tie_command` writes them.

    A hash that is there without a name, or of another length, is not among those that are made here.
    """
    given = [digest for digest in hashes if digest is not None]
    ties = [
        sha256(f"brikks-command/1|{link}|{name}|{digest[:HALF_HASH]}".encode()).hexdigest()[:HALF_HASH]
        for link, name, digest in zip(links, ids, hashes, strict=True)
        if name is not None
    ]
    return ties == [digest[HALF_HASH:] for digest in given] and is_hex("".join(given))


def is_hex(digests: str) -> bool:
    """Whether this is hexadecimal in lower case: only then does it survive the way to bytes and back."""
    try:
        return bytes.fromhex(digests).hex() == digests
    except ValueError:
        return False


EventRow: TypeAlias = tuple[Any, ...]
"""A stored event, as `LogStatements.select_for_audit` gives it: log, seq, kind, seat, actor, at, body, previous hash,
hash, name and hash of its command."""
_COLUMNS: Final = ("game", "seq", "kind", "seat", "actor", "at")
_BODY: Final = len(_COLUMNS)
Column: TypeAlias = tuple[Any, ...]


class Findings(Protocol):
    """Takes down what is found in one log."""

    @property
    def findings(self) -> Sequence[Finding]:
        """What was taken down so far."""

    def add(self, code: str, sentence: str, seq: int | None = None) -> None:
        """Take down one more."""


class AuditedLogs(NamedTuple):
    """What holds of the logs of one sort, beside what holds of every chain."""

    logs: LogSort
    find_rules: Callable[[Any, Any], AnyGame | None]
    """The rules by which the events after the first are read, given its kind and its data; None for none. Refused if
    the first event cannot begin a log."""
    are_commands_sound: Callable[[tuple[Any, ...]], bool]
    """Whether the commands of a log are as they should be, given all its columns; if that is not plain at once, False.
    """
    wrong_command: Callable[[int, EventRow, EventRow | None], str | None]
    """What is wrong with the command of the event of this number, given the event before, in a sentence; None if
    nothing is. That it is tied to its event is not asked here."""

    def name_of(self, column: str) -> str:
        """How findings call a column: that of the log by what owns it, and so a seat where nobody sits."""
        is_of_log = column == "game" or (column == "seat" and not statements_of(self.logs).has_seats)
        return self.logs.noun if is_of_log else column


class Log(NamedTuple):
    """A stored log column by column, up to the first event that cannot be believed."""

    seqs: Column
    kinds: Column
    seats: Column
    actors: Column
    ats: Column
    previous: Column
    hashes: Column
    events: list[Any]
    """Of each row the event of the rules, or the data of one of the platform's own."""
    is_whole: bool
    rules: AnyGame | None
    """The rules that the first event names."""


class _Unknown:
    """Stands for rules that are not known here."""

    decode = dict


_UNKNOWN: Final[Any] = _Unknown()
_readers: Final[dict[Any, Reader]] = {}


def reader_of(rules: AnyGame | None) -> Reader:
    """What reads the rows of all games under some rules; under unknown ones it takes every event as it is."""
    if rules not in _readers:
        _readers[rules] = Reader(rules or _UNKNOWN)
    return _readers[rules]


def check_chain(found: Findings, rows: list[EventRow], of: AuditedLogs) -> Log:
    """Follow a chain from its first link to its last, and read its events."""
    columns = tuple(zip(*rows, strict=True))
    try:
        if _is_linked(columns, of):
            return _read(rows[0], columns, of)
    except (Refused, TypeError):
        pass
    return _check_one_by_one(found, rows, of)


def _is_linked(columns: tuple[Column, ...], of: AuditedLogs) -> bool:
    """Whether the numbers, hashes, times and commands of a log are as they should be."""
    _, seqs, _, _, _, ats, bodies, previous, hashes, *_ = columns
    links = [
        sha256(f"brikks-log/1\n{before}\n{body}".encode()).hexdigest()
        for before, body in zip(previous, bodies, strict=True)
    ]
    return (
        links == list(hashes)
        and previous == (FIRST_PREVIOUS, *hashes[:-1])
        and seqs == tuple(range(1, len(seqs) + 1))
        and list(ats) == sorted(ats)
        and of.are_commands_sound(columns)
    )


def _read(first: EventRow, columns: tuple[Column, ...], of: AuditedLogs) -> Log:
    """The events of a log, refused unless every column fits its text."""
    created = reader_of(None).read(*first[: _BODY + 1])
    rules = of.find_rules(first[2], created)
    rest = Columns(*[column[1:] for column in columns[1 : _BODY + 1]])
    return _log(columns, [created, *reader_of(rules).read_log(first[0], rest)], True, rules)


def _log(columns: tuple[Column, ...], events: list[Any], is_whole: bool, rules: AnyGame | None) -> Log:
    _, seqs, kinds, seats, actors, ats, _, previous, hashes, *_ = columns
    return Log(seqs, kinds, seats, actors, ats, previous, hashes, events, is_whole, rules)


def _check_one_by_one(found: Findings, rows: list[EventRow], of: AuditedLogs) -> Log:
    """Name everything that is wrong with a chain or its columns.

    What is wrong with one event is said of that event only: the next one is held against what is stored of this one.
    A row whose text is sound but whose columns are not is put right, for whoever goes on with it.
    """
    events: list[Any] = []
    unsound: list[int] = []
    rules = _first_rules(found, rows[0], of)
    expected, previous, last_at = 0, FIRST_PREVIOUS, ""
    for place, row in enumerate(rows):
        found_before = len(found.findings)
        expected = _check_number(found, expected + 1, row[1])
        is_after_gap = len(found.findings) > found_before
        _check_link(found, expected, row, row[7] if is_after_gap else previous)
        is_believed = len(found.findings) == found_before
        event, rows[place] = _read_anyway(found, expected, row, reader_of(rules).read, of)
        if sentence := of.wrong_command(expected, rows[place], rows[place - 1] if place else None):
            found.add("column/command", sentence, expected)
        elif is_believed and not are_tied([row[8]], [row[9]], [row[10]]):
            found.add("column/command", "The command that it names is not the one that it was made by.", expected)
        if is_believed and event is not None:
            last_at = _check_time(found, expected, rows[place][5], last_at)
        else:
            unsound.append(place)
        events.append(event)
        previous = row[8]
    end = unsound[0] if unsound else len(rows)
    columns = tuple(zip(*rows[:end], strict=True)) or ((),) * len(rows[0])
    return _log(columns, events[:end], not unsound, rules)


def _first_rules(found: Findings, first: EventRow, of: AuditedLogs) -> AnyGame | None:
    try:
        body = read_body(first[_BODY])
    except Refused:
        return None
    try:
        return of.find_rules(body["kind"], body["data"])
    except Refused as refusal:
        found.add(refusal.code, refusal.sentence, 1)
        return None


def _check_number(found: Findings, expected: int, seq: Any) -> int:
    """Say what is missing before an event; the number that it counts as."""
    if seq == expected:
        return expected
    if type(seq) is not int or seq < expected:
        found.add("chain/seq", f"In the place of event {expected} stands one with the number {as_json(seq)}.", expected)
        return expected
    missing = f"Event {expected} is" if seq == expected + 1 else f"Events {expected} to {seq - 1} are"
    found.add("chain/gap", f"{missing} missing.", expected)
    return seq


def _check_link(found: Findings, seq: int, row: EventRow, previous: Any) -> None:
    if row[7] != previous:
        found.add("chain/previous", "The previous hash is not the hash of the event before.", seq)
    if row[8] not in (_link(previous, row[_BODY]), _link(row[7], row[_BODY])):
        found.add("chain/hash", "The hash does not belong to the stored text and the events before it.", seq)


def _link(previous: Any, body: Any) -> str:
    return sha256(f"brikks-log/1\n{previous}\n{body}".encode()).hexdigest()


def _check_time(found: Findings, seq: int, at: str, last_at: str) -> str:
    """Say that an event is older than the one before; the later of the two times."""
    if at >= last_at:
        return at
    found.add("chain/time", f"It is said to have happened at {at}, before the event before it.", seq)
    return last_at


def _read_anyway(
    found: Findings, seq: int, row: EventRow, read: Callable[..., Any], of: AuditedLogs
) -> tuple[Any, EventRow]:
    """The event of a row, and the row as it should be; None and the row if not even the text tells what they are."""
    try:
        return read(*row[: _BODY + 1]), row
    except Refused as refusal:
        if refusal.code != "chain/column":
            found.add("chain/body" if refusal.code == "chain/body" else "rules/event", refusal.sentence, seq)
            return None, row
    text = read_body(row[_BODY])
    _name_columns(found, seq, row, text, of)
    if (text["game"], text["seq"]) != row[:2]:
        return None, row
    told = tuple(text[column] for column in _COLUMNS)
    return _read_anyway(found, seq, (*told, *row[_BODY:]), read, of)


def _name_columns(found: Findings, seq: int, row: EventRow, text: Json, of: AuditedLogs) -> None:
    for column, value in zip(_COLUMNS, row, strict=False):
        if type(value) is not type(text[column]) or value != text[column]:
            name = of.name_of(column)
            sentence = f"The column “{name}” says {as_json(value)}, the stored text {as_json(text[column])}."
            found.add(f"column/{name}", sentence, seq)
