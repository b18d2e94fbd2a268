"""Another game through the same services: the toy game, with turns and without dice, from its creation to its end."""

from typing import Any

import pytest

from engine import registry
from engine.errors import Illegal, Malformed
from engine.protocol import Json
from games.accounts.callers import ANYBODY, Viewer
from games.clock.site_time import now
from games.log.event_store import read_log
from games.log.fold import freeze, thaw
from games.log.models import Event, Game
from games.log.state_cache import fold_memory
from games.play import bots
from games.play.creation import create_game
from games.play.deadlines import expire_game
from games.play.game_lists import public_games, turns_of
from games.play.lifecycle import adjudicate, start_game
from games.play.models import Deal, GameCard, SeatResult
from games.play.moves import enter_roll, make_move
from games.play.seats import join_by_invite
from games.play.setup import Setup
from games.play.visibility import see_log, see_position
from games.refusals import Conflict, Forbidden
from tests.engine.toy import STONES_1, STONES_2
from tests.games.refusals import refused
from tests.games.sample_tables import account, caller, command, fold_of, people

pytestmark = pytest.mark.django_db

BOT = {"kind": "bot", "bot": "greedy"}


@pytest.fixture(autouse=True)
def stones(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game under both versions of its rules is known for one test."""
    for game in (STONES_1, STONES_2):
        monkeypatch.setitem(registry._GAMES, (game.key, game.rules_version), game)


def open_heap(seats: Any = None, **setup: Any) -> str:
    agreed = {"variant": "plain", "levels": [1, 1], "seats": seats or people(2), "key": "stones", **setup}
    return create_game(Setup(**agreed), caller("Ada"), command()).game


def heap(seats: Any = None, **setup: Any) -> str:
    """A started game of the toy, Ada on the first seat for people and Bob on the next."""
    game = open_heap(seats, **setup)
    invite, free = Game.objects.get(pk=game).invite, fold_of(game).seated.count(None)
    for name in ("Ada", "Bob")[:free]:
        join_by_invite(invite, caller(name), command(), "")
    start_game(game, caller("Ada"), command())
    return game


def take(game: str, seat: int, stones: Any, *answers: Any) -> None:
    name = ("Ada", "Bob")[seat]
    [answered] = answers or [fold_of(game).asked]
    make_move(game, caller(name), command(), {"kind": "take", "seat": seat, "stones": stones}, answered)


def kinds(game: str) -> list[str]:
    return [row.entry.kind for row in read_log(game)]


def test_a_game_is_played_from_start_to_finish() -> None:
    game = heap()
    for at, stones in enumerate((3, 3, 3)):
        take(game, at % 2, stones)
    assert kinds(game) == [
        "game/created", "game/joined", "game/joined", "game/started", "take", "take", "take", "take", "game/finished",
    ]  # fmt: skip
    assert GameCard.objects.get(game=game).status == "finished"
    results = SeatResult.objects.filter(game=game).order_by("seat").values_list("score", "place", "has_won")
    assert list(results) == [(6, 2, False), (4, 1, True)]


def test_the_last_stone_leaves_no_choice_and_is_taken_by_the_server() -> None:
    game = heap()
    for at, stones in enumerate((3, 3, 3)):
        take(game, at % 2, stones)
    last = Event.objects.get(game=game, seq=8)
    assert (last.kind, last.seat, last.actor, last.command_id) == ("take", 1, "system", None)


def test_there_are_no_dice_and_no_deal() -> None:
    game = heap()
    fold = fold_of(game)
    assert (fold.dice, fold.created["dice"]) == ({}, None)
    assert not Deal.objects.exists()
    for at, stones in enumerate((3, 3, 3)):
        take(game, at % 2, stones)
    assert not {"roll", "dice/revealed"} & set(kinds(game))


def test_nothing_is_sealed_and_nothing_blinded() -> None:
    game = heap()
    take(game, 0, 2)
    assert read_log(game)[-1].entry.data == {"stones": 2}
    seen = see_log(game, ANYBODY)
    assert (seen.events[-1]["kind"], seen.events[-1]["stones"], seen.is_whole) == ("take", 2, True)


def test_the_position_is_what_the_game_itself_says() -> None:
    game = heap()
    take(game, 0, 2)
    bob = see_position(game, Viewer(account("Bob").pk))
    assert (bob["phase"], bob["awaited"], bob["options"]) == ("take", [1], {"take": [1, 2, 3]})
    assert bob["state"] == {"heap": 8, "taken": [2, 0], "active": 1, "forfeits": []}
    assert see_position(game, ANYBODY, 4)["state"]["heap"] == 10
    assert [turn.seat for turn in turns_of(account("Bob").pk)] == [1]
    assert not turns_of(account("Ada").pk).exists()
    assert [card.key for card in public_games()] == ["stones"]


def test_the_rules_decide() -> None:
    game = heap()
    take(game, 0, 1)
    with refused(Illegal, "stones/turn"):
        take(game, 0, 1)
    with refused(Illegal, "stones/number"):
        take(game, 1, 4)
    with refused(Malformed, "stones/event"):
        take(game, 1, "all")
    ada = caller("Ada")
    with refused(Forbidden, "seat/not-yours"):
        make_move(game, ada, command(), {"kind": "take", "seat": 1, "stones": 1}, fold_of(game).asked)
    with refused(Conflict, "move/stale"):
        take(game, 1, 1, 1)


def test_each_game_is_played_under_the_version_it_began_with() -> None:
    old, new = heap(), heap(rules_version=2)
    take(old, 0, 3)
    with refused(Illegal, "stones/number"):
        take(new, 0, 3)
    assert fold_of(new).created["rules_version"] == 2


def test_settings_of_the_games_own_reach_it() -> None:
    game = heap(more={"heap": 3})
    assert fold_of(game).state.heap == 3
    take(game, 0, 3)
    assert fold_of(game).is_over
    assert read_log(game)[0].entry.data["heap"] == 3


@pytest.mark.parametrize(
    ("setup", "sort", "code"),
    [
        ({"dice": "table"}, Illegal, "setup/no-dice"),
        ({"deal": "d-1"}, Illegal, "setup/shared-deal"),
        ({"levels": [1]}, Malformed, "stones/table"),
        ({"timeout": "bomb"}, Malformed, "setup/choice"),
        ({"seats": [BOT, {"kind": "bot", "bot": "random"}]}, Malformed, "setup/choice"),
    ],
)
def test_what_the_toy_does_not_know_is_refused(setup: Json, sort: type[Illegal | Malformed], code: str) -> None:
    caller("Ada")
    with refused(sort, code):
        open_heap(**setup)


def test_a_game_without_dice_takes_no_rolls() -> None:
    game, ada = heap(), caller("Ada")
    with refused(Illegal, "dice/server"):
        enter_roll(game, ada, command(), {"kind": "roll", "seat": 0}, fold_of(game).asked)


def test_giving_up_needs_no_turn_and_no_answer() -> None:
    game = heap()
    make_move(game, caller("Bob"), command(), {"kind": "resign", "seat": 1}, None)
    assert kinds(game)[-2:] == ["resign", "game/finished"]
    assert [seat.has_won for seat in SeatResult.objects.filter(game=game).order_by("seat")] == [True, False]


def test_a_game_is_ended_by_decision() -> None:
    game = heap()
    take(game, 0, 3)
    adjudicate(game, caller("Eve", is_staff=True), command(), "as-stands")
    assert kinds(game)[-1] == "game/adjudicated"
    assert [seat.place for seat in SeatResult.objects.filter(game=game).order_by("seat")] == [1, 2]


def test_a_clock_runs_for_any_game() -> None:
    game = heap(seconds=60)
    due = Game.objects.get(pk=game).due_at
    assert due is not None
    assert not expire_game(game, now())
    assert expire_game(game, due)
    assert kinds(game)[-2:] == ["resign", "game/finished"]


def test_bots_play_against_each_other_to_the_end() -> None:
    game = heap([BOT, {"kind": "bot", "bot": "careful"}])
    assert bots.play(game) == 5
    assert kinds(game)[3:] == ["game/started", *["take"] * 5, "game/finished"]
    assert fold_of(game).state.taken == (8, 2)


def test_a_bot_plays_against_somebody() -> None:
    game = heap([BOT, {"kind": "person"}])
    assert bots.play(game) == 1
    fold = fold_of(game)
    assert (fold.awaited, fold.state.heap) == ([1], 7)
    make_move(game, caller("Ada"), command(), {"kind": "take", "seat": 1, "stones": 3}, fold.asked)
    bots.play(game)
    assert fold_of(game).is_over
    actors = [row.entry.actor for row in read_log(game) if row.entry.kind == "take"]
    assert actors == ["bot-0", fold.seated[1], "bot-0", "system"]


def test_folds_of_the_toy_thaw_and_are_loaded_again() -> None:
    game = heap()
    take(game, 0, 3)
    fold = fold_of(game)
    assert thaw(fold.seq, fold.hash, freeze(fold)) == fold
    fold_memory.clear()
    assert fold_of(game) == fold
