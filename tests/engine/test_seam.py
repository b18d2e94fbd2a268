"""The seam between games and platform: another game, under two versions of its rules, through everything generic."""

import pytest

from engine import registry
from engine.brikks.game import BRIKKS
from engine.cli.commands import drawing, options_line, replay_line, verify_line
from engine.errors import Malformed, Refused
from engine.protocol import Bot, Dice, Game, Json
from engine.records import Faulty, final_state, prefix, read_record, states
from engine.registry import AnyGame, find, register, registered
from engine.result import official_result
from engine.sealing import visible
from engine.selfplay import play
from tests.engine.toy import (
    STONES_1,
    STONES_2,
    Resign,
    Stones,
    Take,
    ToyEvent,
    ToyState,
    careful_bot,
    greedy_bot,
    record,
    takes,
)

WHOLE_GAME = takes(3, 3, 3, 1)
"""Ten stones: seat 1 takes the last one."""
SHORT_STEPS = takes(2, 2, 2, 2, 1, 1)
"""Ten stones, legal under both versions: seat 1 takes the last one."""
RESIGNED: Json = {"kind": "resign", "seat": 0}


@pytest.fixture(autouse=True)
def stones(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game is registered, and forgotten afterwards."""
    monkeypatch.setattr(registry, "_GAMES", dict(registry._GAMES))
    register(STONES_1)
    register(STONES_2)


def test_the_toy_is_a_game_to_the_type_checker() -> None:
    game: Game[ToyState, ToyEvent] = STONES_1
    dice: Dice[ToyState] | None = game.dice
    bot: Bot[ToyState] = greedy_bot
    assert dice is None
    assert bot(game.start(record()), 0, "") == {"kind": "take", "seat": 0, "stones": 3}


def test_a_game_is_found_by_key_and_version() -> None:
    assert find("stones", 1) is STONES_1
    assert find("stones", 2) is STONES_2
    assert [(game.key, game.rules_version) for game in registered()] == [("brikks", 1), ("stones", 1), ("stones", 2)]


def test_registering_the_same_game_again_changes_nothing() -> None:
    register(STONES_1)
    assert find("stones", 1) is STONES_1


def test_one_key_and_version_cannot_mean_two_games() -> None:
    with pytest.raises(ValueError, match="already registered"):
        register(Stones(1, most=9, last_wins=True))


@pytest.mark.parametrize(
    ("key", "code"), [("go", "game/unknown"), (None, "game/unknown"), (["stones"], "game/unknown")]
)
def test_an_unknown_game_is_refused(key: object, code: str) -> None:
    with pytest.raises(Malformed) as caught:
        find(key, 1)
    assert caught.value.code == code


@pytest.mark.parametrize("version", [0, 3, "1", True, 1.0, None, [1]])
def test_an_unknown_version_of_the_rules_is_refused(version: object) -> None:
    with pytest.raises(Malformed) as caught:
        find("stones", version)
    assert caught.value.code == "game/unknown-rules"
    with pytest.raises(Faulty) as fault:
        read_record(record() | {"rules_version": version})
    assert fault.value.at == 0


def test_a_record_is_replayed_event_by_event() -> None:
    heaps = [(at, state.heap) for at, state in states(read_record(record(*WHOLE_GAME)))]
    assert heaps == [(1, 7), (2, 4), (3, 1), (4, 0)]


def test_the_platforms_own_events_are_passed_over_but_counted() -> None:
    events: list[Json] = [{"kind": "game/created"}, *WHOLE_GAME[:2], {"kind": "game/note"}, WHOLE_GAME[2]]
    assert [at for at, _ in states(read_record(record(*events)))] == [2, 3, 5]
    with pytest.raises(Faulty) as fault:
        final_state(read_record(record(*events, *takes(3))))
    assert (fault.value.at, fault.value.refusal.code) == (6, "stones/turn")


def test_a_header_that_the_game_refuses_is_a_fault_at_0() -> None:
    with pytest.raises(Faulty) as fault:
        read_record(record(variant="standard"))
    assert (fault.value.at, fault.value.refusal.code) == (0, "stones/table")


def test_the_header_reaches_the_game() -> None:
    assert final_state(read_record(record(heap=21))).heap == 21


def test_a_prefix_replays_as_far_as_it_goes() -> None:
    assert final_state(prefix(read_record(record(*WHOLE_GAME)), 2)).heap == 4


def test_replay_says_how_the_game_stands() -> None:
    assert replay_line(record(*WHOLE_GAME[:2])) == {
        "ok": True,
        "events": 2,
        "finished": False,
        "scores": [{"stones": 3, "total": 3}, {"stones": 3, "total": 3}],
        "winners": None,
    }
    assert replay_line(record(*WHOLE_GAME))["winners"] == [1]
    assert replay_line(record(*WHOLE_GAME[:2], RESIGNED))["winners"] == [1]


def test_options_say_who_may_do_what() -> None:
    assert options_line(record(*WHOLE_GAME[:2])) == {"ok": True, "phase": "take", "seats": {"0": {"take": [1, 2, 3]}}}
    assert options_line(record(*WHOLE_GAME)) == {"ok": True, "phase": "over", "seats": {}}


def test_the_game_is_drawn_as_text() -> None:
    text = drawing(record(*WHOLE_GAME), at=2)
    assert text == "after event 2 of 4: take seat 1 stones 3\noooo\n"


def test_old_games_replay_under_their_own_rules() -> None:
    old, new = record(*SHORT_STEPS, rules_version=1), record(*SHORT_STEPS, rules_version=2)
    assert replay_line(old)["winners"] == [1]
    assert replay_line(new)["winners"] == [0]
    assert options_line(record(rules_version=1))["seats"] == {"0": {"take": [1, 2, 3]}}
    assert options_line(record(rules_version=2))["seats"] == {"0": {"take": [1, 2]}}


def test_what_was_legal_under_old_rules_need_not_be_under_new_ones() -> None:
    assert replay_line(record(*WHOLE_GAME, rules_version=1))["ok"]
    with pytest.raises(Faulty) as fault:
        replay_line(record(*WHOLE_GAME, rules_version=2))
    assert (fault.value.at, fault.value.refusal.code) == (1, "stones/number")


def test_a_record_without_a_version_is_of_the_first() -> None:
    unversioned = record(*WHOLE_GAME)
    del unversioned["rules_version"]
    assert replay_line(unversioned)["winners"] == [1]


def test_the_official_result_of_a_finished_game() -> None:
    assert official_result(read_record(record(*WHOLE_GAME))) == {
        "status": "finished",
        "scores": [6, 4],
        "forfeits": [],
        "places": [2, 1],
        "winners": [1],
    }


def test_the_official_result_of_a_running_game() -> None:
    result = official_result(read_record(record(*WHOLE_GAME[:1])))
    assert (result["status"], result["places"], result["winners"]) == ("running", None, None)


def test_the_official_result_of_a_resigned_game() -> None:
    result = official_result(read_record(record(*WHOLE_GAME[:1], RESIGNED)))
    assert (result["forfeits"], result["places"], result["winners"]) == ([0], [2, 1], [1])


def test_a_game_adjudicated_as_it_stands_compares_what_the_game_says() -> None:
    events: list[Json] = [*takes(1, 3), {"kind": "game/adjudicated", "how": "as-stands"}]
    result = official_result(read_record(record(*events)))
    assert (result["status"], result["scores"], result["winners"]) == ("adjudicated", [1, 3], [1])


def test_rulings_hold_in_every_game() -> None:
    ruling: Json = {"kind": "ruling/forfeited", "seats": [1], "reason": "x"}
    forfeited = record(*WHOLE_GAME, ruling)
    assert official_result(read_record(forfeited))["winners"] == [0]
    reversed_: Json = {"kind": "ruling/reversed", "ruling": 5, "reason": "x"}
    assert official_result(read_record(record(*WHOLE_GAME, ruling, reversed_)))["winners"] == [1]
    assert official_result(read_record(record(*WHOLE_GAME, {"kind": "ruling/voided"})))["status"] == "voided"


@pytest.mark.parametrize(("game", "winner"), [(STONES_1, 1), (STONES_2, 0)])
def test_bots_play_whole_games(game: AnyGame, winner: int) -> None:
    played = play(game, {"variant": "plain", "levels": [1, 1]}, [careful_bot, careful_bot], bytes(32))
    assert played["rules_version"] == game.rules_version
    assert replay_line(played)["winners"] == [winner]


def test_what_nobody_has_a_choice_about_is_done_without_asking_a_bot() -> None:
    asked: list[int] = []

    def bot(view: ToyState, seat: int, seed: str) -> Json:
        asked.append(view.heap)
        return {"kind": "take", "seat": seat, "stones": 1}

    play(STONES_1, {"variant": "plain", "levels": [1, 1], "heap": 4}, [bot, bot], bytes(32))
    assert asked == [4, 3, 2]


def test_a_record_of_a_game_without_dice_verifies() -> None:
    played = play(STONES_1, {"variant": "plain", "levels": [1, 1]}, [greedy_bot, careful_bot], bytes(32))
    line = verify_line(played, None, ())
    assert line["checks"]["dice"] == "absent"
    assert line["ok"]


def test_a_record_from_elsewhere_verifies() -> None:
    result = official_result(read_record(record(*WHOLE_GAME)))
    line = verify_line(record(*WHOLE_GAME, result=result), None, ("rules", "result"))
    checks = {"chain": "absent", "dice": "absent", "rules": "ok", "result": "ok", "signature": "absent"}
    assert line == {"ok": True, "checks": checks}


def test_nothing_is_sealed_in_a_game_played_in_the_open() -> None:
    state = final_state(read_record(record(*WHOLE_GAME)))
    assert visible(STONES_1, state, WHOLE_GAME, None) == WHOLE_GAME
    assert visible(STONES_1, state, WHOLE_GAME, 0) == WHOLE_GAME


@pytest.mark.parametrize("event", [Take(0, 2), Resign(1)])
def test_events_are_read_and_written_alike(event: ToyEvent) -> None:
    assert STONES_1.decode(STONES_1.encode(event)) == event


def test_states_are_frozen_and_thawed_alike() -> None:
    for _, state in states(read_record(record(*WHOLE_GAME))):
        assert STONES_1.thaw(STONES_1.freeze(state)) == state


def test_a_refusal_of_any_game_has_a_code_and_a_sentence() -> None:
    with pytest.raises(Refused) as caught:
        STONES_1.apply(STONES_1.start(record()), Take(0, 9))
    assert (caught.value.code, caught.value.sentence) == ("stones/number", "Nobody can take 9 stones now.")


@pytest.mark.parametrize("game", [STONES_1, BRIKKS], ids=["stones", "brikks"])
def test_bots_are_found_by_name(game: AnyGame) -> None:
    assert "greedy" in game.bots


def test_a_preview_says_what_an_event_would_bring() -> None:
    state = STONES_1.start(record())
    assert STONES_1.preview(state, STONES_1.decode({"kind": "take", "seat": 0, "stones": 3})) == {"left": 7}
    assert STONES_1.preview(state, STONES_1.decode({"kind": "resign", "seat": 0})) == {}
