"""The plain referee on whole records: the contract's example, faults, forfeits and random games."""

import json
import random
from pathlib import Path

import pytest

from tests.engine.example import EXAMPLE
from tests.engine.plain.figures import ROWS
from tests.engine.plain.header import Event, Fault
from tests.engine.plain.options import options
from tests.engine.plain.play import random_record
from tests.engine.plain.referee import referee, referee_options
from tests.engine.plain.scenes import FULL, by, drop, place, play, record, roll, start, table_in_moves
from tests.engine.plain.table import winners

pytestmark = pytest.mark.slow


def test_the_example_record_gives_the_printed_result() -> None:
    assert referee(EXAMPLE) == {
        "ok": True,
        "events": 8,
        "finished": False,
        "scores": [
            {"rows": 0, "bonus": 0, "bombs": 7, "energy": 0, "total": 7},
            {"rows": 0, "bonus": 0, "bombs": 7, "energy": 1, "total": 8},
            {"rows": 0, "bonus": 0, "bombs": 6, "energy": 2, "total": 8},
        ],
        "winners": None,
    }
    assert referee_options(EXAMPLE) == {"ok": True, "phase": "roll", "seats": {"2": {"roll": True}}}


def test_options_show_prices_a_seat_can_afford() -> None:
    shown = referee_options(EXAMPLE | {"events": EXAMPLE["events"][:5]})
    assert shown["phase"] == "moves"
    assert set(shown["seats"]) == {"0", "1", "2"}
    assert ["red", 2, 4, 0, 2] in shown["seats"]["0"]["place"]
    assert {option[0] for option in shown["seats"]["0"]["place"]} == {"red"}
    assert (shown["seats"]["0"]["bomb"], shown["seats"]["0"]["drop"]) == (True, False)


@pytest.mark.parametrize(
    "change",
    [
        {"format": "brikks-record/2"},
        {"format": None},
        {"game": "tetris"},
        {"game": None},
        {"rules_version": 2},
        {"rules_version": True},
        {"rules_version": 1.0},
        {"variant": "duel"},
        {"variant": ["standard"]},
        {"levels": [2]},
        {"levels": [2, 2, 5]},
        {"levels": [2, 2, True]},
        {"levels": [2, 2, [1]]},
        {"levels": "222"},
        {"events": {}},
        {"events": None},
    ],
)
def test_a_faulty_header_is_event_0(change: Event) -> None:
    assert referee(EXAMPLE | change) == {"ok": False, "at": 0}
    assert referee_options(EXAMPLE | change) == {"ok": False, "at": 0}


JUNK: list[object] = [
    None,
    True,
    1,
    -1,
    10**400,
    0.5,
    float("inf"),
    float("nan"),
    "",
    "red",
    [],
    [[1]],
    {},
    {"kind": {}},
]


@pytest.mark.parametrize("junk", JUNK)
def test_junk_is_refused_and_never_raises(junk: object) -> None:
    assert referee(junk) == {"ok": False, "at": 0}
    assert referee(record("solo", [1], junk)) == {"ok": False, "at": 1}
    assert referee(record("solo", [1], {"kind": junk, "seat": 0})) == {"ok": False, "at": 1}
    for at, event in enumerate(EXAMPLE["events"], start=1):
        for field in set(event) - {"kind"}:
            events = [*EXAMPLE["events"][: at - 1], event | {field: junk}, *EXAMPLE["events"][at:]]
            result = referee(EXAMPLE | {"events": events})
            assert result["ok"] or result["at"] >= at
            assert type(junk) is type(event[field]) or result == {"ok": False, "at": at}
            events[at - 1] = {key: value for key, value in event.items() if key != field}
            assert referee(EXAMPLE | {"events": events}) == {"ok": False, "at": at}


def test_a_boolean_or_a_float_is_no_integer() -> None:
    for seat in (False, 0.0, "0"):
        assert referee(record("solo", [1], start(0, "red") | {"seat": seat})) == {"ok": False, "at": 1}
        assert referee(record("solo", [1], start(0, "red") | {"x": seat})) == {"ok": False, "at": 1}


def test_the_platforms_own_kinds_are_passed_over_but_counted() -> None:
    events: list[object] = []
    for event in EXAMPLE["events"]:
        events += [{"kind": "game/note", "seat": "anything"}, event]
    assert referee(EXAMPLE | {"events": events}) == referee(EXAMPLE) | {"events": 16}
    assert referee(EXAMPLE | {"events": [*events, by(0, "bomb")]}) == {"ok": False, "at": 17}


def test_an_illegal_event_comes_before_a_later_malformed_one() -> None:
    assert referee(record("solo", [1], roll(0, "red", 1), 7)) == {"ok": False, "at": 1}


def test_start_blocks_go_counter_clockwise_in_colours_nobody_has() -> None:
    assert referee(record("standard", [1, 1], start(0, "red"))) == {"ok": False, "at": 1}
    assert referee(record("standard", [1, 1], start(1, "red"), start(0, "red")))["at"] == 2
    assert referee(record("standard", [1, 1], start(1, "red", 9)))["at"] == 1
    left = [start(2, "red"), drop(2, "resign"), drop(1, "timeout"), start(0, "red")]
    assert referee(record("standard", [1, 1, 1], *left)) == {"ok": False, "at": 4}


