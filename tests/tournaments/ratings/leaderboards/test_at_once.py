"""A board that changes while somebody looks at it: what is shown belongs together, and is not nothing."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from games.refusals import Busy
from tests.tournaments.ratings.leaderboards.rows import player, put
from tests.tournaments.ratings.world import BEGIN, LATER, STANDARD, count, hours, people, played
from tests.tournaments.sample_clubs import viewer
from tournaments.ratings.leaderboards.filters import parse_filter
from tournaments.ratings.leaderboards.selectors import see_leaderboard
from tournaments.ratings.leaderboards.source import TableSource, ask_board
from tournaments.ratings.rebuild import rebuild_ratings

pytestmark = pytest.mark.django_db


def meanwhile(monkeypatch: pytest.MonkeyPatch, method: str, *happenings: Callable[[], Any]) -> None:
    """Have something happen right before the tables are asked, once for each question."""
    real, left = getattr(TableSource, method), iter(happenings)

    def asked(*arguments: Any) -> Any:
        next(left, lambda: None)()
        return real(*arguments)

    monkeypatch.setattr(TableSource, method, asked)


@pytest.mark.parametrize("method", ["_place", "count"])
def test_a_result_between_two_looks_gives_no_wrong_places(monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    put({player(name): value for name, value in (("Ada", 1600), ("Bob", 1500), ("Cleo", 1400))})
    meanwhile(monkeypatch, method, lambda: put({player("Zoe"): 1700}))
    page = see_leaderboard(parse_filter("standard", {}, LATER), viewer(None))
    assert [(line.place, line.name) for line in page.lines] == [(1, "Zoe"), (2, "Ada"), (3, "Bob"), (4, "Cleo")]
    assert page.players == 4


def test_a_value_that_nobody_has_any_more_gives_no_wrong_places(monkeypatch: pytest.MonkeyPatch) -> None:
    put({player(name): value for name, value in (("Ada", 1600), ("Bob", 1500))})
    meanwhile(monkeypatch, "_place", lambda: put({player("Ada"): 1450}))
    page = see_leaderboard(parse_filter("standard", {}, LATER), viewer(None))
    assert [(line.place, line.name) for line in page.lines] == [(1, "Bob"), (2, "Ada")]


def test_a_page_is_not_empty_while_a_rebuild_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    somebody = people(4)
    for number in range(4):
        played(somebody, [1, 2, 3, 4], BEGIN + hours(number))
    count()
    meanwhile(monkeypatch, "top", lambda: list(rebuild_ratings()))
    page = see_leaderboard(parse_filter("standard", {}, LATER), viewer(None))
    assert [line.place for line in page.lines] == [1, 2, 3, 4]
    assert page.players == 4


def test_a_board_that_never_stands_still_is_busy_not_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    put({player("Ada"): 1600})
    meanwhile(monkeypatch, "count", *(partial(put, {player("Ada"): value}) for value in range(1601, 1700)))
    with pytest.raises(Busy):
        ask_board(STANDARD, "all", lambda _, source: source.count())
