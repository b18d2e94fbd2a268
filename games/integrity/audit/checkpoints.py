"""The signed checkpoints: each note, its signature, its link to the one before, and the heads that it vouches for;
against notes that were kept outside the database, and against the witness beside the keys.

Whoever goes back to an older state of the database can make its chains and checkpoints fit each other again, but not
the notes that somebody else holds: each must still be in it, letter for letter.
"""

from collections.abc import Iterator, Sequence
from heapq import merge
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, NamedTuple

from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError

from engine.checkpoint import LINES, Keys, Note, check_signature, note_hash, parse_note
from engine.errors import Refused
from engine.log import FIRST_PREVIOUS
from engine.merkle import leaf_hash, node_hash
from games.extension import LogSort
from games.integrity.audit.batches import Batch, Selection
from games.integrity.audit.findings import Finding, Report
from games.integrity.witness import file
from games.integrity.witness.file import WitnessStatement, WitnessUnreadable
from games.integrity.witness.history import contradiction
from games.keys.signing import known_keys
from games.log.log_sorts import log_sorts
from games.log.steady_reads import stream
from games.log.storage_faults import is_out_of_reach

_NOTES: Final = (
    "SELECT c.number, c.at, c.note, c.size, p.at, p.note FROM games_checkpoint c"
    " LEFT JOIN games_checkpoint p ON p.number = c.number - 1 WHERE {} ORDER BY c.number"
)
_LEAVES: Final = (
    "SELECT l.checkpoint_id, '{noun}', l.position, l.{column}, l.seq, l.hash, e.hash FROM {leaves} l"
    " LEFT JOIN {events} e ON e.{column} = l.{column} AND e.seq = l.seq"
    " WHERE {condition} ORDER BY l.checkpoint_id, l.position"
)


class StoredCheckpoint(NamedTuple):
    """A checkpoint, and the one before."""

    number: int
    at: str
    note: str
    size: int
    previous_at: str | None
    previous_note: str | None


Leaves = Iterator[tuple[Any, ...]]
"""Checkpoint, what owns the log, position, its id, seq, hash, and the hash of that event as it is stored now."""


def check_checkpoints(selection: Selection) -> Report:
    """Everything that is found in the checkpoints; of some games only, in those that have to do with them."""
    report = Report()
    try:
        _check_all_checkpoints(report, selection)
    except TypeError as error:
        report.add([_unreadable(error)])
    return report


def _check_all_checkpoints(report: Report, selection: Selection) -> None:
    """One checkpoint after the other, as long as they have numbers."""
    condition, values = _condition(selection, "c.number")
    notes = (StoredCheckpoint(*row) for row in stream(_NOTES.format(condition), values))
    # One after the other under each checkpoint: leaves of two sorts under one are out of order.
    leaves_of_all = merge(*(_leaves(logs, selection) for logs in log_sorts()), key=itemgetter(0))
    groups = groupby(leaves_of_all, itemgetter(0))
    keys: Keys | None = None
    leaves = next(groups, None)
    for stored in notes:
        if keys is None:
            keys = _keys(report)
        while leaves is not None and leaves[0] < stored.number:
            report.add([_of_no_checkpoint(leaves[0])])
            leaves = next(groups, None)
        is_own = leaves is not None and leaves[0] == stored.number
        own = leaves[1] if leaves is not None and is_own else iter(())
        report.checkpoints += 1
        report.add(_check_checkpoint(stored, own, keys))
        leaves = next(groups, None) if is_own else leaves
    if leaves is not None:
        report.add([_of_no_checkpoint(leaves[0])])


def _leaves(logs: LogSort, selection: Selection) -> Leaves:
    """The leaves over logs of one sort."""
    condition, values = _condition(selection, "l.checkpoint_id")
    leaves, events = logs.leaves._meta.db_table, logs.events._meta.db_table
    wanted = {"noun": logs.noun, "column": logs.column, "leaves": leaves, "events": events, "condition": condition}
    return stream(_LEAVES.format(**wanted), values)


def _condition(selection: Selection, number: str) -> tuple[str, list[Any]]:
    """What holds of the checkpoints that matter, in SQL, and its values."""
    wanted: list[tuple[str, list[Any]]] = []
    if selection.games:
        named, ids = Batch(ids=selection.games).condition("game_id")
        wanted.append((f"{number} IN (SELECT checkpoint_id FROM games_checkpointleaf WHERE {named})", ids))  # noqa: S608
    if selection.since is not None:
        wanted.append((f"{number} IN (SELECT number FROM games_checkpoint WHERE at >= %s)", [selection.since]))  # noqa: S608
    condition = " AND ".join(text for text, _ in wanted) or "1 = 1"
    return condition, [value for _, values in wanted for value in values]


