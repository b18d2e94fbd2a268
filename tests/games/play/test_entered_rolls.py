"""Dice on a table: who enters what they show, and when."""

from typing import Any

import pytest

from engine.errors import Illegal, Malformed, Refused
from engine.protocol import Json
from games.accounts.callers import Caller
from games.log.event_store import read_log
from games.log.models import Game
from games.play.creation import create_game
from games.play.lifecycle import start_game
from games.play.moves import enter_roll, make_move
from games.play.seats import join_by_invite
from games.play.setup import Setup
from games.refusals import Conflict, Forbidden, NotFound
from tests.games.refusals import refused
from tests.games.sample_tables import PEOPLE, caller, command, fold_of, move, people, phase, table

pytestmark = pytest.mark.django_db


def at_the_roll(seats: int = 3, host: str = "Eve", **setup: Any) -> str:
    """A game at a table of which Eve keeps the score and in which the others play; seat 0 has to roll."""
    agreed = Setup("standard", [1] * seats, people(seats), dice="table", **setup)
    game = create_game(agreed, caller(host), command()).game
    invite = Game.objects.get(pk=game).invite
    for seat in range(seats):
        join_by_invite(invite, caller(PEOPLE[seat]), command(), "", seat)
    start_game(game, caller(host), command())
    for _ in range(seats):
        move(game)
    assert phase(fold_of(game)) == "roll"
    return game


def roll(**changes: Any) -> Json:
    return {"kind": "roll", "seat": 0, "color": "blue", "number": 2, **changes}


def enter(game: str, name: str, entered: Any, *answers: Any) -> None:
    [answered] = answers or [fold_of(game).asked]
    enter_roll(game, caller(name), command(), entered, answered)


def test_the_server_rolls_nothing_by_itself() -> None:
    game = at_the_roll()
    assert "roll" not in [row.entry.kind for row in read_log(game)]
    assert fold_of(game).awaited == [0]


@pytest.mark.parametrize("name", ["Eve", "Ada"])
def test_the_host_or_whoever_must_roll_enters_the_roll(name: str) -> None:
    game = at_the_roll()
    receipt = enter_roll(game, caller(name), command(), roll(), fold_of(game).asked)
    row = read_log(game)[-1]
    assert (row.entry.kind, row.entry.seat, row.entry.data) == ("roll", 0, {"color": "blue", "number": 2})
    assert (receipt.seq, receipt.hash) == (row.seq, row.hash)
    fold = fold_of(game)
    assert (fold.asked, fold.rolls, phase(fold)) == (row.seq, 1, "decide")
    assert row.entry.actor == (fold.host if name == "Eve" else fold.seated[0])


@pytest.mark.parametrize("name", ["Bob", "Cleo", "Dan"])
def test_nobody_else_enters_it(name: str) -> None:
    game, somebody = at_the_roll(), caller(name, is_staff=name == "Dan")
    for by in (somebody, Caller(), Caller(bot_seat=0)):
        with refused(Forbidden, "dice/not-scorekeeper"):
            enter_roll(game, by, "bot-0" if by.bot_seat == 0 else command(), roll(), fold_of(game).asked)


@pytest.mark.parametrize("visibility", ["private", "hidden"])
def test_a_stranger_does_not_learn_of_a_game(visibility: str) -> None:
    game, dan = at_the_roll(visibility=visibility), caller("Dan")
    with refused(NotFound, "game/not-found"):
        enter_roll(game, dan, command(), roll(), fold_of(game).asked)


def test_a_reroll_is_entered_like_a_roll() -> None:
    game = at_the_roll()
    enter(game, "Eve", roll())
    enter(game, "Ada", roll(kind="reroll", color="red", number=4))
    fold = fold_of(game)
    assert (phase(fold), fold.rolls, fold.awaited) == ("moves", 1, [0, 1, 2])
    assert read_log(game)[-1].entry.data == {"color": "red", "number": 4}


