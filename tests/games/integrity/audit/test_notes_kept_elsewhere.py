"""Notes that were kept elsewhere: what they prove against a database that fits itself."""

from io import StringIO
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.management import call_command

from engine.checkpoint import key_id, parse_note, signed_text, write_note
from games.integrity.audit.full_audit import audit
from games.integrity.checkpoints import make_checkpoint
from games.log.models import Checkpoint, CheckpointLeaf, Game
from tests.games.integrity.audit.tampering import Named, around_the_guards, change, execute
from tests.games.integrity.audit.world import World


@pytest.fixture
def kept(world: World, tmp_path: Path) -> Path:
    """All notes, as they are printed."""
    out = StringIO()
    call_command("checkpoints", stdout=out)
    path = tmp_path / "notes"
    path.write_text(out.getvalue())
    return path


def found(kept: Path) -> set[Named]:
    """What the audit names with these notes in hand."""
    findings = audit(kept=kept).findings
    return {Named(finding.code, finding.game, finding.seq, finding.checkpoint) for finding in findings}


def roll_back(number: int) -> None:
    """Take the checkpoints back to an earlier state, so that nothing in the database tells of it."""
    with around_the_guards():
        execute("DELETE FROM games_checkpointleaf WHERE checkpoint_id > %s", number)
        execute("DELETE FROM games_checkpoint WHERE number > %s", number)
    for game in Game.objects.all():
        seqs = CheckpointLeaf.objects.filter(game=game).values_list("seq", flat=True)
        Game.objects.filter(pk=game.pk).update(checkpointed_seq=max(seqs, default=0))
    assert audit().is_clean


def test_nothing_speaks_against_the_database(world: World, kept: Path) -> None:
    assert found(kept) == set()


def test_notes_with_other_line_ends_and_empty_lines(world: World, kept: Path) -> None:
    kept.write_bytes(b"\r\n" + kept.read_bytes().replace(b"\n", b"\r\n") + b"\n\n")
    assert found(kept) == set()


@pytest.mark.parametrize("number", [0, 1])
def test_a_database_that_was_rolled_back(world: World, kept: Path, number: int) -> None:
    roll_back(number)
    assert found(kept) == {Named("checkpoint/rolled-back", checkpoint=number)}
    [finding] = audit(kept=kept).findings
    assert f"the database ends at checkpoint {number}" in finding.sentence


def test_a_database_that_was_rolled_back_and_went_on(world: World, kept: Path) -> None:
    roll_back(1)
    Game.objects.filter(pk=world.aborted).update(checkpointed_seq=0)
    assert make_checkpoint() == 2
    assert found(kept) == {Named("checkpoint/rewritten", checkpoint=2)}


def test_a_checkpoint_that_is_missing_in_the_middle(world: World, kept: Path) -> None:
    with around_the_guards():
        execute("DELETE FROM games_checkpointleaf WHERE checkpoint_id = 1")
        execute("DELETE FROM games_checkpoint WHERE number = 1")
    assert Named("checkpoint/missing", checkpoint=1) in found(kept)


def test_one_changed_byte_in_the_database(world: World, kept: Path) -> None:
    note = Checkpoint.objects.get(pk=2).note
    change("games_checkpoint", {"note": note[:-3] + ("A" if note[-3] != "A" else "B") + note[-2:]}, number=2)
    assert Named("checkpoint/rewritten", checkpoint=2) in found(kept)


def test_a_damaged_file_proves_nothing(world: World, kept: Path) -> None:
    kept.write_bytes(b"\xff\xfe not a note\n" * 3)
    assert found(kept) == {Named("checkpoint/kept")}


def test_a_note_that_somebody_else_has_signed_proves_nothing(world: World, kept: Path) -> None:
    stranger = Ed25519PrivateKey.generate()
    note = parse_note(Checkpoint.objects.get(pk=2).note)
    signed = signed_text(3, note.at, note.previous, note.root, key_id(stranger.public_key().public_bytes_raw()))
    kept.write_text(kept.read_text() + write_note(signed, stranger.sign(signed)))
    assert found(kept) == {Named("checkpoint/kept")}
