"""Notes that were kept outside the database: each must still be in it, letter for letter.

Whoever goes back to an older state of the database can make its chains and checkpoints fit each other again, but not
the notes that somebody else holds.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from engine.checkpoint import Keys, check_signature, parse_note
from engine.errors import Refused
from engine.notes import LINES
from games.audit.batches import Batch
from games.audit.findings import Finding
from games.audit.reading import stream
from games.keys.known import known_keys

AT_ONCE: Final = 500
"""How many notes are looked up at once."""


class Kept(NamedTuple):
    """A note that was kept."""

    number: int
    text: str


def check_kept(path: Path) -> Iterator[Finding]:
    """Everything that the notes in a file prove against the database."""
    [[last]] = stream("SELECT coalesce(max(number), 0) FROM games_checkpoint")
    findings: list[Finding] = []
    notes = _notes(path, known_keys(), findings)
    newest = 0
    while portion := list(islice(notes, AT_ONCE)):
        newest = max(newest, *(note.number for note in portion))
        findings += _compare(portion, last)
    yield from findings
    if newest > last:
        sentence = (
            f"Checkpoint {newest} was signed and kept elsewhere, but the database ends at checkpoint {last}:"
            " it was taken back to an older state."
        )
        yield Finding("checkpoint/rolled-back", sentence, checkpoint=last)


def _notes(path: Path, keys: Keys, findings: list[Finding]) -> Iterator[Kept]:
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
                yield Kept(note.number, text)
            except Refused as refusal:
                sentence = f"Note {place} in {path.name} proves nothing: {refusal.sentence}"
                findings.append(Finding("checkpoint/kept", sentence))


def _compare(kept: Sequence[Kept], last: int) -> Iterator[Finding]:
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