def test_the_first_seat_still_in_starts_after_set_up() -> None:
    left = record("standard", [1, 1, 1], drop(0, "resign"), start(2, "red"), start(1, "blue"))
    assert referee_options(left)["seats"] == {"1": {"roll": True}}


def test_solo_has_no_reroll_and_no_stop() -> None:
    rolled = [start(0, "white"), roll(0, "red", 1)]
    assert referee(record("solo", [1], *rolled, by(0, "keep"))) == {"ok": False, "at": 3}
    assert referee(record("solo", [1], *rolled, drop(0, "stop"))) == {"ok": False, "at": 3}
    assert referee(record("solo", [1], *rolled, drop(0, "stuck"))) == {"ok": False, "at": 3}
    assert referee(record("solo", [1], *rolled, drop(0, "resign")))["winners"] == []


SET_UP = [start(2, "red"), start(1, "white"), start(0, "black")]


def test_a_forfeit_before_rolling_passes_the_dice_on() -> None:
    shown = referee_options(record("standard", [1, 1, 1], *SET_UP, drop(0, "resign")))
    assert shown["seats"] == {"1": {"roll": True}}


def test_a_forfeit_before_deciding_lets_the_roll_stand() -> None:
    events = [*SET_UP, roll(0, "red", 1), drop(0, "timeout")]
    shown = referee_options(record("standard", [1, 1, 1], *events))
    assert (shown["phase"], set(shown["seats"])) == ("moves", {"1", "2"})


def test_an_answer_given_before_a_forfeit_stands() -> None:
    answers = [place(0, "red", 1, 5, 0), drop(0, "resign"), by(1, "bomb")]
    events = [*SET_UP, roll(0, "red", 1), by(0, "keep"), *answers]
    shown = referee_options(record("standard", [1, 1, 1], *events))
    assert (shown["phase"], set(shown["seats"])) == ("moves", {"2"})
    shown = referee_options(record("standard", [1, 1, 1], *events, by(2, "bomb")))
    assert shown["seats"] == {"1": {"roll": True}}


def test_the_last_one_may_stop_only_when_all_others_forfeited() -> None:
    events = [*SET_UP, drop(0, "resign")]
    assert referee(record("standard", [1, 1, 1], *events, drop(1, "stop"))) == {"ok": False, "at": 5}
    done = referee(record("standard", [1, 1, 1], *events, drop(2, "timeout"), drop(1, "stop")))
    assert (done["finished"], done["winners"]) == (True, [1])
    assert referee(record("standard", [1, 1], drop(0, "resign"), drop(1, "stop")))["winners"] == [1]
    assert referee(record("standard", [1, 1], drop(0, "resign"), drop(1, "resign")))["winners"] == []


def test_stuck_is_for_a_rolled_block_that_does_not_fit() -> None:
    pit = FULL - {(9, y) for y in range(7, ROWS)}
    table = table_in_moves("standard", [1, 1], ("black", 1), pit, FULL)
    assert options(table)["seats"]["0"] == {"place": [["black", 3, 9, 7, 2]], "bomb": True, "drop": True}
    play(table, place(0, "black", 3, 9, 7), drop(1, "stuck"))
    assert (table.phase, table.active) == ("roll", 0)
    with pytest.raises(Fault):
        play(table, drop(1, "resign"))


def test_equal_totals_share_the_place() -> None:
    table = table_in_moves("standard", [1, 1], ("black", 1), FULL, FULL)
    assert winners(play(table, drop(1, "stuck"), drop(0, "stuck"))) == [0, 1]


VARIANTS = [("solo", 1), ("standard", 2), ("standard", 3), ("standard", 4), ("duel", 2)]


@pytest.mark.parametrize(("variant", "players"), VARIANTS)
@pytest.mark.parametrize("forfeits", [False, True])
def test_random_records_are_legal_to_their_end(variant: str, players: int, forfeits: bool) -> None:
    for seed in range(4):
        rng = random.Random(f"{variant} {players} {seed}")
        levels = [rng.randint(1, 4) for _ in range(players)]
        game = random_record(rng, variant, levels, 400, forfeits)
        result = referee(json.loads(json.dumps(game)))
        assert result["ok"]
        assert result["events"] == len(game["events"])
        assert result["finished"]
        assert referee_options(game) == {"ok": True, "phase": "over", "seats": {}}
        last = EXAMPLE["events"][-1]
        assert referee(game | {"events": [*game["events"], last]})["at"] == len(game["events"]) + 1


def test_a_random_record_keeps_to_its_length() -> None:
    rng = random.Random(1)
    assert len(random_record(rng, "standard", [1, 1], 9, False)["events"]) == 9


def test_the_plain_referee_never_looks_at_the_engine() -> None:
    for path in (Path(__file__).parent / "plain").glob("*.py"):
        assert "import engine" not in path.read_text("utf-8")
        assert "from engine" not in path.read_text("utf-8")
