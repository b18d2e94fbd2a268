"""The board of Brikks says of every choice what the rules then do, and has words for whatever happens."""

from random import Random
from typing import Any

import pytest

from engine.brikks.blocks import FACES, PIECES, Piece
from engine.brikks.events import Place, Start
from engine.brikks.figures import BOMBS, ENERGY_CIRCLES, EXTRA_POINTS
from engine.brikks.game import BRIKKS
from engine.brikks.scoring import score
from engine.brikks.sheet import draw, pieces
from engine.brikks.state import State
from engine.errors import Malformed
from engine.protocol import Json
from games.presenters.brikks.presenter import BRIKKS_PRESENTER
from games.presenters.protocol import Scene
from games.presenters.registry import presenter_of
from tests.sizes import size

GAMES = size(6, 60)
NAMES = ("Ada", "Bob", "Cleo", "Dan")


def begin(variant: str, levels: list[int]) -> State:
    return BRIKKS.start({"variant": variant, "levels": levels})


def random_games() -> list[tuple[str, list[int]]]:
    tables = [("solo", [1]), ("standard", [1, 2]), ("standard", [4, 3, 2, 1]), ("duel", [2, 2])]
    return [tables[number % len(tables)] for number in range(GAMES)]


def pick(state: State, random: Random) -> tuple[Json, int]:
    """Something that somebody may do now, with dice if it throws them; in duels well enough to earn mini blocks."""
    seat = random.choice(BRIKKS.awaiting(state).seats)
    action = random.choice(BRIKKS.actions(state, seat))
    if state.variant.is_duel and state.phase == "moves":
        action = BRIKKS.bots["greedy"](BRIKKS.view(state, seat), seat, str(random.random()))
    if action["kind"] in BRIKKS.dice.throws:
        action = {**action, **BRIKKS.dice.write(random.randrange(BRIKKS.dice.faces))}
    return action, seat


def play(number: int, variant: str, levels: list[int]) -> list[tuple[State, Json, int, State]]:
    """A random game: each state with what somebody does then, their seat, and the state after it."""
    random, state = Random(number), begin(variant, levels)
    steps: list[tuple[State, Json, int, State]] = []
    while BRIKKS.awaiting(state).phase != "over" and len(steps) < 400:
        action, seat = pick(state, random)
        after = BRIKKS.apply(state, BRIKKS.decode(action))
        steps.append((state, action, seat, after))
        state = after
    return steps


ALL_STEPS = [step for number, setup in enumerate(random_games()) for step in play(number, *setup)]


def choices(state: State, seat: int, is_any_open: bool = True) -> Json:
    return BRIKKS_PRESENTER.choices(state, seat, BRIKKS.actions(state, seat), is_any_open)


def test_every_drawing_that_the_rules_allow_can_be_chosen_and_no_other() -> None:
    phases = set()
    for state, _, seat, _ in ALL_STEPS:
        offered = choices(state, seat)
        drawn = [action for action in BRIKKS.actions(state, seat) if action["kind"] in ("start", "place", "mini")]
        assert [landing["action"] for landing in offered["landings"]] == drawn
        assert len({landing["id"] for landing in offered["landings"]}) == len(drawn)
        for landing in offered["landings"]:
            assert BRIKKS_PRESENTER.read_choice(state.phase, seat, landing["id"]) == landing["action"]
        phases.add(state.phase)
    assert phases == {"start", "roll", "decide", "moves", "minis"}


def test_what_a_landing_promises_is_what_drawing_it_does() -> None:
    looked = 0
    for state, action, seat, _ in ALL_STEPS:
        if action["kind"] not in ("place", "start"):
            continue
        [landing] = [place for place in choices(state, seat)["landings"] if place["action"] == action]
        sheet = state.sheets[seat]
        piece = drawn_by(action)
        after = draw(sheet, piece, landing["price"])
        assert landing["after"] == {"ready": after.ready, "circled": after.circled, "crosses": after.crosses}
        assert landing["score"] == score(after, state.variant).total - score(sheet, state.variant).total
        assert landing["straight"] == (set(landing["moves"]) == {"d"})
        assert ends_at(landing) == (piece.x, piece.y)
        looked += not landing["straight"]
    assert looked, "some of the blocks have slid"


