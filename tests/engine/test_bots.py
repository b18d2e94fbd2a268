"""The bots: legal, repeatable, blind to what is sealed, and as strong as promised."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

import pytest

from engine.brikks.bots import BOTS
from engine.brikks.bots.evaluation import outlook
from engine.brikks.game import BRIKKS
from engine.brikks.scoring import merits, score
from engine.brikks.state import DECIDE, MINIS, State
from engine.protocol import Json
from engine.selfplay import bots_seed
from engine.selfplay import play as play_bots
from tests.engine.boards import FULL, bomb, drop, duel, in_moves, mini, new_game, place, play, sheet, solo
from tests.sizes import size

ROOT = Path(__file__).resolve().parent.parent.parent

CHUNK = 20
"""Solo games of `greedy` per test, so that several workers share them; the mean of each chunk has to hold."""
CHUNKS = size(2, 15)
RANDOM_CHUNK = 100

TABLES: list[tuple[str, list[int]]] = [
    *(("solo", [level]) for level in (1, 2, 3, 4)),
    ("standard", [1, 1]),
    ("standard", [4, 2, 3]),
    ("standard", [3, 1, 4, 2]),
    ("duel", [1, 1]),
    ("duel", [2, 3]),
    ("duel", [4, 4]),
]

WELL = """
    #########.
    #########.
    #########.
    #########.
"""
SQUARE_MISSING = """
    ########..
    ########..
