"""A series of signed notes as somebody keeps it: each is signed with a key that they trust, and follows the one before.

Whoever fetches notes asks for the last one that they have once more, so that a site that has another one in its place
is found out at once, and not only when it signs the next.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from engine.checkpoint import Keys, Note, check_signature, note_hash, parse_note
from engine.errors import Refused
from engine.log import FIRST_PREVIOUS

LINES: Final = 7
"""How many lines a note has."""


class Unfit(Exception):
    """The notes do not continue those that are kept; the sentence says why."""


def split_notes(lines: Iterable[str]) -> Iterator[str]:
    """The texts of the notes that stand one after the other; the last may be cut off."""
    filled = (f"{line.rstrip()}\n" for line in lines if line.strip())
    while text := "".join(islice(filled, LINES)):
        yield text


def continued(kept: str, given: Iterator[str], keys: Keys) -> list[str]:
    """The notes that are new among those given, which begin with the last one that is kept ("" if none is).

    Refused as a whole if a single one is unsigned, left out, or another than the one that is kept or linked to.
    """
    previous, number = FIRST_PREVIOUS, 0
    new: list[str] = []
    if kept:
        previous, number = note_hash(kept), _signed(kept, keys).number
        _require_same(next(given, ""), kept, number, keys)
    for text in given:
        note = _signed(text, keys)
        if note.number != number + 1:
            raise Unfit(f"GAP: after checkpoint {number} comes checkpoint {note.number}.")
        if note.previous != previous:
            raise Unfit(f"FORK: checkpoint {note.number} does not follow the checkpoint {number} that was kept.")
        previous, number = note_hash(text), note.number
        new.append(text)
    return new


def _require_same(text: str, kept: str, number: int, keys: Keys) -> None:
    """Refuse a site that has not got the last note that is kept, or another one in its place."""
    if text == kept:
        return
    if text and _signed(text, keys).number == number:
        raise Unfit(f"FORK: the site has another checkpoint {number} than the one that was kept.")
    raise Unfit(f"LOST: the site has not got checkpoint {number} any more, which was kept.")


def _signed(text: str, keys: Keys) -> Note:
    try:
        note = parse_note(text)
        check_signature(note, keys)
    except Refused as refusal:
        raise Unfit(f"A note cannot be kept. {refusal.sentence}") from None
    return note
