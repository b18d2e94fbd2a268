"""Frozen states: they thaw to the same state over whole games, and whatever is damaged is refused in one way only."""

import copy
import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.brikks.game import BRIKKS
from engine.brikks.state import State
from engine.errors import Refused
from engine.protocol import Json
from engine.records import read_record, states
from tests.engine.boards import (
    FULL,
    bomb,
    drop,
    duel,
    in_moves,
    keep,
    mini,
    new_game,
    place,
    play,
    roll,
    sheet,
    start,
)
from tests.engine.damage import JUNK
from tests.engine.plain.play import random_record
from tests.sizes import size

GAMES = size(20, 400)
DAMAGED = size(1_600, 100_000)
TABLES = [("solo", 1), ("standard", 2), ("standard", 3), ("standard", 4), ("duel", 2)]

TWO = in_moves("standard", "black 1", sheet("#........."), sheet(FULL))
MINIS = play(duel("black 3", sheet("#########.\n" * 4), sheet()), place(0, "black 3", 9, 0), bomb(1))


@cache
def reached() -> list[State]:
    """All states of some whole games."""
    rng = Random("freezing")
    found = []
    for at in range(GAMES):
        variant, seats = TABLES[at % len(TABLES)]
        levels = [rng.randint(1, 4) for _ in range(seats)]
        document = random_record(rng, variant, levels, 150, forfeits=at % 2 == 1)
        found += [state for _, state in states(read_record(document))]
    return found


def refused(frozen: Any) -> str | None:
    """The code with which thawing is refused, None if it is not."""
    try:
        BRIKKS.thaw(frozen)
    except Refused as refusal:
        return refusal.code if refusal.sentence else "no sentence"
    return None


def test_a_thawed_state_is_the_frozen_one() -> None:
    for state in reached():
        frozen = json.loads(json.dumps(BRIKKS.freeze(state)))
        assert BRIKKS.thaw(frozen) == state
        assert BRIKKS.freeze(BRIKKS.thaw(frozen)) == frozen


def test_a_thawed_state_goes_on_like_the_frozen_one() -> None:
    for state in Random("options").sample(reached(), size(100, 3_000)):
        thawed = BRIKKS.thaw(BRIKKS.freeze(state))
        assert BRIKKS.awaiting(thawed) == BRIKKS.awaiting(state)
        assert BRIKKS.outcome(thawed) == BRIKKS.outcome(state)
        for seat in BRIKKS.awaiting(state).seats:
            assert BRIKKS.options(thawed, seat) == BRIKKS.options(state, seat)


def test_views_can_be_frozen_too() -> None:
    state = play(TWO, drop(1, "stuck"))
    for seat in (None, 0, 1):
        view = BRIKKS.view(state, seat)
        assert BRIKKS.thaw(BRIKKS.freeze(view)) == view


def test_a_duel_that_was_given_up_over_its_mini_blocks_thaws_with_those_already_drawn() -> None:
    rolled = play(new_game("duel", 1, 1), start(1, "red"), start(0, "blue"), roll(0, "black 1"), keep(0), bomb(1))
    owing = tuple(each._replace(crosses=crosses) for each, crosses in zip(rolled.sheets, (2, 0), strict=True))
    state = play(rolled._replace(sheets=owing), bomb(0), mini(0, 9, 0))
    assert BRIKKS.thaw(BRIKKS.freeze(state)) == state
    ended = play(state, drop(1, "resign"))
    assert BRIKKS.thaw(BRIKKS.freeze(ended)) == ended


def test_public_sheets_are_kept_only_while_answers_are_sealed() -> None:
    assert "public" not in BRIKKS.freeze(TWO)
    assert "public" in BRIKKS.freeze(play(TWO, bomb(0)))
    assert "public" not in BRIKKS.freeze(play(TWO, bomb(0), bomb(1)))


def test_a_frozen_state_names_pieces_and_not_cells() -> None:
    state = play(new_game("solo", 2), {"kind": "start", "seat": 0, "color": "red", "x": 3})
    assert BRIKKS.freeze(state) == {
        "variant": "solo",
        "phase": "roll",
        "round": 0,
        "active": 0,
        "roll": None,
        "waiting": [],
        "sheets": [
            {
                "level": 2,
                "ready": 5,
                "circled": 5,
                "crosses": 0,
                "bombs": 0,
                "left": "",
                "drawn": [["red", 1, 3, 0]],
            }
        ],
        "forfeits": [],
        "fresh": [[]],
    }


@pytest.mark.parametrize("junk", [None, [], "", 7, True, 1.5, {}, {"sheets": []}, {"sheets": [None]}, [[]], "state"])
def test_what_is_no_state_is_refused(junk: Any) -> None:
    assert refused(junk) == "state/unreadable"


@pytest.mark.parametrize("key", sorted(BRIKKS.freeze(TWO)))
@pytest.mark.parametrize("state", [TWO, MINIS], ids=["standard", "duel"])
def test_a_missing_key_is_refused(state: State, key: str) -> None:
    frozen = BRIKKS.freeze(state)
    del frozen[key]
    assert refused(frozen) == "state/unreadable"