"""


def record_of(variant: str, levels: list[int], bots: list[str], seed: str) -> Json:
    """A whole game; every action that a rule refuses would raise."""
    header = {"variant": variant, "levels": levels}
    return play_bots(BRIKKS, header, [BOTS[bot] for bot in bots], seed.encode().ljust(32, b"."))


def states_of(record: Json) -> Iterator[State]:
    """Every state of a game, the first and the last included."""
    state = BRIKKS.start(record)
    yield state
    for event in record["events"]:
        state = play(state, event)
        yield state


def final(record: Json) -> State:
    """How a game ended."""
    *_, last = states_of(record)
    return last


def solo_points(bot: str, seed: str) -> int:
    """What a bot reaches alone at level 1."""
    end = final(record_of("solo", [1], [bot], seed))
    return score(end.sheets[0], end.variant).total


def act(bot: str, state: State, seat: int) -> Json:
    """What a bot does in a position."""
    return BOTS[bot](BRIKKS.view(state, seat), seat, "seed")


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_greedy_reaches_seventy_on_its_own(chunk: int) -> None:
    games = range(chunk * CHUNK, (chunk + 1) * CHUNK)
    assert mean(solo_points("greedy", f"solo {game}") for game in games) >= 70


@pytest.mark.parametrize("chunk", range(3))
def test_random_stays_below_twenty_five(chunk: int) -> None:
    games = range(chunk * RANDOM_CHUNK, (chunk + 1) * RANDOM_CHUNK)
    assert mean(solo_points("random", f"solo {game}") for game in games) < 25


@pytest.mark.slow
@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("variant", "levels"), TABLES)
def test_every_action_is_legal(bot: str, variant: str, levels: list[int]) -> None:
    for game in range(10 if bot == "random" else 2):
        record = record_of(variant, levels, [bot] * len(levels), f"legal {game}")
        assert BRIKKS.outcome(final(record)).finished


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("variant", "levels"), [("standard", [1, 3]), ("duel", [1, 1])])
def test_the_same_view_gives_the_same_action(bot: str, variant: str, levels: list[int]) -> None:
    record = record_of(variant, levels, [bot] * len(levels), "again")
    for state, event in zip(states_of(record), record["events"], strict=False):
        if event["kind"] in ("start", "place", "bomb", "mini"):
            view = BRIKKS.thaw(json.loads(json.dumps(BRIKKS.freeze(BRIKKS.view(state, event["seat"])))))
            assert BOTS[bot](view, event["seat"], bots_seed(bytes.fromhex(record["dice"]["seed"]))) == event


def test_a_bot_never_sees_the_seed_of_the_dice() -> None:
    seen: set[str] = set()

    def watching(view: State, seat: int, seed: str) -> Json:
        seen.add(seed)
        return BOTS["random"](view, seat, seed)

    seed = bytes(range(32))
    play_bots(BRIKKS, {"variant": "solo", "levels": [1]}, [watching], seed)
    assert len(seen) == 1
    assert seed.hex() not in seen


ELSEWHERE = """
import json, sys
from engine.brikks.bots import BOTS
from engine.brikks.bots.evaluation import outlook
from engine.brikks.game import BRIKKS
positions = json.load(sys.stdin)
print(json.dumps([BOTS[bot](BRIKKS.thaw(view), seat, "seed") for bot, view, seat in positions]))
"""


def test_another_process_gives_the_same_actions() -> None:
    states = list(states_of(record_of("duel", [1, 2], ["greedy", "greedy"], "there")))
    asked = [(bot, state, seat) for bot in BOTS for state in states[::3] for seat in choosing(state)]
    positions = [(bot, BRIKKS.freeze(BRIKKS.view(state, seat)), seat) for bot, state, seat in asked]
    command = [sys.executable, "-c", ELSEWHERE]
    answer = subprocess.run(command, input=json.dumps(positions), capture_output=True, text=True, check=True, cwd=ROOT)
    assert json.loads(answer.stdout) == [act(*position) for position in asked]


def choosing(state: State) -> list[int]:
    """The seats that have a choice to make."""
    dice_are_due = BRIKKS.dice.due(state) is not None
    return [] if dice_are_due or BRIKKS.forced(state) else BRIKKS.awaiting(state).seats


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("variant", ["standard", "duel"])
def test_sealed_answers_of_others_change_nothing(bot: str, variant: str) -> None:
    state = in_moves(variant, "black 1", sheet(SQUARE_MISSING), sheet(SQUARE_MISSING))
    sealed = [play(state, answer) for answer in (place(0, "black 1", 8, 0), place(0, "black 1", 0, 2), bomb(0))]
    assert len({one.sheets for one in sealed}) == len(sealed)
    assert len({json.dumps(act(bot, one, 1)) for one in [state, *sealed]}) == 1


@pytest.mark.parametrize(("variant", "players"), [("standard", 2), ("standard", 4), ("duel", 2)])
def test_greedy_beats_random(variant: str, players: int) -> None:
    for seat in range(players):
        bots = ["greedy" if at == seat else "random" for at in range(players)]
        deserved = merits(final(record_of(variant, [1] * players, bots, f"beats {seat}")))
        assert all(deserved[seat] > other for at, other in enumerate(deserved) if at != seat)


def test_greedy_completes_four_rows_at_once() -> None:
    assert act("greedy", solo("black 3", sheet(WELL)), 0) == place(0, "black 3", 9, 0)


def test_greedy_pays_a_little_for_four_rows() -> None:
    assert act("greedy", solo("black 4", sheet(WELL, ready=3)), 0) == place(0, "black 3", 9, 0)


@pytest.mark.parametrize(("roll", "wanted"), [("black 3", "keep"), ("white 4", "reroll")])
def test_greedy_keeps_a_good_roll_only(roll: str, wanted: str) -> None:
    state = in_moves("standard", roll, sheet(WELL, ready=0), sheet())._replace(phase=DECIDE, waiting=0)
    assert act("greedy", state, 0) == {"kind": wanted, "seat": 0}


def test_greedy_spends_a_bomb_that_promises_more() -> None:
    promising = "####....##\n" * 2 + "##########\n" * 9
    assert act("greedy", solo("black 3", sheet(promising, ready=0)), 0) == bomb(0)


def test_greedy_drops_out_rather_than_waste_a_bomb() -> None:
    stuck = solo("black 1", sheet(".#########\n" * 11, ready=0, bombs=2))
    assert act("greedy", stuck, 0) == drop(0, "stuck")


def test_greedy_fights_a_duel_to_the_end() -> None:
    full = sheet(FULL, ready=0, bombs=2)
    assert act("greedy", duel("black 1", full, sheet()), 0)["kind"] == "bomb"


def test_greedy_draws_its_mini_block_on_a_dot() -> None:
    state = duel("black 1", sheet(crosses=1), sheet(WELL))._replace(phase=MINIS, waiting=1)
    assert act("greedy", state, 0) == mini(0, 2, 4)


@pytest.mark.parametrize("surface", [SQUARE_MISSING, "#####.####", "##....####"])
def test_greedy_draws_its_mini_block_where_it_hurts(surface: str) -> None:
    state = duel("black 1", sheet(crosses=1), sheet(surface))._replace(phase=MINIS, waiting=1)
    outlooks = {
        tuple(cell): outlook(play(state, mini(0, *cell)).sheets[1], state.variant)
        for cell in BRIKKS.options(state, 0)["mini"]
    }
    drawn = act("greedy", state, 0)
    assert outlooks[drawn["x"], drawn["y"]] < mean(outlooks.values())


def test_greedy_picks_a_start_block_in_a_free_color() -> None:
    state = new_game("standard", 1, 1, 1, 1)
    for seat in (3, 2, 1, 0):
        state = play(state, act("greedy", state, seat))
    assert len({one.drawn[0].face.color for one in state.sheets if one.drawn}) == 4
