"""Folds: the same from the beginning, event by event and thawed, in every variant and at every event."""

from typing import Any

import pytest

from engine.canonical import canonical, parse_json
from engine.errors import Refused
from games.log.event_store import read_log
from games.log.fold import Fold, advance, begin, freeze, thaw
from games.log.models import Game
from games.log.state_cache import fold_at, fold_memory
from games.play.lifecycle import abort_game, adjudicate
from games.play.seats import join_by_invite, leave_seat
from tests.games.sample_tables import CONTRIBUTION, caller, command, fold_of, open_table, play_out, table

pytestmark = pytest.mark.django_db

VARIANTS = [("solo", 1), ("standard", 2), ("standard", 3), ("standard", 4), ("duel", 2)]


def folds(game: str) -> list[Fold]:
    """The fold after every event of a log."""
    rows = read_log(game)
    found = [begin(rows[0].entry, rows[0].hash)]
    for row in rows[1:]:
        found.append(advance(found[-1], row.entry, row.hash))
    return found


@pytest.mark.parametrize(("variant", "seats"), VARIANTS)
def test_a_fold_thaws_to_what_was_frozen_after_every_event(variant: str, seats: int) -> None:
    play_out(game := table(variant, seats, seconds=60))
    found = folds(game)
    assert [fold.seq for fold in found] == list(range(1, fold_of(game).seq + 1))
    for fold in found:
        assert thaw(fold.seq, fold.hash, freeze(fold)) == fold
    assert found[-1] == fold_of(game)
    assert {fold.status for fold in found} == {"open", "running", "finished"}


def test_folds_of_games_that_end_otherwise_thaw_too() -> None:
    off = open_table(dice="table")
    join_by_invite(Game.objects.get(pk=off).invite, caller("Bob"), command(), CONTRIBUTION)
    leave_seat(off, caller("Bob"), command(), 0)
    abort_game(off, caller("Ada"), command())
    ended = table(seats=3)
    adjudicate(ended, caller("Eve", is_staff=True), command(), "forfeit", [1], "Left the room.")
    for game in (off, ended):
        for fold in folds(game):
            assert thaw(fold.seq, fold.hash, freeze(fold)) == fold


def test_the_fold_at_an_event_is_that_of_the_log_up_to_it() -> None:
    play_out(game := table(seats=3))
    for fold in folds(game)[::7]:
        assert fold_at(game, fold.seq) == fold


def test_the_fold_does_not_depend_on_what_is_remembered() -> None:
    play_out(game := table(seats=3))
    remembered = fold_of(game)
    fold_memory.clear()
    assert fold_of(game) == remembered == folds(game)[-1]


def frozen() -> Any:
    game = table(seats=3)
    return parse_json(freeze(fold_of(game)))


@pytest.mark.parametrize(
    "change",
    [
        {"created": None}, {"created": {}}, {"created": {"key": "chess"}}, {"state": None}, {"state": {}}, {"more": 1},
    ],
    ids=str,
)  # fmt: skip
def test_what_was_never_frozen_does_not_thaw(change: dict[str, Any]) -> None:
    kept = frozen()
    with pytest.raises(Refused):
        thaw(5, "0" * 64, canonical({**kept, **change}))


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "7", '"text"', "{}", '{"created":{"key":"chess"}}', "[" * 9999]
)
def test_what_is_no_fold_does_not_thaw(text: str) -> None:
    with pytest.raises(Refused):
        thaw(5, "0" * 64, text)


def test_a_fold_written_in_another_way_does_not_thaw() -> None:
    text = freeze(fold_of(table()))
    for other in (text + " ", text.replace(":", ": ", 1), " " + text):
        with pytest.raises(Refused):
            thaw(5, "0" * 64, other)