def drawn_by(action: Json) -> Piece:
    """The piece that an action draws."""
    event = BRIKKS.decode(action)
    assert isinstance(event, Start | Place)
    return event.piece


def ends_at(landing: Json) -> tuple[int, int]:
    """Where the moves of a landing lead to, from above the sheet."""
    steps = {"d": (0, -1), "l": (-1, 0), "r": (1, 0)}
    x, y = landing["from"], 11
    for move in landing["moves"]:
        x, y = x + steps[move][0], y + steps[move][1]
    return x, y


def test_without_the_whole_table_only_the_rolled_colour_is_offered() -> None:
    for state, _, seat, _ in ALL_STEPS:
        if state.phase != "moves":
            continue
        few, many = choices(state, seat, is_any_open=False), choices(state, seat)
        assert [face["id"] for face in few["faces"]] == [f"{state.roll.color}-{number}" for number in (1, 2, 3, 4)]
        assert len(many["faces"]) == len(FACES)
        assert {landing["face"] for landing in few["landings"]} <= {face["id"] for face in few["faces"]}
        assert [face["rolled"] for face in few["faces"]].count(True) == 1
        assert many["any"]["affordable"] == (state.sheets[seat].ready >= 5)


def test_what_cannot_be_had_says_why() -> None:
    reasons = set()
    for state, _, seat, _ in ALL_STEPS:
        for face in choices(state, seat)["faces"]:
            landings = [place for place in choices(state, seat)["landings"] if place["face"] == face["id"]]
            assert face["affordable"] == bool(landings) == (face["reason"] == "")
            reasons.add(face["reason"][:8])
        if len(reasons) == 3:
            return
    raise AssertionError(reasons)


def test_bombs_and_dropping_out_are_offered_when_the_rules_allow_them() -> None:
    kinds = {"bomb": 0, "drop": 0}
    for state, _, seat, _ in ALL_STEPS:
        offered, allowed = choices(state, seat, is_any_open=False), BRIKKS.actions(state, seat)
        for kind in kinds:
            found = [action for action in allowed if action["kind"] == kind and action.get("reason") != "stop"]
            assert ([offered[kind]["action"]] if offered[kind] else []) == found
            kinds[kind] += bool(found)
    assert all(kinds.values())


def test_a_block_that_fits_nowhere_is_not_asked_a_place_for() -> None:
    prompts = {True: set[str](), False: set[str]()}
    for state, _, seat, _ in ALL_STEPS:
        if state.phase == "moves":
            is_stuck = choices(state, seat, is_any_open=False)["drop"] is not None
            prompts[is_stuck].add(BRIKKS_PRESENTER.prompt(state, NAMES, seat))
    assert all(prompts.values())
    assert all("fits nowhere" in prompt for prompt in prompts[True])
    assert all("Where does it go?" in prompt for prompt in prompts[False])


def test_a_keep_and_a_reroll_are_buttons() -> None:
    state = next(state for state, *_ in ALL_STEPS if state.phase == "decide")
    assert [button["kind"] for button in choices(state, state.active)["buttons"]] == ["keep", "reroll"]


@pytest.mark.parametrize("text", ["", "red", "red-3", "red-3:4", "red-3:4:2:1", "red-33:1:1", "RED-3:1:1", "x" * 999])
def test_what_is_no_choice_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match="Choose one"):
        BRIKKS_PRESENTER.read_choice("moves", 0, text)


