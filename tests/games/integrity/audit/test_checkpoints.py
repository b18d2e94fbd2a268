"""Attacks on checkpoints: each line of a note, each column of a leaf, and what is missing."""

from base64 import b64encode

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engine.checkpoint import key_id, signed_text, write_note
from games.log.models import Checkpoint, CheckpointLeaf, Game
from tests.games.integrity.audit.tampering import (
    IS_SQLITE,
    Named,
    around_the_guards,
    change,
    changed,
    delete,
    execute,
    found,
    length,
)
from tests.games.integrity.audit.world import World

FORMAT, NUMBER, AT, PREVIOUS, ROOT, KEY, SIGNATURE = range(7)


def change_line(checkpoint: int, line: int, text: str) -> None:
    lines = Checkpoint.objects.get(pk=checkpoint).note.split("\n")
    assert lines[line] != text
    lines[line] = text
    change("games_checkpoint", {"note": "\n".join(lines)}, number=checkpoint)


def line_of(checkpoint: int, line: int) -> str:
    return Checkpoint.objects.get(pk=checkpoint).note.split("\n")[line]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "text", "codes"),
    [
        (FORMAT, "brikks-checkpoint/2", {"note"}),
        (NUMBER, "3", {"number", "signature"}),
        (NUMBER, "02", {"note"}),
        (AT, "2026-11-16T09:00:00.000000Z", {"at", "signature"}),
        (AT, "yesterday", {"note"}),
        (PREVIOUS, "a" * 64, {"previous", "signature"}),
        (ROOT, "b" * 64, {"root", "signature"}),
        (KEY, "c" * 16, {"key"}),
        (SIGNATURE, b64encode(bytes(64)).decode(), {"signature"}),
        (SIGNATURE, "?", {"note"}),
    ],
)
def test_a_changed_line_of_the_last_note(world: World, line: int, text: str, codes: set[str]) -> None:
    change_line(2, line, text)
    assert found() == {Named(f"checkpoint/{code}", checkpoint=2) for code in codes}


@pytest.mark.parametrize("line", range(7))
def test_a_changed_byte_of_an_older_note_is_found_by_the_next_as_well(world: World, line: int) -> None:
    change_line(1, line, changed(line_of(1, line), 3) if line != NUMBER else "7")
    named = found()
    assert Named("checkpoint/previous", checkpoint=2) in named
    assert {one.checkpoint for one in named} == {1, 2}


def test_a_note_signed_with_another_key(world: World) -> None:
    stranger = Ed25519PrivateKey.generate()
    _, number, at, previous, root, *_ = Checkpoint.objects.get(pk=2).note.split("\n")
    signed = signed_text(int(number), at, previous, root, key_id(stranger.public_key().public_bytes_raw()))
    change("games_checkpoint", {"note": write_note(signed, stranger.sign(signed))}, number=2)
    assert found() == {Named("checkpoint/key", checkpoint=2)}


@pytest.mark.parametrize(
    ("column", "value", "codes"),
    [("at", "2020-11-16T09:00:00.000000Z", {"at", "time"}), ("size", 400, {"size"}), ("size", 1, {"size"})],
)
def test_a_changed_column(world: World, column: str, value: object, codes: set[str]) -> None:
    change("games_checkpoint", {column: value}, number=2)
    assert found() == {Named(f"checkpoint/{code}", checkpoint=2) for code in codes}


def test_a_changed_hash_of_a_leaf(world: World) -> None:
    leaf = CheckpointLeaf.objects.get(checkpoint=2, game=world.sealed)
    change("games_checkpointleaf", {"hash": changed(leaf.hash, 9)}, id=leaf.pk)
    assert found() == {
        Named("checkpoint/leaf", world.sealed, leaf.seq, 2),
        Named("checkpoint/root", checkpoint=2),
    }


def test_a_changed_number_of_a_leaf(world: World) -> None:
    leaf = CheckpointLeaf.objects.get(checkpoint=2, game=world.sealed)
    change("games_checkpointleaf", {"seq": leaf.seq - 1}, id=leaf.pk)
    assert found() == {
        Named("checkpoint/leaf", world.sealed, leaf.seq - 1, 2),
        Named("checkpoint/root", checkpoint=2),
        Named("head/checkpointed_seq", world.sealed, leaf.seq - 1),
    }


