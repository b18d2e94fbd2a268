"""Dice on the table: whoever rolls enters them, or a scorekeeper without a seat."""

import json
from typing import Any

import pytest

from games.log.models import Game
from games.play.creation import create_game
from games.play.lifecycle import start_game
from games.play.seats import join_by_invite
from games.play.setup import Setup
from tests.games.sample_tables import caller, command, fold_of, phase, play_until, table
from tests.games.tables.table_page import opened, refused_message
from tests.web.markup import page_of
from tests.web.ops.people import client_of

pytestmark = pytest.mark.django_db


def dice_table() -> str:
    """A game with dice on the table that waits for Ada's first roll."""
    game = table("standard", 2, dice="table")
    play_until(game, lambda fold: phase(fold) == "roll")
    return game


def rolls(response: Any) -> list[dict[str, Any]]:
    return [json.loads(button["value"]) for button in page_of(response).all("button") if button.get("name") == "roll"]


def test_dice_on_the_table_are_entered_by_big_buttons() -> None:
    game = dice_table()
    shown = rolls(opened(game))
    assert len(shown) == 24
    assert rolls(opened(game, "Bob")) == rolls(opened(game, "Zoe")) == []
    client_of("Ada").post(f"/games/{game}/roll/", {"roll": json.dumps(shown[9]), "answers": fold_of(game).asked})
    assert phase(fold_of(game)) == "decide"
    again = rolls(opened(game))
    assert {roll["kind"] for roll in again} == {"reroll"}
    client_of("Ada").post(f"/games/{game}/roll/", {"roll": json.dumps(again[0]), "answers": fold_of(game).asked})
    assert phase(fold_of(game)) == "moves"
    assert (fold_of(game).state.roll.color, fold_of(game).state.roll.column) == ("white", 1)


def test_a_roll_that_is_none_is_told() -> None:
    game = dice_table()
    asked = fold_of(game).asked
    for roll in ("", "{", "[1]", '{"kind":"roll","seat":0,"color":"pink","number":1}', '{"kind":"keep","seat":0}'):
        assert refused_message(client_of("Ada"), game, "roll", {"roll": roll, "answers": asked})


def test_a_scorekeeper_without_a_seat_keeps_the_table_in_every_phase() -> None:
    setup = Setup("standard", [1, 1], [{"kind": "person"}] * 2, dice="table")
    game = create_game(setup, caller("Zoe"), command()).game
    invite = Game.objects.get(pk=game).invite
    for name in ("Ada", "Bob"):
        join_by_invite(invite, caller(name), command(), "")
    start_game(game, caller("Zoe"), command())
    assert phase(fold_of(game)) == "start"
    assert "data-live" not in opened(game, "Zoe").content.decode()
    assert "data-live" in opened(game, "Eve").content.decode()