def test_every_event_has_words_in_which_nothing_is_left_open() -> None:
    kinds = set()
    for before, action, _, after in ALL_STEPS:
        words = BRIKKS_PRESENTER.words(Scene({**action, "actor": "p-1"}, NAMES, before, after))
        assert words.endswith(".")
        assert "%" not in words
        kinds.add(action["kind"])
    assert kinds == {"start", "roll", "reroll", "keep", "place", "bomb", "drop", "mini", "waive"}


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"kind": "bomb", "seat": 1, "actor": "system"}, "The time of Bob is up, which costs a bomb."),
        ({"kind": "keep", "seat": 1, "actor": "system"}, "The time of Bob is up: the roll stands."),
        ({"kind": "waive", "seat": 1, "actor": "system"}, "The time of Bob is up: no more mini blocks."),
        ({"kind": "drop", "seat": 0, "reason": "timeout"}, "Ada has run out of time and is out."),
        ({"kind": "drop", "seat": 0, "reason": "resign"}, "Ada gives up."),
        ({"kind": "drop", "seat": 0, "reason": "stop"}, "Ada ends the game."),
        ({"kind": "drop", "seat": 0, "reason": "stuck"}, "Ada has no place for the block and is out."),
        ({"kind": "roll", "seat": 0, "color": "red", "number": 3}, "Ada rolls red 3."),
    ],
)
def test_events_in_words(event: Json, words: str) -> None:
    state = begin("standard", [1, 1])
    assert BRIKKS_PRESENTER.words(Scene(event, NAMES[:2], state, state)) == words


def test_falls_lead_from_each_state_to_the_next() -> None:
    for before, action, seat, after in ALL_STEPS:
        falls = BRIKKS_PRESENTER.falls(before, after)
        if action["kind"] in ("start", "place", "mini"):
            [fall] = falls
            assert fall["seat"] == (1 - seat if action["kind"] == "mini" else seat)
            assert ends_at(fall) == (fall["piece"][2], fall["piece"][3])
        else:
            assert falls == []


def test_a_place_is_drawn_as_its_sheet_stands() -> None:
    for _, _, seat, after in ALL_STEPS[::7]:
        sheet, place = after.sheets[seat], BRIKKS_PRESENTER.places(after)[seat]
        assert [piece.id for piece in place["pieces"]] == [
            f"{piece.face.color}:{piece.face.column}:{piece.x}:{piece.y}" for piece in pieces(sheet)
        ]
        marks = [circle.mark for circle in place["circles"]]
        assert len(marks) == ENERGY_CIRCLES
        assert sum("is-circled" in mark for mark in marks) == sheet.circled
        assert sum("is-spent" in mark for mark in marks) == sheet.circled - sheet.ready
        fields = [field.mark for field in place["fields"]]
        assert fields.count("is-crossed") == min(sheet.crosses, len(EXTRA_POINTS))
        assert [bomb["mark"] for bomb in place["bombs"]].count("is-used") == sheet.bombs
        assert len(place["bombs"]) == len(BOMBS)


def test_shapes_for_scripts_are_those_of_the_pieces() -> None:
    setting = BRIKKS_PRESENTER.setting()
    for (color, column, x, y), piece in list(PIECES.items())[::9]:
        cells = {(x + right, y + up) for right, up in setting["shapes"][color][column - 1]}
        assert cells == {(piece.x + right, piece.y + up) for right, up in piece.face.shape.cells}
    assert setting["shapes"]["mini"] == [[[0, 0]]]


def test_ticks_mark_rerolls_bombs_several_rows_and_leaving() -> None:
    ticks: dict[str, set[Any]] = {}
    for before, action, _, after in ALL_STEPS:
        ticks.setdefault(action["kind"], set()).add(BRIKKS_PRESENTER.tick(Scene(action, NAMES, before, after)))
    assert ticks["reroll"] == {"reroll"}
    assert ticks["bomb"] == {"bomb"}
    assert ticks["drop"] == {"drop"}
    assert ticks["place"] <= {None, "rows"}
    assert ticks["keep"] == {None}


def test_a_game_without_a_board_gets_the_plain_one() -> None:
    board = presenter_of("nothing-known")
    actions = [{"kind": "take", "seat": 0, "stones": 2}]
    [button] = board.choices(None, 0, actions, False)["buttons"]
    assert button["action"] == actions[0]
    assert "stones" in button["words"]
    assert "seat" not in button["words"]
    with pytest.raises(Malformed):
        board.read_choice("", 0, "take")
