"""A game that follows another at a tournament's table: the same dice in both, and nothing that was added afterwards."""

from collections.abc import Iterator

import pytest
from django.db import transaction

from engine.log import read_body
from games.integrity.audit.cross_game import is_subsequence
from games.integrity.audit.platform_events import wrong_follower
from games.integrity.checkpoints import make_checkpoint
from games.log.models import Event, Game
from games.play.restart_without_absent import restart_without_absent
from games.play.seats import join_game
from tests.games.integrity.audit.tampering import Named, event, found, length, named_in, remake
from tests.games.reserved import anchor, kept_table, play_kept
from tests.games.sample_tables import caller, command, table

REFERENCE = {"game": "g-1", "seq": 3, "hash": "a" * 64, "without": ["p-1"]}


@pytest.fixture
def games(db: None) -> Iterator[tuple[str, str]]:
    """A game that has waited for Bob, and the one that Ada and Cleo have played instead."""
    before = kept_table("Ada", "Bob", "Cleo")
    join_game(before, caller("Ada"), command(), "a" * 32)
    join_game(before, caller("Cleo"), command(), "c" * 32)
    after = restart_without_absent(before, command(), anchor(seq=9)).game
    play_kept(after, ["Ada", "Cleo"])
    make_checkpoint()
    yield before, after
    # What a test has broken is not for the tear-down to judge.
    transaction.set_rollback(True)


def codes() -> set[str]:
    return {one.code for one in found()}


def test_nothing_is_found_where_nothing_was_changed(games: tuple[str, str]) -> None:
    assert codes() == set()


def test_dice_of_a_game_that_was_not_called_off_for_the_other(games: tuple[str, str]) -> None:
    before, _ = games
    remake(before, length(before), data={})
    assert "deal/reused" in codes()


def test_dice_of_a_game_that_was_called_off_for_a_third(games: tuple[str, str]) -> None:
    before, _ = games
    remake(before, length(before), data={"goes_on": "g-0123456789"})
    assert "deal/reused" in codes()


def test_something_added_to_dice_that_were_known(games: tuple[str, str]) -> None:
    before, _ = games
    joined = Event.objects.filter(game=before, kind="game/joined").first()
    assert joined is not None
    remake(before, joined.seq, data={"contribution": "f" * 32})
    assert "deal/reused" in codes()


def test_dice_in_a_game_of_its_own(games: tuple[str, str]) -> None:
    _, after = games
    other = table()
    Game.objects.filter(pk=other).update(deal=Game.objects.get(pk=after).deal)
    assert "deal/reused" in codes()


def test_a_game_that_names_none_it_follows(games: tuple[str, str]) -> None:
    _, after = games
    created = read_body(event(after, 1).body)["data"]
    remake(after, 1, data={**created, "follows": {"game": "g-1"}})
    assert Named("rules/follows", after, 1) in named_in(after)


@pytest.mark.parametrize(
    ("created", "is_right"),
    [
        ({}, True),
        ({"tournament": {}, "follows": REFERENCE}, True),
        ({"follows": REFERENCE}, False),
        ({"tournament": {}, "follows": None}, False),
        ({"tournament": {}, "follows": {**REFERENCE, "seq": 0}}, False),
        ({"tournament": {}, "follows": {**REFERENCE, "hash": "a"}}, False),
        ({"tournament": {}, "follows": {**REFERENCE, "without": [7]}}, False),
        ({"tournament": {}, "follows": {**REFERENCE, "more": 1}}, False),
    ],
)
def test_what_a_game_says_of_the_one_it_follows_has_one_form(created: dict[str, object], is_right: bool) -> None:
    assert (wrong_follower(created) is None) == is_right


def test_what_was_added_stays_in_its_order() -> None:
    assert is_subsequence(["a", "c"], ["a", "b", "c"])
    assert is_subsequence(["", ""], ["", "b", ""])
    assert not is_subsequence(["c", "a"], ["a", "b", "c"])
    assert not is_subsequence(["a", "a"], ["a", "b"])
