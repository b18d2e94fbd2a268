"""Golden games: whole games stored with what the engine said of them, replayed and compared in every figure.

`golden/make.py` says how they were found. Each file is a record with its result, and `expected` beside it.
"""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.brikks.game import BRIKKS
from engine.cli.commands import options_line, replay_line, verify_line
from engine.cli.documents import read_documents
from engine.protocol import Json
from engine.records import final_state, read_record, states
from engine.result import official_result
from tests.engine.plain.figures import COLORS
from tests.engine.plain.moves import apply
from tests.engine.plain.options import options as plain_options
from tests.engine.plain.referee import referee
from tests.engine.plain.table import new_table
from tests.engine.plain.table import scores as plain_scores

FOLDER = Path(__file__).parent / "golden"
NAMES = ["duel", "solo", "standard"]
LARGEST = 60_000
OPTIONS_EVERY = 8
"""The plain referee is slow, so its options are compared only after every so many events."""


@cache
def golden(name: str) -> Json:
    document: Json = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return document


def kinds(name: str) -> Counter[str]:
    return Counter(event["kind"] for event in golden(name)["events"])


def reasons(name: str) -> list[str]:
    return [event["reason"] for event in golden(name)["events"] if event["kind"] == "drop"]


def bought(name: str) -> int:
    """How many blocks were paid for."""
    paid, rolled = 0, {"color": COLORS[0], "number": 0}
    for event in golden(name)["events"]:
        if event["kind"] in ("roll", "reroll"):
            rolled = event
        if event["kind"] == "place":
            paid += (event["color"], event["column"]) != (rolled["color"], rolled["number"])
    return paid


def test_all_golden_games_are_replayed_here() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == NAMES
    assert all(path.stat().st_size < LARGEST for path in FOLDER.glob("*.json"))


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_game_replays_to_the_stored_line(name: str) -> None:
    assert replay_line(golden(name)) == golden(name)["expected"]["replay"]


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_game_ends_in_the_stored_state(name: str) -> None:
    state = final_state(read_record(golden(name)))
    assert BRIKKS.freeze(state) == golden(name)["expected"]["state"]
    assert BRIKKS.thaw(golden(name)["expected"]["state"]) == state


@pytest.mark.parametrize("name", NAMES)
def test_replaying_at_one_go_ends_where_replaying_event_by_event_does(name: str) -> None:
    events = [BRIKKS.decode(fields) for fields in golden(name)["events"]]
    assert BRIKKS.replay(BRIKKS.start(golden(name)), events) == final_state(read_record(golden(name)))


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_game_has_the_stored_result(name: str) -> None:
    assert official_result(read_record(golden(name))) == golden(name)["result"]
    assert verify_line(golden(name), None, ("rules", "result"))["ok"]


@pytest.mark.parametrize("name", NAMES)
def test_the_plain_referee_says_the_same(name: str) -> None:
    assert referee(golden(name)) == golden(name)["expected"]["replay"]


@pytest.mark.parametrize("name", NAMES)
def test_the_plain_referee_agrees_on_the_way(name: str) -> None:
    document = golden(name)
    table = new_table(document["variant"], document["levels"])
    for at, state in states(read_record(document)):
        apply(table, document["events"][at - 1])
        assert list(BRIKKS.outcome(state).scores) == plain_scores(table)
        assert BRIKKS.awaiting(state).phase == table.phase
        if at % OPTIONS_EVERY == 0:
            assert in_order(options_line(document | {"events": document["events"][:at]})) == plain_options(table)


def in_order(line: Json) -> Json:
    """An options line with its lists sorted, as the plain referee writes them."""
    seats: dict[str, dict[str, Any]] = line["seats"]
    ordered = {
        seat: {key: sorted(value) if isinstance(value, list) else value for key, value in options.items()}
        for seat, options in seats.items()
    }
    return line | {"seats": ordered}


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_game_is_one_indented_document_to_the_command_line(name: str) -> None:
    assert list(read_documents([str(FOLDER / f"{name}.json")])) == [golden(name)]


def test_the_solo_game_is_whole() -> None:
    assert golden("solo")["expected"]["replay"]["finished"]
    assert kinds("solo")["bomb"]
    assert bought("solo") >= 3
    assert reasons("solo") == ["stuck"]


def test_the_standard_game_has_three_players_of_different_levels_and_all_that_can_happen() -> None:
    assert len(set(golden("standard")["levels"])) == 3
    assert all(kinds("standard")[kind] for kind in ("keep", "reroll", "bomb"))
    assert bought("standard") >= 3
    assert sorted(reasons("standard")) == ["resign", "stuck", "stuck"]


def test_the_duel_has_mini_blocks_and_ends_with_both_stuck_decided_by_row_points() -> None:
    assert kinds("duel")["mini"]
    assert kinds("duel")["waive"]
    last_round = [event["kind"] for event in golden("duel")["events"][-2:]]
    assert last_round == ["drop", "drop"]
    assert reasons("duel") == ["stuck", "stuck"]
    rows = [score["rows"] for score in golden("duel")["expected"]["replay"]["scores"]]
    assert golden("duel")["result"]["winners"] == [rows.index(max(rows))]
    assert min(rows) < max(rows)