def _keys(report: Report) -> Keys:
    try:
        return known_keys()
    except ImproperlyConfigured as error:
        report.add([Finding("checkpoint/keys", str(error))])
        return {}


def _of_no_checkpoint(number: int) -> Finding:
    return Finding("checkpoint/missing", "There are leaves of it, but no note.", checkpoint=number)


def _check_checkpoint(stored: StoredCheckpoint, leaves: Leaves, keys: Keys) -> Iterator[Finding]:
    """Everything that is wrong with one checkpoint."""
    heads = _Heads(stored.number)
    try:
        yield from heads.check(leaves)
        for code, sentence in _wrong(stored, heads, keys):
            yield Finding(f"checkpoint/{code}", sentence, checkpoint=stored.number)
    except (TypeError, AttributeError) as error:
        yield _unreadable(error, stored.number)


def _unreadable(error: Exception, number: int | None = None) -> Finding:
    """A value of no sensible type, which SQLite takes, must not keep everything else from being audited."""
    what = "The checkpoints" if number is None else "It"
    sentence = f"{what} cannot be checked any further: {type(error).__name__} {error}."
    return Finding("checkpoint/unreadable", sentence, checkpoint=number)


def _wrong(stored: StoredCheckpoint, heads: "_Heads", keys: Keys) -> Iterator[tuple[str, str]]:
    if stored.number > 1 and stored.previous_note is None:
        yield "gap", f"Checkpoint {stored.number - 1}, which comes before it, is missing."
    if stored.size != heads.size:
        yield "size", f"It should cover {stored.size} logs, but has {heads.size} leaves."
    try:
        note = parse_note(stored.note)
    except Refused as refusal:
        yield "note", refusal.sentence
        return
    yield from _wrong_note(stored, note, keys)
    if note.root != heads.root:
        yield "root", "Its leaves are not those that were signed."


def _wrong_note(stored: StoredCheckpoint, note: Note, keys: Keys) -> Iterator[tuple[str, str]]:
    if note.number != stored.number:
        yield "number", f"Its note has the number {note.number}."
    if note.at != stored.at:
        yield "at", f"Its row says {stored.at}, its note {note.at}."
    if stored.previous_at is not None and stored.at < stored.previous_at:
        yield "time", "It is older than the one before."
    is_known = stored.number == 1 or stored.previous_note is not None
    if is_known and note.previous != (note_hash(stored.previous_note) if stored.previous_note else FIRST_PREVIOUS):
        yield "previous", "It does not follow the note before it."
    if note.key_id not in keys:
        yield "key", f"It is signed with key {note.key_id}, which is not one of this installation's."
        return
    try:
        check_signature(note, keys)
    except Refused as refusal:
        yield "signature", refusal.sentence


class _Heads:
    """The leaves of a checkpoint, counted and hashed as they come: of the tree only its right edge is kept."""

    def __init__(self, checkpoint: int) -> None:
        self._checkpoint = checkpoint
        self._edge: list[tuple[int, bytes]] = []
        """Full subtrees from left to right, each higher than the next: height and hash."""
        self.size = 0

    def check(self, leaves: Leaves) -> Iterator[Finding]:
        """Take in all leaves; whatever is wrong with one of them."""
        last = ""
        for _, noun, position, log, seq, link, stored in leaves:
            if position != self.size or not last < log:
                yield self._found("order", "The leaves are not numbered and sorted by their logs.", noun, log, seq)
            if stored is None:
                yield self._found("leaf", f"It vouches for event {seq}, which is not there.", noun, log, seq)
            elif stored != link:
                sentence = f"It vouches for another event {seq} than the stored one."
                yield self._found("leaf", sentence, noun, log, seq)
            self._add(leaf_hash(f"{log}|{seq}|{link}".encode()))
            last = log

    def _found(self, code: str, sentence: str, noun: str, log: Any, seq: int) -> Finding:
        return Finding(f"checkpoint/{code}", sentence, seq=seq, checkpoint=self._checkpoint, **{noun: log})

    def _add(self, node: bytes) -> None:
        height = 0
        while self._edge and self._edge[-1][0] == height:
            node, height = node_hash(self._edge.pop()[1], node), height + 1
        self._edge.append((height, node))
        self.size += 1

    @property
    def root(self) -> str:
        """The root over all leaves, as RFC 6962 has it."""
        node = b""
        for _, left in reversed(self._edge):
            node = node_hash(left, node) if node else left
        return node.hex()


AT_ONCE: Final = 500
"""How many notes are looked up at once."""


class KeptNote(NamedTuple):
    """A note that was kept."""

    number: int
    text: str