@pytest.mark.parametrize("key", sorted(BRIKKS.freeze(TWO)["sheets"][0]))
def test_a_missing_key_of_a_sheet_is_refused(key: str) -> None:
    frozen = BRIKKS.freeze(TWO)
    del frozen["sheets"][0][key]
    assert refused(frozen) == "state/unreadable"


CONTRADICTIONS: dict[str, Json] = {
    "an unknown variant": {"variant": "team"},
    "an unknown phase": {"phase": "lunch"},
    "a seat that is not there": {"active": 2},
    "a roll of no face": {"roll": ["red", 5]},
    "waiting for a seat that is not there": {"waiting": [0, 2]},
    "a forfeit by a seat that is not there": {"forfeits": [4]},
    "public sheets of another number": {"public": []},
    "a level that does not exist": {"sheets.level": 5},
    "energy below zero": {"sheets.ready": -1},
    "more circles than the bar has": {"sheets.circled": 29},
    "crosses below zero": {"sheets.crosses": -1},
    "a fourth bomb": {"sheets.bombs": 4},
    "an unknown reason to be out": {"sheets.left": "bored"},
    "a block off the sheet": {"sheets.drawn": [["red", 1, 9, 0]]},
    "a block that does not exist": {"sheets.drawn": [["red", 5, 0, 0]]},
    "a truth value where a number belongs": {"sheets.ready": True},
    "a fraction where a number belongs": {"sheets.ready": 2.0},
    "the wrong number of seats for the variant": {"variant": "solo"},
    "mini blocks for more seats than there are": {"fresh": [[], [], []]},
    "mini blocks for fewer seats than there are": {"fresh": []},
    "the same seat waited for twice": {"waiting": [1, 1]},
    "waiting for nobody to answer a roll": {"waiting": []},
    "a roll before the first round": {"round": 0},
    "no roll in a later round": {"roll": None},
    "the same mini block twice": {"fresh": [[], [[0, 0], [0, 0]]]},
    "waiting for somebody who is out": {"sheets.left": "resign", "forfeits": [0]},
    "a forfeit by somebody who is still in": {"forfeits": [0]},
    "mini blocks in a standard game": {"phase": "minis"},
    "more energy than circles": {"sheets.ready": 28},
    "more crosses than can be earned": {"sheets.crosses": 100},
    "start blocks after the start": {"phase": "start", "waiting": [], "round": 0, "roll": None},
    "mini blocks drawn outside their phase": {"fresh": [[], [[0, 0]]]},
    "blocks that overlap": {"sheets.drawn": [["black", 1, 0, 0], ["black", 1, 1, 0]]},
}
"""What does not fit together, as changes to a sound state; `sheets.` changes the first sheet."""


@pytest.mark.parametrize("contradiction", CONTRADICTIONS)
def test_a_contradiction_is_refused(contradiction: str) -> None:
    frozen = BRIKKS.freeze(TWO)
    for key, value in CONTRADICTIONS[contradiction].items():
        target = frozen["sheets"][0] if key.startswith("sheets.") else frozen
        target[key.removeprefix("sheets.")] = value
    assert refused(frozen) == "state/unreadable"


def places_in(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place inside a JSON value, as the container and the key or index."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    for key in keys:
        yield value, key
        yield from places_in(value[key])


def damaged(rng: Random, frozen: Json) -> Json:
    """A frozen state in which one to three places hold something else, or nothing any more, or are there twice."""
    spoiled = copy.deepcopy(frozen)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        container, key = rng.choice(list(places_in(spoiled)))
        way = rng.random()
        if way < 0.2:
            del container[key]
        elif way < 0.3 and isinstance(container, list):
            container.insert(key, copy.deepcopy(container[key]))
        elif way < 0.5 and type(container[key]) is int:
            container[key] += rng.choice([-2, -1, 1, 2])
        else:
            container[key] = copy.deepcopy(rng.choice(JUNK))
        if not spoiled:
            break
    return spoiled


def spoiled_states(seed: str) -> Iterator[Json]:
    rng = Random(seed)
    sound = [BRIKKS.freeze(state) for state in rng.sample(reached(), 150)]
    for _ in range(DAMAGED // 4):
        yield damaged(rng, rng.choice(sound))


@pytest.mark.parametrize("chunk", range(4))
def test_a_damaged_state_is_refused_as_unreadable_or_not_at_all(chunk: int) -> None:
    codes = {refused(frozen) for frozen in spoiled_states(f"damage {chunk}")}
    assert codes == {None, "state/unreadable"}


@pytest.mark.parametrize("chunk", range(4))
def test_whatever_is_thawed_can_be_played_on(chunk: int) -> None:
    """A damaged state that still reads as one is at least a state: nothing that is asked of it fails."""
    for frozen in spoiled_states(f"usable {chunk}"):
        if refused(frozen) is None:
            use(BRIKKS.thaw(frozen))


def use(state: State) -> None:
    """Ask everything of a state that the platform asks."""
    turn = BRIKKS.awaiting(state)
    for seat in turn.seats:
        BRIKKS.options(state, seat)
    BRIKKS.forced(state)
    BRIKKS.outcome(state)
    BRIKKS.sealed(state)
    BRIKKS.draw(state)
    for viewer in (None, *range(len(state.sheets))):
        BRIKKS.view(state, viewer)
    assert BRIKKS.thaw(BRIKKS.freeze(state)) == state
