"""Sealed answers: what a seat or a spectator may see of a round that is still open."""

import json
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from engine.brikks.bots import BOTS
from engine.brikks.game import BRIKKS
from engine.brikks.state import State
from engine.protocol import Json
from engine.records import read_record, states
from engine.sealing import ANSWERED, visible
from engine.selfplay import play as play_bots
from tests.engine.boards import FULL, bomb, drop, in_moves, keep, mini, place, play, roll, sheet, solo
from tests.engine.plain.play import random_record
from tests.sizes import size

TOP_ROW_FREE = "\n".join(["..........", *["##########"] * 10])
"""Only a lying bar fits, so black 1 leaves its owner stuck."""
GAMES = size(20, 400)

ANSWERS = {
    "place": (sheet(), place(1, "black 1", 0, 0)),
    "place for energy": (sheet(ready=5), place(1, "red 3", 0, 0)),
    "place on a dot": (sheet("##########\n" * 3), place(1, "black 1", 0, 3)),
    "complete two rows": (sheet("########..\n" * 2), place(1, "black 1", 8, 0)),
    "bomb": (sheet(), bomb(1)),
    "drop out stuck": (sheet(TOP_ROW_FREE, bombs=3), drop(1, "stuck")),
}
"""What seat 1 has on its sheet and answers to black 1."""
OTHERS = [0, 2, None]
"""Everybody but seat 1, the spectators too."""


def open_round(answer: str) -> tuple[State, State, Json]:
    """Three players have to answer black 1: before the answer of seat 1, after it, and the answer."""
    own, event = ANSWERS[answer]
    before = in_moves("standard", "black 1", sheet(), own, sheet())
    return before, play(before, event), event


def what_is_seen(view: State, seat: int | None) -> dict[str, Any]:
    """Everything that the platform shows of a view, except who is still awaited."""
    frozen = BRIKKS.freeze(view)
    del frozen["waiting"]
    return {
        "frozen": frozen,
        "outcome": BRIKKS.outcome(view),
        "forfeits": BRIKKS.forfeits(view),
        "playing": view.playing,
        "options": BRIKKS.options(view, seat) if seat is not None else None,
        "options of seat 1": None if 1 in BRIKKS.awaiting(view).seats else BRIKKS.options(view, 1),
    }


@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.parametrize("seat", OTHERS)
def test_others_see_nothing_of_an_answer_but_that_it_was_given(answer: str, seat: int | None) -> None:
    before, after, _ = open_round(answer)
    seen = what_is_seen(BRIKKS.view(after, seat), seat)
    assert seen == what_is_seen(BRIKKS.view(before, seat), seat) | {"options of seat 1": {}}
    assert BRIKKS.awaiting(BRIKKS.view(after, seat)) == ("moves", [0, 2])


def test_all_answers_look_the_same_to_others() -> None:
    before = in_moves("standard", "black 1", sheet(), sheet(TOP_ROW_FREE, ready=3), sheet())
    answers = [place(1, "black 4", 0, 10), place(1, "black 4", 3, 10), bomb(1), drop(1, "stuck")]
    for seat in OTHERS:
        seen = {json.dumps(BRIKKS.freeze(BRIKKS.view(play(before, event), seat))) for event in answers}
        assert len(seen) == 1


@pytest.mark.parametrize("answer", ANSWERS)
def test_ones_own_answer_is_visible_to_oneself(answer: str) -> None:
    _, after, _ = open_round(answer)
    view = BRIKKS.view(after, 1)
    assert view.sheets[1] == after.sheets[1]
    assert BRIKKS.outcome(view).scores[1] == BRIKKS.outcome(after).scores[1]


@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.parametrize("seat", [*OTHERS, 1])
def test_everything_opens_when_the_round_closes(answer: str, seat: int | None) -> None:
    _, after, _ = open_round(answer)
    half = play(after, bomb(0))
    assert BRIKKS.view(half, None).sheets == half.public
    closed = play(half, bomb(2))
    assert BRIKKS.view(closed, seat) == closed
    assert BRIKKS.sealed(closed) == []


def test_sealed_names_those_who_have_answered_an_open_round() -> None:
    before, after, _ = open_round("bomb")
    assert BRIKKS.sealed(before) == []
    assert BRIKKS.sealed(after) == [1]
    assert BRIKKS.sealed(play(after, bomb(0))) == [0, 1]


def test_placing_bombing_and_dropping_out_stuck_are_answers() -> None:
    for event in (place(0, "red 1", 0, 0), bomb(0), drop(0, "stuck")):
        assert BRIKKS.is_answer(BRIKKS.decode(event))
    for event in (drop(0, "resign"), drop(0, "timeout"), drop(0, "stop"), keep(0), roll(0, "red 1"), mini(0, 0, 0)):
        assert not BRIKKS.is_answer(BRIKKS.decode(event))


@pytest.mark.parametrize("reason", ["resign", "timeout"])
@pytest.mark.parametrize("seat", OTHERS)
def test_forfeits_are_public_at_once(reason: str, seat: int | None) -> None:
    before, _, _ = open_round("bomb")
    view = BRIKKS.view(play(before, drop(1, reason)), seat)
    assert view.sheets[1].left == reason
    assert BRIKKS.forfeits(view) == (1,)
    assert BRIKKS.awaiting(view) == ("moves", [0, 2])


