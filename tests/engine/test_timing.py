"""Time that runs out: what happens to a seat in every phase, and that no game can be kept from ending."""

from random import Random

import pytest

from engine.brikks.figures import BOMBS
from engine.brikks.game import BRIKKS
from engine.brikks.state import State
from engine.errors import Illegal, Malformed, Refused
from engine.protocol import Game, Json
from engine.records import read_record, states
from engine.registry import AnyGame
from tests.engine.boards import (
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
    waive,
)
from tests.engine.plain.play import random_record
from tests.engine.toy import STONES_1, ToyEvent, ToyState, record, takes
from tests.sizes import size

GAMES = size(40, 600)
POLICIES = ["bomb", "forfeit"]
TABLES = [("solo", 1), ("standard", 2), ("standard", 3), ("standard", 4), ("duel", 2)]
SEVERAL = TABLES[1:]
OWING = play(
    duel("black 1", sheet("########..\n" * 2), sheet("########..\n" * 2)),
    place(0, "black 1", 8, 0),
    place(1, "black 1", 8, 0),
)
"""Both players of a duel have a mini block to draw."""


def timed_out(state: State, seat: int, policy: str = "bomb") -> Json:
    """The event of a time-out as the log has it, which must be legal."""
    event = BRIKKS.timed_out(state, seat, policy)
    BRIKKS.apply(state, event)
    return BRIKKS.encode(event)


def refusal(state: State, seat: int) -> str:
    """The code with which a time-out is refused under every policy."""
    codes = set()
    for policy in POLICIES:
        with pytest.raises(Refused) as caught:
            BRIKKS.timed_out(state, seat, policy)
        assert caught.value.sentence.strip()
        codes.add(caught.value.code)
    (code,) = codes
    return code


def at_table(variant: str, seats: int) -> State:
    """A table at which the first roll is due."""
    return before_roll(variant, *[sheet()] * seats)


def answering(variant: str, seats: int, bombs: int = 0) -> State:
    """A table at which everybody has to answer red 1."""
    return in_moves(variant, "red 1", *[sheet(bombs=bombs)] * seats)


def test_a_table_chooses_between_bombs_first_and_a_forfeit_at_once() -> None:
    assert BRIKKS.timeouts == ("bomb", "forfeit")


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_no_start_block_in_time_is_a_forfeit(variant: str, seats: int, policy: str) -> None:
    state = new_game(variant, *[1] * seats)
    assert timed_out(state, seats - 1, policy) == drop(seats - 1, "timeout")


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_no_roll_in_time_is_a_forfeit(variant: str, seats: int, policy: str) -> None:
    assert timed_out(at_table(variant, seats), 0, policy) == drop(0, "timeout")


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("variant", "seats"), SEVERAL)
def test_a_roll_about_which_nobody_decides_in_time_is_kept(variant: str, seats: int, policy: str) -> None:
    state = play(at_table(variant, seats), roll(0, "red 1"))
    assert timed_out(state, 0, policy) == keep(0)


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_an_unanswered_roll_uses_bombs_first(variant: str, seats: int) -> None:
    for seat in range(seats):
        for used in range(len(BOMBS)):
            assert timed_out(answering(variant, seats, used), seat, "bomb") == bomb(seat)


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_an_unanswered_roll_forfeits_when_no_bomb_is_left(variant: str, seats: int) -> None:
    for seat in range(seats):
        assert timed_out(answering(variant, seats, len(BOMBS)), seat, "bomb") == drop(seat, "timeout")


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_an_unanswered_roll_forfeits_at_once_if_the_table_wants_it(variant: str, seats: int) -> None:
    for seat in range(seats):
        assert timed_out(answering(variant, seats), seat, "forfeit") == drop(seat, "timeout")


def test_whoever_could_drop_out_stuck_still_uses_a_bomb() -> None:
    assert timed_out(solo("red 1", sheet(FULL)), 0) == bomb(0)


@pytest.mark.parametrize("policy", POLICIES)
def test_mini_blocks_not_drawn_in_time_are_given_up(policy: str) -> None:
    for seat in (0, 1):
        assert timed_out(OWING, seat, policy) == waive(seat)


def test_a_mini_block_already_drawn_stays() -> None:
    more = play(duel("black 3", sheet("#########.\n" * 4), sheet()), place(0, "black 3", 9, 0), bomb(1))
    assert more.sheets[0].crosses > 1
    state = play(more, mini(0, 4, 0))
    after = play(state, timed_out(state, 0))
    assert after.sheets[1] == state.sheets[1]
    assert after.phase == "roll"


