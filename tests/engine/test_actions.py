"""Everything a seat may do, one action each: the same as the options, each of them legal, and nothing else."""

from collections import Counter
from itertools import chain

import pytest

from engine.brikks.game import BRIKKS
from engine.brikks.state import State
from engine.errors import Refused
from engine.protocol import Json
from engine.records import read_record, states
from engine.selfplay import play as play_game
from tests.engine.boards import before_roll, drop, new_game, play, sheet, start
from tests.engine.toy import STONES_1, record


def visited(variant: str, players: int, number: int) -> list[State]:
    """The states of a game between random players."""
    header = {"variant": variant, "levels": [1] * players}
    seed = bytes([number]) * 32
    game = play_game(BRIKKS, header, [BRIKKS.bots["random"]] * players, seed)
    return [BRIKKS.start(header), *(state for _, state in states(read_record(game)))]


@pytest.mark.parametrize(("variant", "players"), [("solo", 1), ("standard", 3), ("duel", 2)])
def test_actions_and_options_say_the_same(variant: str, players: int) -> None:
    seen: Counter[str] = Counter()
    for state in chain.from_iterable(visited(variant, players, number) for number in range(3)):
        for seat in range(players):
            listed = Counter(action["kind"] for action in BRIKKS.actions(state, seat))
            assert listed == Counter(_kinds(BRIKKS.options(state, seat)))
            seen += listed
    assert {"start", "roll", "place", "bomb"} <= set(seen)
    assert ("mini" in seen) == (variant == "duel")


def _kinds(options: Json) -> list[str]:
    """The kinds of the actions that the options mean."""
    listed = [kind for kind in ("start", "place", "mini") for _ in options.get(kind, [])]
    single = [kind for kind in ("roll", "bomb", "drop") if options.get(kind)]
    return [*listed, *single, *options.get("decide", []), *(["waive"] if options.get("owed") else [])]


@pytest.mark.parametrize(("variant", "players"), [("solo", 1), ("standard", 2), ("duel", 2)])
def test_every_action_is_legal_as_it_stands(variant: str, players: int) -> None:
    for state in visited(variant, players, 7)[::3]:
        for seat in BRIKKS.awaiting(state).seats:
            for action in BRIKKS.actions(state, seat):
                if action["kind"] not in BRIKKS.dice.throws:
                    BRIKKS.apply(state, BRIKKS.decode(action))


def test_dice_are_left_out_of_actions() -> None:
    state = before_roll("standard", sheet(), sheet())
    assert BRIKKS.actions(state, 0) == [{"kind": "roll", "seat": 0}]
    with pytest.raises(Refused):
        BRIKKS.decode({"kind": "roll", "seat": 0})


def test_whoever_need_not_act_has_no_actions() -> None:
    assert BRIKKS.actions(before_roll("standard", sheet(), sheet()), 1) == []
    assert BRIKKS.actions(before_roll("standard", sheet(), sheet()), 9) == []


def test_the_last_seat_of_a_game_that_all_others_forfeited_may_stop() -> None:
    state = play(before_roll("standard", sheet(), sheet()), drop(1, "resign"))
    assert BRIKKS.actions(state, 0)[-1] == drop(0, "stop")
    BRIKKS.apply(state, BRIKKS.decode(drop(0, "stop")))


def test_a_start_block_shows_what_it_brings() -> None:
    state = new_game("solo", 1)
    brings = {
        (action["color"], action["x"]): BRIKKS.preview(state, BRIKKS.decode(action))
        for action in BRIKKS.actions(state, 0)
    }
    for (color, x), brought in brings.items():
        after = BRIKKS.apply(state, BRIKKS.decode(start(0, color, x)))
        assert brought["price"] == 0
        assert brought["energy"] == after.sheets[0].ready - state.sheets[0].ready
        assert brought["path"]["moves"] == ["down"] * 11
    assert len({brought["energy"] for brought in brings.values()}) > 1


def test_a_game_without_dice_lists_its_actions_too() -> None:
    state = STONES_1.start(record(heap=2))
    assert STONES_1.actions(state, 0) == [{"kind": "take", "seat": 0, "stones": number} for number in (1, 2)]
    assert STONES_1.actions(state, 1) == []