def test_a_changed_game_of_a_leaf(world: World) -> None:
    leaf = CheckpointLeaf.objects.get(checkpoint=2, game=world.aborted)
    change("games_checkpointleaf", {"game_id": world.finished}, id=leaf.pk)
    named = found()
    assert {
        Named("checkpoint/leaf", world.finished, leaf.seq, 2),
        Named("checkpoint/root", checkpoint=2),
        Named("head/checkpointed_seq", world.aborted),
    } <= named
    assert {one.code for one in named} <= {
        "checkpoint/leaf",
        "checkpoint/root",
        "checkpoint/order",
        "head/checkpointed_seq",
    }


def test_two_leaves_swapped(world: World) -> None:
    one, two = CheckpointLeaf.objects.filter(checkpoint=2).order_by("position")[:2]
    with around_the_guards():
        for position, leaf in ((1000, one), (one.position, two), (two.position, one)):
            execute("UPDATE games_checkpointleaf SET position = %s WHERE id = %s", position, leaf.pk)
    assert found() == {
        Named("checkpoint/order", one.game_id, one.seq, 2),
        Named("checkpoint/root", checkpoint=2),
    }


def test_a_deleted_leaf(world: World) -> None:
    last = CheckpointLeaf.objects.filter(checkpoint=2).order_by("position").last()
    assert last is not None
    delete("games_checkpointleaf", id=last.pk)
    named = found()
    assert {Named("checkpoint/size", checkpoint=2), Named("checkpoint/root", checkpoint=2)} <= named
    assert {one.code for one in named} == {"checkpoint/size", "checkpoint/root", "head/checkpointed_seq"}


def test_a_deleted_checkpoint(world: World) -> None:
    delete("games_checkpointleaf", checkpoint_id=1)
    delete("games_checkpoint", number=1)
    named = found()
    assert Named("checkpoint/gap", checkpoint=2) in named
    assert Named("head/checkpointed_seq", world.finished) in named


def test_the_last_checkpoint_deleted(world: World) -> None:
    covered = CheckpointLeaf.objects.get(checkpoint=1, game=world.sealed).seq
    delete("games_checkpointleaf", checkpoint_id=2)
    delete("games_checkpoint", number=2)
    named = found()
    assert Named("head/checkpointed_seq", world.sealed, covered) in named
    assert {one.code for one in named} == {"head/checkpointed_seq"}


def test_a_deleted_game(world: World) -> None:
    """Nothing of it is left but what the checkpoints know."""
    last = length(world.solo)
    with around_the_guards():
        if not IS_SQLITE:
            execute("ALTER TABLE games_game DISABLE TRIGGER ALL")
        for table in ("event", "snapshot", "gamecard", "seatresult", "playergame", "actor", "uncountedresult"):
            execute(f"DELETE FROM games_{table} WHERE game_id = %s", world.solo)
        execute("DELETE FROM games_game WHERE id = %s", world.solo)
        if not IS_SQLITE:
            execute("ALTER TABLE games_game ENABLE TRIGGER ALL")
    assert found() == {
        Named("checkpoint/leaf", world.solo, last, 1),
        Named("leftover/leaf", world.solo),
        Named("deal/unused"),
    }


def test_a_deleted_game_with_its_leaf_and_its_deal(world: World) -> None:
    deal = Game.objects.get(pk=world.solo).deal
    assert deal is not None
    with around_the_guards():
        beside = ("snapshot", "gamecard", "seatresult", "playergame", "actor", "uncountedresult")
        for table in ("event", "checkpointleaf", *beside):
            execute(f"DELETE FROM games_{table} WHERE game_id = %s", world.solo)
        execute("DELETE FROM games_game WHERE id = %s", world.solo)
        execute("DELETE FROM games_deal WHERE id = %s", deal.pk)
    named = found()
    assert {Named("checkpoint/size", checkpoint=1), Named("checkpoint/root", checkpoint=1)} <= named
    assert {one.checkpoint for one in named} == {1}
