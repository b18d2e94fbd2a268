"""Reading many rows of a log at once: the same as one after the other, whatever is changed in one of them."""

from functools import cache
from random import Random
from typing import Any

import pytest

from engine.brikks.game import BRIKKS
from engine.errors import Refused
from engine.log_reader import Columns, Reader
from tests.engine.test_rows import CHUNKS, Row, changed, row, slow, sound_rows, warm
from tests.sizes import size

NAMES = ("seq", "kind", "seat", "actor", "at", "body")
CHANGED_LOGS = size(1_200, 60_000)
MOST_ROWS = 12


@cache
def logs() -> dict[str, list[Row]]:
    """The rows of each game."""
    games = dict.fromkeys(given["game"] for given in sound_rows())
    return {game: [given for given in sound_rows() if given["game"] == game] for game in games}


def columns(given: list[Row]) -> Columns:
    return Columns(*([one[name] for one in given] for name in NAMES))


@pytest.mark.parametrize("is_warm", [False, True])
def test_whole_logs_give_what_the_slow_way_gives(is_warm: bool) -> None:
    reader = warm() if is_warm else Reader(BRIKKS)
    for game, given in logs().items():
        assert reader.read_log(game, columns(given)) == [slow(one) for one in given]


def test_no_rows_give_nothing() -> None:
    assert Reader(BRIKKS).read_log("g-1", Columns([], [], [], [], [], [])) == []


@pytest.mark.parametrize("at", ["2028-02-29T00:00:00.000000Z", "2026-12-31T23:59:59.999999Z"])
def test_days_that_not_every_month_has(at: str) -> None:
    given = [{**one, "at": at, "body": one["body"].replace(one["at"], at)} for one in logs()["g-1"]]
    assert warm().read_log("g-1", columns(given)) == [slow(one) for one in given]


@pytest.mark.parametrize("at", ["2026-02-29T00:00:00.000000Z", "2026-11-31T23:59:59.999999Z"])
def test_days_that_there_are_not(at: str) -> None:
    given = [{**one, "at": at, "body": one["body"].replace(one["at"], at)} for one in logs()["g-1"]]
    with pytest.raises(Refused):
        warm().read_log("g-1", columns(given))


def test_what_is_refused_is_refused_in_the_same_words() -> None:
    given = [dict(one) for one in logs()["g-1"]]
    given[20]["actor"] = "p-nobody"
    with pytest.raises(Refused, match="The column “actor” says"):
        warm().read_log("g-1", columns(given))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_one_change_anywhere_gets_the_verdict_of_one_after_the_other(chunk: int) -> None:
    rng = Random(f"one change in a log {chunk}")
    reader = warm()
    for _ in range(CHANGED_LOGS // CHUNKS):
        game, given = rng.choice(list(logs().items()))
        begin = rng.randrange(len(given))
        some = given[begin : begin + rng.randint(1, MOST_ROWS)]
        place = rng.randrange(len(some))
        some[place] = changed(rng, dict(some[place]))
        game = some[place]["game"] if len(some) == 1 else game
        expected = [verdict(one, game) for one in some]
        try:
            found: Any = reader.read_log(game, columns(some))
        except Refused:
            found = "refused"
        assert found == ("refused" if "refused" in expected else expected)


def verdict(given: Row, game: Any) -> Any:
    try:
        return slow({**given, "game": game})
    except Refused:
        return "refused"


def test_rows_of_another_game_are_refused() -> None:
    with pytest.raises(Refused, match="The column “game” says"):
        warm().read_log("g-2", columns(logs()["g-1"]))


def test_a_log_with_a_kind_that_only_one_seat_has_used() -> None:
    reader = Reader(BRIKKS)
    given = [row(Random(seat), "g-9", seat + 1, {"kind": "keep", "seat": seat}) for seat in range(4)]
    assert reader.read_log("g-9", columns(given)) == [slow(one) for one in given]
