"""Notes that are kept elsewhere: printed by a command, and read back."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from engine.checkpoint import Note
from engine.errors import Malformed
from games.integrity.checkpoints import make_checkpoint, read_notes
from games.keys.signing import known_keys
from games.log.models import Checkpoint
from tests.engine.platform_log import exported
from tests.games.integrity.checkpoints.heads import add_games, note


def printed(*arguments: str) -> str:
    out = StringIO()
    call_command("checkpoints", *arguments, stdout=out)
    return out.getvalue()


def read(text: str) -> list[tuple[str, Note]]:
    """The notes in a file with this text."""
    return list(read_notes(StringIO(text, newline=None), known_keys()))


def make(number: int) -> list[str]:
    """So many checkpoints; their notes."""
    for at in range(number):
        add_games(1, first=at)
        make_checkpoint()
    return list(Checkpoint.objects.order_by("number").values_list("note", flat=True))


@pytest.mark.django_db
def test_the_notes_are_printed_one_after_the_other_and_nothing_else() -> None:
    assert printed() == ""
    notes = make(3)
    assert printed() == "".join(notes)
    assert printed("--since", "2") == notes[2]
    assert printed("--since", "3") == ""


@pytest.mark.django_db
def test_a_database_that_ends_before_what_is_kept_is_named() -> None:
    make(2)
    with pytest.raises(CommandError, match=r"ends at checkpoint 2; it has been taken back"):
        printed("--since", "3")


@pytest.mark.django_db
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\n\n"])
def test_what_was_printed_is_read_back(newline: str) -> None:
    notes = make(3)
    found = read("".join(notes).rstrip().replace("\n", newline))
    assert found == list(zip(notes, [note(1), note(2), note(3)], strict=True))
    assert read("") == read("\n\n") == []


@pytest.mark.django_db
def test_a_damaged_note_is_refused_and_its_place_named() -> None:
    text = "".join(make(3))
    for at in range(len(text) // 3, 2 * len(text) // 3 - 1, 7):
        if text[at] != "\n":
            with pytest.raises(Malformed, match=r"Note 2 of those kept elsewhere"):
                read(text[:at] + chr(ord(text[at]) ^ 1) + text[at + 1 :])
    with pytest.raises(Malformed, match=r"Note 3 of those kept elsewhere"):
        read(text[:-100])


@pytest.mark.django_db
def test_a_note_that_somebody_else_has_signed_is_refused() -> None:
    with pytest.raises(Malformed, match="which is not among the given ones"):
        read(exported()["checkpoint"]["note"])
