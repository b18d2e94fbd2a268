"""The benchmarks measure what they say; how fast anything is, no test asks."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.c_reference import NoCompiler, compiled
from benchmarks.command import launch, write
from benchmarks.games import SETUPS, boards, chess_games, game, games
from benchmarks.landings import check_plain, check_reference
from benchmarks.report import Goal, Line, table
from benchmarks.timing import ROUNDS, interleave
from engine.brikks.board import cells_of

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchmarks", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_contenders_take_turns_and_the_fastest_run_of_each_counts() -> None:
    order: list[str] = []
    answers = {"a": iter([[3.0], [1.0], [2.0]]), "b": iter([[3.0, 2.0], [1.0, 4.0], [2.0, 3.0]])}

    def contender(name: str) -> list[float]:
        order.append(name)
        return next(answers[name])

    times = interleave({"a": lambda: contender("a"), "b": lambda: contender("b")}, rounds=3)
    assert order == ["a", "b", "a", "b", "a", "b"]
    assert times["a"] == (1.0, 2.0, 3)
    assert times["b"] == (3.0, 5.0 / 3.0, 3), "the fastest time of each stretch, added up"
    assert times["b"].per(2).seconds == 1.5


def test_every_contender_is_measured_at_least_fifteen_times() -> None:
    assert ROUNDS >= 15
    assert interleave({"a": lambda: [1.0]})["a"].runs == ROUNDS


def test_the_material_is_the_same_every_time() -> None:
    assert game.__wrapped__(3).record == game(3).record
    assert chess_games.__wrapped__(2) == chess_games(2)
    assert {one.setup for one in games(5)} == set(SETUPS)


def test_the_boards_are_all_different() -> None:
    assert len(set(boards(500))) == 500


def test_the_c_reference_finds_the_landings_that_the_engine_finds() -> None:
    some = boards(500)
    try:
        with compiled(some) as reference:
            assert len(check_reference(some, reference)) == 500 * 24
    except NoCompiler as missing:
        pytest.skip(str(missing))


def test_without_a_compiler_the_reference_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.devnull)
    with pytest.raises(NoCompiler, match="no C compiler"), compiled([0]):
        pass


def test_the_plain_search_finds_the_landings_that_the_engine_finds() -> None:
    sample = boards(300)[::60]
    check_plain(sample, [set(cells_of(board)) for board in sample])


def test_a_file_of_records_repeats_them_and_the_command_line_takes_it(tmp_path: Path) -> None:
    path = write(tmp_path / "games.jsonl", [one.record for one in games(2)], 5)
    lines = path.read_text().splitlines()
    assert (len(lines), len(set(lines))) == (5, 2)
    usage = launch(["-m", "engine", "replay", str(path)], stretch=2)
    assert len(usage.stretches) == 3
    assert usage.peak > 1_000_000


def test_a_goal_that_is_missed_is_said() -> None:
    missed = Line("landings", 60.0, "µs", 1.0, "C", 60.0, "the cost", Goal("at most", 50), 15)
    assert missed.met is False
    assert table([missed]).split()[-3:] == ["no", "15", "1.00"]
    assert Line("landings", note="there is no C compiler").met is None


def test_a_quick_run_prints_json() -> None:
    done = bench("solo", "--quick", "--json")
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout)
    assert printed["machine"]["python"]
    (line,) = printed["benchmarks"]["solo"]
    assert line["measured"] > 0
    assert line["runs"] >= 15


def test_an_unknown_name_is_refused_with_those_there_are() -> None:
    done = bench("speed")
    assert done.returncode == 2
    assert "there are replay, landings, solo, command, growth" in done.stderr
