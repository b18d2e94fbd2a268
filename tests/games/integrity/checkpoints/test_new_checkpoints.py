"""Making checkpoints: what they cover, how they are linked and signed, and what they leave for the next one."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from engine.checkpoint import note_hash
from engine.log import FIRST_PREVIOUS
from engine.merkle import Tree
from games.clock.site_time import now, read_time, use_clock
from games.integrity.checkpoints import make_checkpoint
from games.integrity.tasks import make_checkpoint as task
from games.keys.signing import signing_key
from games.log.models import Checkpoint, CheckpointLeaf, Event, Game
from tests.games.integrity.checkpoints.heads import add_games, leaves, note
from tests.games.sample_tables import move, table
from tests.sizes import size

MANY = size(500, 10_000)


@pytest.mark.django_db
def test_without_changes_there_is_no_checkpoint() -> None:
    assert make_checkpoint() is None
    table()
    assert make_checkpoint() == 1
    assert make_checkpoint() is None
    assert Checkpoint.objects.count() == 1


@pytest.mark.django_db
def test_it_covers_the_heads_of_all_games_sorted_by_their_id() -> None:
    games = sorted(table() for _ in range(5))
    make_checkpoint()
    heads = [f"{row.pk}|{row.seq}|{row.head_hash}" for row in Game.objects.order_by("pk")]
    assert [leaf.partition("|")[0] for leaf in heads] == games
    assert leaves(1) == heads
    assert note(1).root == Tree(leaf.encode() for leaf in heads).root.hex()
    assert Checkpoint.objects.get().size == 5


@pytest.mark.django_db
def test_it_is_signed_and_linked_to_the_one_before() -> None:
    game = table()
    make_checkpoint()
    move(game)
    make_checkpoint()
    assert (note(1).number, note(1).previous, note(1).key_id) == (1, FIRST_PREVIOUS, signing_key().id)
    assert (note(2).number, note(2).previous) == (2, note_hash(Checkpoint.objects.get(pk=1).note))
    assert note(2).at == Checkpoint.objects.get(pk=2).at >= note(1).at


@pytest.mark.django_db
def test_it_covers_only_what_has_changed_since_the_one_before() -> None:
    moved, still = table(), table()
    make_checkpoint()
    move(moved)
    assert make_checkpoint() == 2
    row = Game.objects.get(pk=moved)
    assert leaves(2) == [f"{moved}|{row.seq}|{row.head_hash}"]
    assert row.checkpointed_seq == row.seq
    assert Game.objects.get(pk=still).checkpointed_seq == Game.objects.get(pk=still).seq


@pytest.mark.django_db
def test_many_games_are_covered_at_once() -> None:
    games = add_games(MANY)
    assert make_checkpoint() == 1
    assert Checkpoint.objects.get().size == MANY
    assert leaves(1) == [f"{game}|5|{at:064x}" for at, game in enumerate(games)]
    assert set(Game.objects.values_list("checkpointed_seq", flat=True)) == {5}


@pytest.mark.django_db
def test_a_clock_that_was_set_back_does_not_make_notes_run_backwards() -> None:
    game = table()
    make_checkpoint()
    move(game)
    earlier = read_time(note(1).at) - timedelta(hours=1)
    with use_clock(lambda: earlier):
        make_checkpoint()
    assert note(2).at == note(1).at
    assert read_time(note(2).at) <= now()


@pytest.mark.django_db
def test_without_a_key_nothing_is_stored(tmp_path: Path, settings: Settings) -> None:
    table()
    settings.KEYS = tmp_path
    (tmp_path / "signing.pem").write_text("no key")
    with pytest.raises(ImproperlyConfigured):
        make_checkpoint()
    assert not Checkpoint.objects.exists()
    assert not CheckpointLeaf.objects.exists()
    assert set(Game.objects.values_list("checkpointed_seq", flat=True)) == {0}


@pytest.mark.django_db
def test_the_task_makes_one() -> None:
    game = table()
    task()
    [leaf] = leaves(1)
    assert leaf == f"{game}|{Event.objects.count()}|{Game.objects.get().head_hash}"
