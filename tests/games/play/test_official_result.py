"""What came of a game, for whoever counts results."""

import pytest

from games.accounts.callers import SYSTEM_CALLER
from games.log.unit_of_work import read_head
from games.play.lifecycle import abort_game, adjudicate
from games.play.models import SeatResult
from games.play.official_result import official_result_of
from games.refusals import NotFound
from tests.games.integrity.audit.world import stones, stones_known
from tests.games.refusals import refused
from tests.games.sample_tables import command, fold_of, open_table, play_out, play_until, table

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("variant", "seats"), [("solo", 1), ("standard", 3), ("duel", 2)])
def test_a_game_that_was_played_out(variant: str, seats: int) -> None:
    play_out(game := table(variant, seats))
    result, head = official_result_of(game), read_head(game)
    assert (result.status, result.seq, result.hash) == ("finished", head.seq, head.hash)
    stored = SeatResult.objects.filter(game=game).order_by("seat")
    assert [(one.score, one.place, one.forfeited) for one in result.seats] == list(
        stored.values_list("score", "place", "has_forfeited")
    )
    fold = fold_of(game)
    assert [one.rows for one in result.seats] == [score["rows"] for score in fold.rules.outcome(fold.state).scores]


def test_a_forfeit_comes_last() -> None:
    game = table()
    play_until(game, lambda fold: fold.rolls > 2)
    adjudicate(game, SYSTEM_CALLER, command(), "forfeit", [0])
    result = official_result_of(game)
    assert result.status == "adjudicated"
    assert [(one.place, one.forfeited) for one in result.seats] == [(2, True), (1, False)]


def test_as_long_as_there_is_none() -> None:
    waiting, running, aborted = open_table(), table(), open_table()
    abort_game(aborted, SYSTEM_CALLER, command())
    found = [official_result_of(game) for game in (waiting, running, aborted)]
    assert [one.status for one in found] == ["open", "running", "aborted"]
    assert all(one.seats == () for one in found)
    with refused(NotFound, "game/not-found"):
        official_result_of("g-0")


def test_a_game_that_counts_no_rows() -> None:
    with stones_known():
        result = official_result_of(stones(3, 3, 3))
    assert [one.rows for one in result.seats] == [None, None]
