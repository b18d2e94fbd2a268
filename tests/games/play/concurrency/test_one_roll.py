"""Answers to one roll that come at the same moment: those of different seats all land, of one seat exactly one does."""

from functools import partial

import pytest

from engine.log import chain_hashes
from games.log.models import Event
from games.play.commands import Receipt
from games.play.moves import make_move
from tests.games.play.concurrency.crowd import at_once, codes
from tests.games.sample_tables import PEOPLE, caller, command, fold_of, phase, play_until, table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def in_moves(seats: int) -> tuple[str, int]:
    """A game in which everybody must answer a roll, and that roll."""
    game = table(seats=seats)
    fold = play_until(game, lambda fold: phase(fold) == "moves")
    return game, fold.asked


def check_chain(game: str) -> None:
    events = list(Event.objects.filter(game=game).order_by("seq"))
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert [event.hash for event in events] == list(chain_hashes([event.body for event in events]))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_different_seats_answer_at_once_and_all_land(seats: int) -> None:
    for _ in range(3):
        game, asked = in_moves(seats)
        answers = [
            partial(make_move, game, caller(PEOPLE[seat]), command(), {"kind": "bomb", "seat": seat}, asked)
            for seat in range(seats)
        ]
        receipts = at_once(*answers)
        assert codes(receipts) == []
        stored = Event.objects.filter(game=game, kind="bomb").values_list("seq", "hash")
        assert {receipt[1:] for receipt in receipts if isinstance(receipt, Receipt)} == set(stored)
        assert fold_of(game).asked > asked
        check_chain(game)


def test_the_same_seat_answers_twice_at_once_and_exactly_one_lands() -> None:
    for _ in range(5):
        game, asked = in_moves(3)
        fold = fold_of(game)
        color, column, x, y, _ = fold.rules.options(fold.state, 1)["place"][0]
        bob = caller("Bob")
        place = {"kind": "place", "seat": 1, "color": color, "column": column, "x": x, "y": y}
        results = at_once(
            partial(make_move, game, bob, command(), {"kind": "bomb", "seat": 1}, asked),
            partial(make_move, game, bob, command(), place, asked),
        )
        assert codes(results) == ["turn/already-answered"]
        assert Event.objects.filter(game=game, seat=1, kind__in=("place", "bomb")).count() == 1
        check_chain(game)


def test_a_last_answer_given_twice_at_once_is_stale_the_second_time() -> None:
    game, asked = in_moves(2)
    make_move(game, caller("Ada"), command(), {"kind": "bomb", "seat": 0}, asked)
    bob = caller("Bob")
    results = at_once(*(partial(make_move, game, bob, command(), {"kind": "bomb", "seat": 1}, asked) for _ in range(4)))
    assert codes(results) == ["move/stale"] * 3
    check_chain(game)


def test_resigning_at_once_lands_for_everybody() -> None:
    game, _ = in_moves(4)
    results = at_once(
        *(
            partial(
                make_move,
                game,
                caller(PEOPLE[seat]),
                command(),
                {"kind": "drop", "seat": seat, "reason": "resign"},
                None,
            )
            for seat in range(4)
        )
    )
    assert codes(results) == []
    assert fold_of(game).status == "finished"
    assert Event.objects.filter(game=game, kind="dice/revealed").count() == 1
    check_chain(game)
