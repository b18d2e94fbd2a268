"""Every refusal of the rules: something that provokes it, its code, and a sentence with all its facts filled in."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.brikks.game import BRIKKS
from engine.brikks.refusals import ILLEGAL, MALFORMED
from engine.brikks.state import State
from engine.errors import Illegal, Malformed, Refused
from engine.protocol import Json
from tests.engine.boards import (
    EMPTY,
    FULL,
    before_roll,
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
    solo,
    start,
    waive,
)

MINIS = play(duel("black 1", sheet("########..\n" * 2), sheet("#.........")), place(0, "black 1", 8, 0), bomb(1))
FOUR_MINIS = play(duel("black 3", sheet("#########.\n" * 4), sheet()), place(0, "black 3", 9, 0), bomb(1))
CAVITY = "####......\n#..#......\n#..#......"
MINI_CAVITY = play(duel("black 1", sheet("########..\n" * 2), sheet(CAVITY)), place(0, "black 1", 8, 0), bomb(1))
TWO = in_moves("standard", "red 1", sheet(), sheet())
ONE = solo("red 1", sheet())


def event(state: State, fields: Json) -> Callable[[], object]:
    """An event that is refused."""
    return lambda: play(state, fields)


def setup(**header: Any) -> Callable[[], object]:
    """A header that is refused."""
    return lambda: BRIKKS.start(header)


PROVOKED: dict[str, Callable[[], object]] = {
    "event/no-kind": event(ONE, {"seat": 0}),
    "event/unknown-kind": event(ONE, {"kind": "jump", "seat": 0}),
    "event/missing-field": event(ONE, {"kind": "place", "seat": 0, "color": "red", "column": 1, "x": 0}),
    "event/wrong-type": event(ONE, {"kind": "bomb", "seat": "0"}),
    "event/unknown-seat": event(ONE, bomb(4)),
    "event/unknown-color": event(ONE, place(0, "pink 1", 0, 0)),
    "event/unknown-number": event(ONE, place(0, "red 5", 0, 0)),
    "event/unknown-reason": event(ONE, drop(0, "bored")),
    "setup/unknown-variant": setup(variant="team", levels=[1, 1]),
    "setup/players": setup(variant="duel", levels=[1]),
    "setup/level": setup(variant="solo", levels=[5]),
    "setup/levels": setup(variant="solo", levels=1),
    "setup/unknown-timeout": lambda: BRIKKS.timed_out(ONE, 0, "shrug"),
    "state/unreadable": lambda: BRIKKS.thaw({}),
    "game/over": event(play(new_game("solo", 1), drop(0, "resign")), start(0, "red")),
    "seat/out": event(play(TWO, drop(1, "resign")), bomb(1)),
    "turn/other-seat": event(new_game("standard", 1, 1), start(0, "red")),
    "turn/already-answered": event(play(TWO, bomb(0)), bomb(0)),
    "turn/wrong-phase": event(TWO, roll(0, "red 1")),
    "start/color-taken": event(play(new_game("standard", 1, 1), start(1, "red")), start(0, "red")),
    "start/outside": event(new_game("solo", 1), start(0, "white", 8)),
    "roll/no-reroll": event(ONE, keep(0)),
    "move/outside": event(ONE, place(0, "red 1", 9, 0)),
    "move/energy": event(ONE, place(0, "red 4", 0, 0)),
    "move/overlap": event(solo("red 1", sheet("#.........")), place(0, "red 1", 0, 0)),
    "move/floating": event(ONE, place(0, "red 1", 0, 1)),
    "move/unreachable": event(solo("black 1", sheet(CAVITY)), place(0, "black 1", 1, 0)),
    "bomb/none-left": event(solo("red 1", sheet(bombs=3)), bomb(0)),
    "drop/fits": event(ONE, drop(0, "stuck")),
    "drop/stop": event(ONE, drop(0, "stop")),
    "mini/none-owed": event(MINIS, waive(1)),
    "mini/outside": event(MINIS, mini(0, 10, 0)),
    "mini/overlap": event(MINIS, mini(0, 0, 0)),
    "mini/floating": event(MINIS, mini(0, 3, 1)),
    "mini/unreachable": event(MINI_CAVITY, mini(0, 1, 0)),
    "mini/touching": event(play(FOUR_MINIS, mini(0, 4, 0)), mini(0, 5, 0)),
}


def refused(provoke: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as caught:
        provoke()
    return caught.value


def test_every_code_is_provoked_here() -> None:
    assert set(PROVOKED) == set(MALFORMED) | set(ILLEGAL)
    assert not set(MALFORMED) & set(ILLEGAL)


@pytest.mark.parametrize("code", PROVOKED)
def test_a_refusal_has_its_code_and_a_sentence(code: str) -> None:
    refusal = refused(PROVOKED[code])
    assert refusal.code == code
    assert type(refusal) is (Malformed if code in MALFORMED else Illegal)
    assert refusal.sentence.strip()
    assert not set("{}") & set(refusal.sentence)
    assert refusal.sentence == str(refusal)


@pytest.mark.parametrize("code", PROVOKED)
def test_the_sentence_of_a_refusal_is_the_one_that_is_translated(code: str) -> None:
    assert refused(PROVOKED[code]).template == (MALFORMED | ILLEGAL)[code]


@pytest.mark.parametrize(
    ("kind", "field"),
    [
        ("start", "seat"),
        ("start", "color"),
        ("start", "x"),
        ("roll", "number"),
        ("reroll", "color"),
        ("keep", "seat"),
        ("place", "column"),
        ("place", "y"),
        ("bomb", "seat"),
        ("drop", "reason"),
        ("mini", "x"),
        ("waive", "seat"),
    ],
)
@pytest.mark.parametrize("value", [None, True, 1.0, [], {}, "MISSING"])
def test_a_field_that_is_missing_or_of_the_wrong_type_is_named(kind: str, field: str, value: object) -> None:
    whole = {"kind": kind, "seat": 0, "color": "red", "number": 1, "column": 1, "x": 0, "y": 0, "reason": "stuck"}
    fields = {name: one for name, one in whole.items() if name != field}
    if value != "MISSING":
        fields[field] = value
    refusal = refused(lambda: BRIKKS.decode(fields))
    assert refusal.code == ("event/missing-field" if value == "MISSING" else "event/wrong-type")
    assert f"“{field}”" in refusal.sentence


@pytest.mark.parametrize("kind", [None, 1, "", "Place", ["place"], {"place": 1}, "place "])
def test_a_kind_that_does_not_exist_is_refused(kind: object) -> None:
    assert refused(lambda: BRIKKS.decode({"kind": kind, "seat": 0})).code == "event/unknown-kind"
    assert refused(lambda: BRIKKS.decode({"seat": 0})).code == "event/no-kind"


@pytest.mark.parametrize("absurd", [-1, 11, 2**31, 10**30, -(10**400)])
def test_absurd_numbers_are_refused_in_a_short_sentence(absurd: int) -> None:
    for fields in (
        place(0, "red 1", 0, 0) | {"x": absurd},
        place(0, "red 1", 0, 0) | {"y": absurd},
        place(0, "red 1", 0, 0) | {"column": absurd},
        bomb(absurd),
        start(0, "red", absurd),
        mini(0, absurd, 0),
        roll(0, "red 1") | {"number": absurd},
    ):
        refusal = refused(lambda fields=fields: BRIKKS.decode(fields))  # type: ignore[misc]
        assert len(refusal.sentence) < 200


@pytest.mark.parametrize(
    "fields",
    [start(2, "red"), bomb(2), keep(2), roll(2, "red 1"), place(2, "red 1", 0, 0), drop(2, "resign"), waive(2)],
)
def test_a_seat_that_is_not_at_this_table_is_refused(fields: Json) -> None:
    for state in (TWO, new_game("duel", 1, 1), MINIS, before_roll("standard", sheet(), sheet())):
        assert refused(event(state, fields)).code == "event/unknown-seat"


def test_extra_keys_change_nothing() -> None:
    assert play(TWO, bomb(0) | {"seq": 9, "at": "now", "actor": None, "reason": "none"}) == play(TWO, bomb(0))


def test_a_refusal_leaves_the_state_as_it_was() -> None:
    for state in (TWO, MINIS, FOUR_MINIS):
        before = BRIKKS.freeze(state)
        refused(event(state, start(0, "red")))
        assert BRIKKS.freeze(state) == before


def test_an_unfinished_game_is_not_over_on_a_full_or_an_empty_sheet() -> None:
    for drawn in (EMPTY, FULL):
        assert BRIKKS.awaiting(before_roll("solo", sheet(drawn))) == ("roll", [0])


EVENTS = [
    start(0, "red", 3),
    roll(1, "blue 4"),
    roll(1, "blue 4", "reroll"),
    keep(2),
    place(3, "black 4", 6, 10),
    bomb(0),
    drop(0, "timeout"),
    mini(1, 9, 10),
    waive(1),
]


@pytest.mark.parametrize("fields", EVENTS, ids=lambda fields: fields["kind"])
def test_events_are_read_and_written_alike(fields: Json) -> None:
    assert BRIKKS.encode(BRIKKS.decode(fields)) == fields
