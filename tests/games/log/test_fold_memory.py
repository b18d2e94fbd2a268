"""What a process remembers of games: never more than the log says, whatever was undone or done elsewhere."""

import pytest
from django.db import transaction

from games.accounts import callers
from games.log.models import Game
from games.log.state_cache import FoldMemory, fold_at, fold_memory, load_fold
from games.log.unit_of_work import read_head
from games.play.creation import create_game
from games.play.moves import make_move
from games.play.seats import join_by_invite
from games.play.setup import Setup
from tests.games.sample_tables import (
    account,
    caller,
    command,
    fold_of,
    move,
    open_table,
    people,
    phase,
    play_until,
    table,
)

pytestmark = pytest.mark.django_db

RESIGN = {"kind": "drop", "seat": 1, "reason": "resign"}


def test_what_was_undone_is_not_remembered() -> None:
    game = table(seats=3)
    before = fold_of(game)
    with transaction.atomic():
        make_move(game, caller("Bob"), command(), RESIGN, None)
        undone = fold_memory.get(game)
        transaction.set_rollback(True)
    assert undone is not None
    assert undone.seq == before.seq + 1
    assert fold_of(game) == before


def test_play_goes_on_after_something_was_undone() -> None:
    game = table(seats=3)
    play_until(game, lambda fold: phase(fold) == "moves")
    with transaction.atomic():
        move(game, 0)
        move(game, 2)
        transaction.set_rollback(True)
    for seat in (1, 0, 2):
        move(game, seat)
    assert fold_of(game) == fold_at(game, read_head(game).seq)


def test_a_fold_of_what_was_undone_is_not_caught_up_with_what_came_instead() -> None:
    game = table(seats=3)
    with transaction.atomic():
        make_move(game, caller("Bob"), command(), RESIGN, None)
        undone = fold_of(game)
        transaction.set_rollback(True)
    for _ in range(3):
        move(game)
        fold_memory.put(game, undone)
        assert fold_of(game) == fold_at(game, read_head(game).seq)
        assert fold_of(game).rules.forfeits(fold_of(game).state) == ()


def test_what_another_process_has_added_is_caught_up_with() -> None:
    game = table(seats=3)
    old = fold_of(game)
    for _ in range(5):
        move(game)
    fold_memory.put(game, old)
    assert fold_of(game) == fold_at(game, read_head(game).seq)


def test_a_newer_fold_does_not_answer_for_an_older_head() -> None:
    game = table(seats=3)
    head = read_head(game)
    move(game)
    assert load_fold(head) == fold_at(game, head.seq)


def test_only_so_many_games_are_remembered_and_the_least_used_is_forgotten() -> None:
    kept, fold = FoldMemory(size=2), fold_of(table())
    kept.put("g-1", fold)
    kept.put("g-2", fold)
    assert kept.get("g-1") is fold
    kept.put("g-3", fold)
    assert [kept.get(game) for game in ("g-1", "g-2", "g-3")] == [fold, None, fold]
    kept.clear()
    assert kept.get("g-1") is None


def test_a_name_that_was_given_in_an_undone_step_is_not_remembered() -> None:
    game, bob = open_table(), caller("Bob")
    invite = Game.objects.get(pk=game).invite
    with transaction.atomic():
        join_by_invite(invite, bob, command(), "", 0)
        undone = callers.actor_of(game, bob)
        transaction.set_rollback(True)
    assert undone is not None
    assert callers.actor_of(game, bob) is None
    join_by_invite(invite, bob, command(), "", 0)
    assert callers.actor_of(game, bob) == fold_of(game).seated[0] != undone


@pytest.mark.django_db(transaction=True)
def test_a_name_is_asked_for_once(django_assert_num_queries: pytest.FixtureRequest) -> None:
    game = create_game(Setup("solo", [1], people(1)), caller("Ada"), command()).game
    ada = caller("Ada")
    name = callers.actor_of(game, ada)
    with django_assert_num_queries(0):  # type: ignore[operator]
        assert callers.actor_of(game, ada) == name
    account("Ada").delete()
    callers.forget_actors()
    assert callers.actor_of(game, ada) is None