@pytest.mark.parametrize(
    ("state", "seat", "code"),
    [
        (new_game("standard", 1, 1), 0, "turn/other-seat"),
        (at_table("standard", 3), 2, "turn/other-seat"),
        (play(at_table("duel", 2), roll(0, "red 1")), 1, "turn/other-seat"),
        (play(answering("standard", 3), bomb(1)), 1, "turn/already-answered"),
        (play(answering("standard", 3), drop(1, "resign")), 1, "seat/out"),
        (play(OWING, mini(0, 4, 2)), 0, "mini/none-owed"),
        (play(new_game("solo", 1), drop(0, "resign")), 0, "game/over"),
        (play(answering("duel", 2), drop(1, "resign")), 0, "game/over"),
        (answering("standard", 3), 3, "event/unknown-seat"),
        (answering("standard", 3), -1, "event/unknown-seat"),
    ],
)
def test_time_does_not_run_out_for_a_seat_that_need_not_act(state: State, seat: int, code: str) -> None:
    assert refusal(state, seat) == code


@pytest.mark.parametrize("policy", ["", "keep", "Bomb", "timeout"])
def test_a_policy_that_no_table_can_choose_is_refused(policy: str) -> None:
    with pytest.raises(Malformed) as caught:
        BRIKKS.timed_out(answering("solo", 1), 0, policy)
    assert caught.value.code == "setup/unknown-timeout"
    assert "bomb, forfeit" in caught.value.sentence


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_a_seat_gives_up_by_dropping_out_resigned(variant: str, seats: int) -> None:
    state = answering(variant, seats)
    for seat in range(seats):
        event = BRIKKS.resigned(state, seat)
        assert BRIKKS.encode(event) == drop(seat, "resign")
        assert BRIKKS.forfeits(BRIKKS.apply(state, event)) == (seat,)


def test_whoever_is_out_cannot_give_up_again() -> None:
    state = play(answering("standard", 3), drop(1, "timeout"))
    with pytest.raises(Illegal):
        BRIKKS.apply(state, BRIKKS.resigned(state, 1))


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_a_game_that_everybody_has_left_alone_ends_from_every_position(variant: str, seats: int, policy: str) -> None:
    rng = Random(f"left alone {variant} {seats} {policy}")
    phases = set()
    for _ in range(GAMES // len(TABLES)):
        for state in random_game(rng, variant, seats):
            phases.add(state.phase)
            check_that_it_ends(BRIKKS, state, policy, rng)
    assert {"start", "roll", "moves", "over"} <= phases
    assert ("decide" in phases) == (seats > 1)
    assert ("minis" in phases) == (variant == "duel")


def random_game(rng: Random, variant: str, seats: int) -> list[State]:
    """The states of a game from its beginning, forfeits included."""
    levels = [rng.randint(1, 4) for _ in range(seats)]
    document = random_record(rng, variant, levels, rng.choice([8, 40, 300]), forfeits=rng.random() < 0.5)
    return [new_game(variant, *levels), *(state for _, state in states(read_record(document)))]


def check_that_it_ends(game: AnyGame, state: object, policy: str, rng: Random) -> None:
    """Let the time of one awaited seat after the other run out, rolling when that is due, until nobody is awaited."""
    faces = game.dice.faces if game.dice else 0
    for _ in range(200):
        seats = game.awaiting(state).seats
        if not seats:
            assert game.outcome(state).finished
            return
        due = game.dice.due(state) if game.dice and rng.random() < 0.9 else None
        event = game.timed_out(state, rng.choice(seats), policy)
        if due is not None and game.dice is not None:
            event = game.decode({**due, **game.dice.write(rng.randrange(faces))})
        state = game.apply(state, event)
    raise AssertionError("the game does not end")


def test_the_toy_game_is_resigned_when_time_runs_out() -> None:
    game: Game[ToyState, ToyEvent] = STONES_1
    state = game.replay(game.start(record()), [game.decode(fields) for fields in takes(3, 2)])
    assert game.timeouts == ("forfeit",)
    assert game.encode(game.timed_out(state, 0, "forfeit")) == game.encode(game.resigned(state, 0))
    assert game.forfeits(game.apply(state, game.timed_out(state, 0, "forfeit"))) == (0,)
    with pytest.raises(Illegal):
        game.timed_out(state, 1, "forfeit")
    with pytest.raises(Malformed):
        game.timed_out(state, 0, "bomb")
    check_that_it_ends(STONES_1, state, "forfeit", Random(1))