def check_kept_notes(path: Path) -> Iterator[Finding]:
    """Everything that the notes in a file prove against the database."""
    [[last]] = stream("SELECT coalesce(max(number), 0) FROM games_checkpoint")
    findings: list[Finding] = []
    notes = _kept_notes(path, known_keys(), findings)
    newest = 0
    while portion := list(islice(notes, AT_ONCE)):
        newest = max(newest, *(note.number for note in portion))
        findings += _compare_notes(portion, last)
    yield from findings
    if newest > last:
        sentence = (
            f"Checkpoint {newest} was signed and kept elsewhere, but the database ends at checkpoint {last}:"
            " it was taken back to an older state."
        )
        yield Finding("checkpoint/rolled-back", sentence, checkpoint=last)


def _kept_notes(path: Path, keys: Keys, findings: list[Finding]) -> Iterator[KeptNote]:
    """The notes in a file; those that cannot be used are taken down."""
    with path.open(encoding="utf-8", errors="replace", newline="") as file:
        lines = (line for line in file if line.strip())
        for place in range(1, 1 << 62):
            text = "".join(line.rstrip("\r\n") + "\n" for line in islice(lines, LINES))
            if not text:
                return
            try:
                note = parse_note(text)
                check_signature(note, keys)
                yield KeptNote(note.number, text)
            except Refused as refusal:
                sentence = f"Note {place} in {path.name} proves nothing: {refusal.sentence}"
                findings.append(Finding("checkpoint/kept", sentence))


def _compare_notes(kept: Sequence[KeptNote], last: int) -> Iterator[Finding]:
    numbers = tuple(str(note.number) for note in kept if note.number <= last)
    condition, _ = Batch(ids=numbers).condition("number")
    stored = dict(stream(f"SELECT number, note FROM games_checkpoint WHERE {condition}", list(map(int, numbers))))  # noqa: S608
    for note in kept:
        if note.number in stored and stored[note.number] != note.text:
            sentence = (
                "The one in the database is not the one that was signed and kept elsewhere:"
                f" the database was taken back to a state before checkpoint {note.number}, or rewritten."
            )
            yield Finding("checkpoint/rewritten", sentence, checkpoint=note.number)
        elif note.number <= last and note.number not in stored:
            sentence = "It was signed and kept elsewhere, but is not in the database."
            yield Finding("checkpoint/missing", sentence, checkpoint=note.number)


def read_witness_or_fault() -> WitnessStatement | WitnessUnreadable:
    """What the witness remembers, to be asked before the database is looked at, which goes on meanwhile."""
    try:
        return file.read_witness()
    except WitnessUnreadable as error:
        return error


def check_witness(witness: WitnessStatement | WitnessUnreadable) -> Report:
    """Everything in which the database contradicts the witness, and what whoever reads the report should know."""
    if isinstance(witness, WitnessUnreadable):
        return Report(findings=[Finding("witness/unreadable", str(witness))])
    return Report(findings=list(_findings(witness)), remarks=list(_remarks(witness)))


def _findings(witness: WitnessStatement) -> Iterator[Finding]:
    try:
        wrong = contradiction(witness.seen, is_patient=True)
    except (ImproperlyConfigured, DatabaseError, TypeError, ValueError) as error:
        if is_out_of_reach(error):
            raise
        # Whatever a damaged row gives, the rest of the audit goes on.
        yield Finding("witness/unreadable", f"The checkpoints cannot be held against the witness: {error}")
        wrong = None
    if wrong:
        yield Finding(wrong.code, wrong.sentence, checkpoint=wrong.checkpoint)
    for gone in witness.unacknowledged:
        sentence = (
            f"As found at {gone.at}, these guards of the log were gone or changed: {', '.join(gone.names)}."
            " Until somebody acknowledges that, every audit looks at everything."
        )
        yield Finding("guard/gone", sentence)


def _remarks(witness: WitnessStatement) -> Iterator[Finding]:
    # Not even the guards: then there was no start of this machine that would have taken logs at their word.
    table = "games_checkpoint" if witness.guards else "games_event"
    if witness.seen is None and any(True for _ in stream(f"SELECT 1 FROM {table} LIMIT 1")):  # noqa: S608
        sentence = (
            f"There is no last checkpoint in {file.witness_path()}: a rewritten history could not be told from here."
        )
        yield Finding("witness/none", sentence)
    for adopted in witness.adopted:
        taken = (
            f"checkpoint {adopted.number} (sha256 {adopted.sha256})" if adopted.number else "logs without a checkpoint"
        )
        sentence = (
            f"The witness began at {adopted.at} with a database that was there already,"
            f" and took its {taken} at its word."
        )
        yield Finding("witness/adopted", sentence, checkpoint=adopted.number)
    for accepted in witness.accepted:
        sentence = (
            f"{accepted.by} accepted another history at {accepted.at}, from {accepted.before} to {accepted.after}."
            f" The reason given: {accepted.reason} {f'What was wrong: {accepted.wrong}' if accepted.wrong else ''}"
        )
        yield Finding("witness/accepted", sentence.rstrip())