@pytest.mark.parametrize("answer", [name for name in ANSWERS if name != "drop out stuck"])
@pytest.mark.parametrize("seat", OTHERS)
def test_an_answer_stays_sealed_when_its_owner_forfeits_afterwards(answer: str, seat: int | None) -> None:
    before, after, _ = open_round(answer)
    view = BRIKKS.view(play(after, drop(1, "resign")), seat)
    assert view.sheets[1] == before.sheets[1]._replace(left="resign")
    assert BRIKKS.freeze(view) == BRIKKS.freeze(BRIKKS.view(play(before, drop(1, "resign")), seat))


def test_a_duel_seals_answers_but_not_mini_blocks() -> None:
    state = in_moves("duel", "black 1", *[sheet("########..\n" * 2)] * 2)
    half = play(state, place(0, "black 1", 8, 0))
    assert BRIKKS.view(half, 1).sheets == state.sheets
    drawing = play(half, place(1, "black 1", 8, 0), mini(0, 4, 2))
    assert BRIKKS.sealed(drawing) == []
    assert BRIKKS.view(drawing, 1) == drawing


def test_in_a_solo_game_nothing_is_ever_sealed() -> None:
    state = play(solo("black 1", sheet()), place(0, "black 1", 0, 0))
    assert BRIKKS.view(state, None) == state


def test_the_log_shows_others_only_that_an_answer_was_given() -> None:
    _, after, event = open_round("place")
    log: list[Json] = [{"kind": "game/started", "seq": 1}, roll(0, "black 1"), keep(0), event | {"seq": 4}]
    for seat in OTHERS:
        assert visible(BRIKKS, after, log, seat) == [*log[:3], {"kind": ANSWERED, "seq": 4, "seat": 1}]
    assert visible(BRIKKS, after, log, 1) == log
    closed = play(after, bomb(0), bomb(2))
    assert visible(BRIKKS, closed, [*log, bomb(0), bomb(2)], None) == [*log, bomb(0), bomb(2)]


def test_the_log_shows_earlier_answers_and_later_forfeits() -> None:
    _, after, event = open_round("place")
    earlier = place(1, "black 4", 6, 0)
    resigned = drop(1, "resign")
    log = [earlier, roll(0, "black 1"), keep(0), event, resigned]
    shown = visible(BRIKKS, play(after, resigned), log, None)
    assert shown == [earlier, roll(0, "black 1"), keep(0), {"kind": ANSWERED, "seat": 1}, resigned]


@cache
def random_games() -> list[tuple[State, ...]]:
    """The states of whole games of all variants, forfeits included."""
    rng = Random("views")
    games = []
    tables = [("solo", 1), ("standard", 2), ("standard", 3), ("standard", 4), ("duel", 2)]
    for at in range(GAMES):
        variant, seats = tables[at % len(tables)]
        levels = [rng.randint(1, 4) for _ in range(seats)]
        if at % 2:
            document = random_record(rng, variant, levels, 150, forfeits=True)
        else:
            header = {"variant": variant, "levels": levels}
            document = play_bots(BRIKKS, header, [BOTS["random"]] * seats, rng.randbytes(32))
        games.append(tuple(state for _, state in states(read_record(document))))
    return games


def random_states() -> list[State]:
    return [state for game in random_games() for state in game]


def viewers(state: State) -> list[int | None]:
    return [None, *range(len(state.sheets))]


def test_a_view_is_the_state_itself_when_nothing_is_sealed() -> None:
    open_states = [state for state in random_states() if not BRIKKS.sealed(state)]
    assert len(open_states) > GAMES
    for state in open_states:
        assert all(BRIKKS.view(state, seat) == state for seat in viewers(state))


def test_a_view_hides_exactly_the_sealed_sheets_of_others() -> None:
    sealed_states = [state for state in random_states() if BRIKKS.sealed(state)]
    assert len(sealed_states) > GAMES
    for state in sealed_states:
        for seat in viewers(state):
            view = BRIKKS.view(state, seat)
            hidden = set(BRIKKS.sealed(state)) - {seat}
            assert {at for at, one in enumerate(view.sheets) if one != state.sheets[at]} == hidden


def test_what_others_see_of_a_round_does_not_depend_on_the_answers() -> None:
    """Between the roll and the close of a round, the sheets of a spectator change only by forfeits."""
    for game in random_games():
        for before, after in pairwise(game):
            if after.phase == "moves" and before.phase == "moves" and before.forfeits == after.forfeits:
                assert BRIKKS.view(after, None).sheets == BRIKKS.view(before, None).sheets


def test_a_view_of_a_view_shows_no_more() -> None:
    for state in random_states():
        spectator = BRIKKS.view(state, None)
        assert all(BRIKKS.view(spectator, seat) == spectator for seat in viewers(state))


def test_a_seat_has_the_same_options_in_its_view_as_in_the_state() -> None:
    rng = Random("options")
    found = random_states()
    for state in rng.sample(found, min(len(found), size(120, 5_000))):
        for seat in range(len(state.sheets)):
            assert BRIKKS.options(BRIKKS.view(state, seat), seat) == BRIKKS.options(state, seat)


def test_a_stuck_drop_that_ends_the_game_is_open() -> None:
    state = play(in_moves("standard", "black 1", sheet(FULL), sheet(FULL)), drop(0, "stuck"))
    assert BRIKKS.view(state, 1).sheets[0].left == ""
    assert BRIKKS.view(play(state, drop(1, "stuck")), None).sheets[0].left == "stuck"
