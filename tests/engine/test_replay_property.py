"""What holds in every game: replays agree, energy is never negative, no cell is drawn twice, scores add up by hand."""

import json
from random import Random

import pytest

from engine.brikks.board import cells_of
from engine.brikks.bots import BOTS
from engine.brikks.figures import BOMBS, EXTRA_POINTS, ROW_MULTIPLIERS, ROW_POINTS, ROWS
from engine.brikks.game import BRIKKS
from engine.brikks.sheet import Sheet, pieces
from engine.brikks.state import State
from engine.protocol import Json
from engine.records import final_state, read_record, states
from engine.selfplay import play
from tests.engine.plain.play import random_record
from tests.sizes import size

pytestmark = pytest.mark.slow

GAMES = size(60, 1500)
CHUNKS = 10
TABLES = [("solo", 1), ("standard", 2), ("standard", 3), ("standard", 4), ("duel", 2)]


def games(chunk: int) -> list[Json]:
    """Whole games: by the random bot, and by the referee's own player with forfeits in between."""
    rng = Random(f"whole games {chunk}")
    found = []
    for at in range(GAMES // CHUNKS):
        variant, seats = TABLES[at % len(TABLES)]
        levels = [rng.randint(1, 4) for _ in range(seats)]
        header = {"variant": variant, "levels": levels}
        found.append(play(BRIKKS, header, [BOTS["random"]] * seats, rng.randbytes(32)))
        found.append(random_record(rng, variant, levels, 500, forfeits=True))
    return found


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_state_of_every_game_is_sound(chunk: int) -> None:
    for document in games(chunk):
        for _, state in states(read_record(document)):
            for sheet in state.sheets:
                check_sheet(sheet)
            check_scores(state)


def check_sheet(sheet: Sheet) -> None:
    drawn = [cell for piece in pieces(sheet) for cell in cells_of(piece.cells)]
    assert len(drawn) == len(set(drawn)), "a cell is drawn twice"
    assert set(drawn) == set(cells_of(sheet.cells))
    assert 0 <= sheet.ready <= sheet.circled <= 28
    assert sheet.crosses >= 0
    assert 0 <= sheet.bombs <= len(BOMBS)


def check_scores(state: State) -> None:
    for sheet, score in zip(state.sheets, BRIKKS.outcome(state).scores, strict=True):
        cells = set(cells_of(sheet.cells))
        rows = sum(ROW_POINTS.get(len([c for c in cells if c[1] == y]), 0) * ROW_MULTIPLIERS[y] for y in range(ROWS))
        bonus = 0 if state.variant.key == "duel" else EXTRA_POINTS[min(sheet.crosses, 14)]
        bombs = {0: 7, 1: 6, 2: 4, 3: 0}[sheet.bombs]
        energy = sheet.ready // 2
        expected = {"rows": rows, "bonus": bonus, "bombs": bombs, "energy": energy}
        assert score == {**expected, "total": sum(expected.values())}


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_replaying_the_log_gives_the_same_state_again(chunk: int) -> None:
    for document in games(chunk):
        stored = json.loads(json.dumps(document))
        events = [BRIKKS.decode(fields) for fields in stored["events"]]
        at_once = BRIKKS.replay(BRIKKS.start(stored), events)
        assert at_once == final_state(read_record(document))
        assert BRIKKS.freeze(at_once) == BRIKKS.freeze(final_state(read_record(stored)))
        assert [BRIKKS.encode(BRIKKS.decode(fields)) for fields in stored["events"]] == document["events"]


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_answers_of_different_seats_to_one_roll_may_come_in_any_order(chunk: int) -> None:
    rng = Random(f"order {chunk}")
    for document in games(chunk):
        shuffled = dict(document, events=shuffle_answers(rng, document["events"]))
        assert final_state(read_record(shuffled)) == final_state(read_record(document))


def shuffle_answers(rng: Random, events: list[Json]) -> list[Json]:
    """The events with each unbroken run of placements and bombs in another order."""
    shuffled: list[Json] = []
    run: list[Json] = []
    for fields in [*events, {"kind": "end"}]:
        if fields["kind"] in ("place", "bomb"):
            run.append(fields)
            continue
        rng.shuffle(run)
        shuffled += [*run, fields]
        run = []
    return shuffled[:-1]
