"""Snapshots are a cache: written every 32 events, used if they fit the log, never believed otherwise."""

import re
from collections.abc import Iterator

import pytest
from django.db import transaction

from games.log import state_cache
from games.log.event_store import events_since
from games.log.fold import Fold, freeze
from games.log.models import Snapshot
from games.log.state_cache import fold_at, fold_memory, load_fold, read_snapshot, write_snapshot
from games.log.unit_of_work import read_head
from games.play.moves import make_move
from tests.games.sample_tables import caller, command, fold_of, move, play_out, play_until, table

pytestmark = pytest.mark.django_db


def replayed(game: str) -> Fold:
    """The fold of the log alone."""
    return fold_at(game, read_head(game).seq)


def loaded(game: str) -> Fold:
    """The fold as a process gets it that has just begun."""
    fold_memory.clear()
    return load_fold(read_head(game))


def with_snapshot() -> str:
    """A running game with a snapshot some events ago."""
    while True:
        game = table(seats=3)
        fold = play_until(game, lambda fold: fold.seq >= 40 and len(fold.awaited) == 3)
        if not fold.is_over:
            return game


def test_a_snapshot_is_written_whenever_another_32_events_have_come_together() -> None:
    game = table(seats=3)
    while not fold_of(game).is_over:
        before = fold_of(game).seq
        move(game)
        after = fold_of(game).seq
        kept = Snapshot.objects.filter(game=game).first()
        if after // 32 > before // 32:
            assert kept is not None
            assert kept.seq == after
        assert (kept.seq if kept else 0) <= after
        assert (kept is None) == (after < 32)


def test_a_snapshot_holds_the_fold_of_its_event() -> None:
    game = with_snapshot()
    kept = Snapshot.objects.get(game=game)
    assert read_snapshot(game) == fold_at(game, kept.seq)
    assert kept.hash == fold_at(game, kept.seq).hash


def test_a_new_process_begins_at_the_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    game = with_snapshot()
    asked: list[int] = []

    def counted(game: str, seq: int) -> object:
        asked.append(seq)
        return events_since(game, seq)

    monkeypatch.setattr(state_cache, "events_since", counted)
    fold = loaded(game)
    assert asked == [Snapshot.objects.get(game=game).seq]
    monkeypatch.undo()
    assert fold == replayed(game)


def test_a_snapshot_that_is_missing_is_not_missed() -> None:
    game = with_snapshot()
    Snapshot.objects.all().delete()
    assert loaded(game) == replayed(game)


def places(text: str) -> Iterator[int]:
    """Some bytes all over a text, and every digit, whose change is the hardest to notice."""
    yield from range(0, len(text), 41)
    yield from (found.start() for found in re.finditer(r"\d", text))


def test_a_snapshot_with_one_changed_byte_is_never_used() -> None:
    game = with_snapshot()
    kept, fold = Snapshot.objects.get(game=game), replayed(game)
    text = kept.state
    for at in places(text):
        other = "7" if text[at] != "7" else "3"
        Snapshot.objects.filter(game=game).update(state=text[:at] + other + text[at + 1 :])
        assert loaded(game) == fold, at
    Snapshot.objects.filter(game=game).update(state="")
    assert loaded(game) == fold


def test_a_snapshot_with_another_hash_or_number_is_never_used() -> None:
    game = with_snapshot()
    kept, fold = Snapshot.objects.get(game=game), replayed(game)
    for changes in (
        {"hash": "0" * 64},
        {"hash": fold.hash},
        {"seq": kept.seq - 1},
        {"seq": kept.seq + 1},
        {"seq": fold.seq + 1000},
        {"seq": 0},
        {"seq": fold.seq, "hash": "0" * 64},
    ):
        Snapshot.objects.filter(game=game).update(**{"seq": kept.seq, "hash": kept.hash, **changes})
        assert loaded(game) == fold, changes


def test_the_snapshot_of_another_game_is_never_used() -> None:
    game, other = with_snapshot(), with_snapshot()
    kept = Snapshot.objects.get(game=other)
    Snapshot.objects.filter(game=game).update(seq=kept.seq, hash=kept.hash, state=kept.state)
    assert loaded(game) == replayed(game)


def test_the_snapshot_of_a_transaction_that_was_undone_is_gone_with_it() -> None:
    game = with_snapshot()
    before = Snapshot.objects.filter(game=game).values().get()
    with transaction.atomic():
        while fold_of(game).seq < before["seq"] + 32 and not fold_of(game).is_over:
            move(game)
        write_snapshot(game, fold_of(game))
        transaction.set_rollback(True)
    assert Snapshot.objects.filter(game=game).values().get() == before
    assert loaded(game) == replayed(game)


def test_a_snapshot_of_a_future_that_never_came_is_never_used() -> None:
    game = with_snapshot()
    with transaction.atomic():
        make_move(game, caller("Bob"), command(), {"kind": "drop", "seat": 1, "reason": "resign"}, None)
        undone = fold_of(game)
        transaction.set_rollback(True)
    for _ in range(3):
        write_snapshot(game, undone)
        assert loaded(game) == replayed(game)
        move(game)
    assert undone.hash != fold_at(game, undone.seq).hash


def test_playing_goes_on_from_a_snapshot_as_it_would_have_from_the_log() -> None:
    game = with_snapshot()
    fold_memory.clear()
    while not fold_of(game).is_over:
        move(game)
        fold_memory.clear()
    assert loaded(game) == replayed(game)


def test_the_last_snapshot_is_as_good_as_the_log() -> None:
    play_out(game := table(seats=2))
    write_snapshot(game, fold_of(game))
    assert Snapshot.objects.get(game=game).state == freeze(replayed(game))
    assert loaded(game) == replayed(game)
