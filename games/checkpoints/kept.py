"""Notes that are kept outside the database: written one after the other, and read back.

A file of them says what was once signed. It may begin with any number, and hold a note twice; two different notes of
one number tell that the database was once taken back to an earlier state.
"""

from collections.abc import Iterable, Iterator

from engine.checkpoint import Keys, Note, check_signature, parse_note
from engine.errors import Malformed, Refused
from engine.notes import split_notes
from games.models import Checkpoint


def stored_notes(since: int = 0) -> Iterator[str]:
    """The notes in the database that come after the one of this number."""
    later = Checkpoint.objects.filter(number__gt=since).order_by("number")
    return later.values_list("note", flat=True).iterator(chunk_size=500)


def read_notes(lines: Iterable[str], keys: Keys) -> Iterator[tuple[str, Note]]:
    """The notes in the lines of a file, each with its own text; refused unless it was signed with one of the keys."""
    for place, text in enumerate(split_notes(lines), 1):
        yield text, _read_note(text, place, keys)


def _read_note(text: str, place: int, keys: Keys) -> Note:
    try:
        note = parse_note(text)
        check_signature(note, keys)
    except Refused as refusal:
        template = "Note {place} of those kept elsewhere cannot be used. {reason}"
        raise Malformed("checkpoint/kept", template, place=place, reason=refusal.sentence) from None
    return note
