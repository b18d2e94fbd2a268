"""Notes of checkpoints: written as the contract says, read back as they were, each holding the one before."""

from base64 import b64encode
from hashlib import sha256

from engine.checkpoint import check_signature, load_keys, note_hash, parse_note, signed_text, write_note
from engine.log import FIRST_PREVIOUS
from tests.engine.platform_log import KEY_ID, PEM, SIGNER

AT = "2026-11-16T10:00:00.000000Z"
ROOT = "ab" * 32


def signed_note(number: int, previous: str) -> str:
    signed = signed_text(number, AT, previous, ROOT, KEY_ID)
    return write_note(signed, SIGNER.sign(signed))


def test_a_note_is_seven_lines_each_ended_by_a_newline() -> None:
    signature = SIGNER.sign(signed_text(1, AT, FIRST_PREVIOUS, ROOT, KEY_ID))
    lines = ["brikks-checkpoint/1", "1", AT, "0" * 64, ROOT, KEY_ID, b64encode(signature).decode()]
    assert signed_note(1, FIRST_PREVIOUS) == "".join(line + "\n" for line in lines)


def test_a_note_is_read_as_it_was_written() -> None:
    note = parse_note(signed_note(7, "cd" * 32))
    assert (note.number, note.at, note.previous, note.root, note.key_id) == (7, AT, "cd" * 32, ROOT, KEY_ID)
    assert write_note(note.signed, note.signature) == signed_note(7, "cd" * 32)
    keys = load_keys(PEM)
    assert keys is not None
    check_signature(note, keys)


def test_the_next_note_holds_the_hash_of_the_whole_text_before_it() -> None:
    first = signed_note(1, FIRST_PREVIOUS)
    assert note_hash(first) == sha256(first.encode()).hexdigest()
    second = signed_note(2, note_hash(first))
    assert parse_note(second).previous == note_hash(first)
    assert note_hash(first[:-3] + "\n") != note_hash(first)