def test_keeping_is_an_action_and_no_roll() -> None:
    game, ada = at_the_roll(), caller("Ada")
    enter(game, "Eve", roll())
    make_move(game, ada, command(), {"kind": "keep", "seat": 0}, fold_of(game).asked)
    assert phase(fold_of(game)) == "moves"


@pytest.mark.parametrize("kind", ["roll", "reroll"])
def test_acting_throws_no_dice_at_a_table(kind: str) -> None:
    game, ada = at_the_roll(), caller("Ada")
    with refused(Illegal, "dice/table"):
        make_move(game, ada, command(), roll(kind=kind), fold_of(game).asked)


def test_a_roll_that_was_entered_makes_another_one_stale() -> None:
    game = at_the_roll()
    asked = fold_of(game).asked
    enter(game, "Eve", roll())
    eve = caller("Eve")
    with refused(Conflict, "move/stale"):
        enter_roll(game, eve, command(), roll(number=3), asked)
    with refused(Illegal, "turn/wrong-phase"):
        enter_roll(game, eve, command(), roll(number=3), fold_of(game).asked)


@pytest.mark.parametrize("answers", [None, True, "1"])
def test_a_roll_names_what_it_answers(answers: Any) -> None:
    game, eve = at_the_roll(), caller("Eve")
    with refused(Malformed, "move/answers"):
        enter_roll(game, eve, command(), roll(), answers)


def test_the_server_rolls_its_own_dice() -> None:
    game, ada = table(), caller("Ada")
    with refused(Illegal, "dice/server"):
        enter_roll(game, ada, command(), roll(), fold_of(game).asked)


def test_before_the_start_and_after_the_end_nothing_is_rolled() -> None:
    agreed = Setup("standard", [1, 1], people(2), dice="table")
    eve = caller("Eve")
    game = create_game(agreed, eve, command()).game
    with refused(Conflict, "game/not-started"):
        enter_roll(game, eve, command(), roll(), 1)


@pytest.mark.parametrize(
    ("entered", "sort", "code"),
    [
        (None, Malformed, "dice/no-throw"),
        ([], Malformed, "dice/no-throw"),
        ({}, Malformed, "dice/no-throw"),
        (roll(kind="bomb"), Malformed, "dice/no-throw"),
        (roll(kind="game/finished"), Malformed, "dice/no-throw"),
        (roll(kind=["roll"]), Malformed, "dice/no-throw"),
        (roll(kind=None), Malformed, "dice/no-throw"),
        (roll(seat=1), Illegal, "turn/other-seat"),
        (roll(seat=7), Malformed, "event/unknown-seat"),
        (roll(seat="0"), Malformed, "event/wrong-type"),
        (roll(color="pink"), Malformed, "event/unknown-color"),
        (roll(number=5), Malformed, "event/unknown-number"),
        (roll(number=True), Malformed, "event/wrong-type"),
        (roll(number=2.0), Malformed, "json/value"),
        (roll(number=2**53), Malformed, "json/number"),
        (roll(color="\ud800"), Malformed, "json/surrogate"),
        ({"kind": "roll", "seat": 0, "color": "blue"}, Malformed, "event/missing-field"),
    ],
)
def test_what_is_no_roll_is_refused(entered: Any, sort: type[Refused], code: str) -> None:
    game, eve = at_the_roll(), caller("Eve")
    with refused(sort, code):
        enter_roll(game, eve, command(), entered, fold_of(game).asked)


@pytest.mark.parametrize("more", [{"blind": "0" * 16}, {"seq": 1}, {"actor": "system"}])
def test_a_roll_has_no_fields_but_its_own(more: Json) -> None:
    game = at_the_roll()
    with refused(Malformed, "event/unknown-field"):
        enter(game, "Eve", roll(**more))


def test_there_is_no_seed_to_reveal_at_the_end() -> None:
    game = at_the_roll(2)
    for seat, name in enumerate(PEOPLE[:2]):
        make_move(game, caller(name), command(), {"kind": "drop", "seat": seat, "reason": "resign"}, None)
    assert read_log(game)[-1].entry.kind == "game/finished"
