"""Which leaderboard an address names, and where its pages go on."""

from datetime import UTC, datetime

import pytest

from engine.errors import Malformed, Refused
from games.refusals import NotFound
from tests.tournaments.ratings.leaderboards.rows import refused
from tournaments.ratings.leaderboards.board import Cursor, read_cursor, write_cursor
from tournaments.ratings.leaderboards.filters import parse_filter

NOW = datetime(2026, 11, 16, 19, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("variant", "said", "pool", "period"),
    [
        ("standard", {}, "brikks/standard", "all"),
        ("duel", {"period": "season"}, "brikks/duel", "2026-q4"),
        ("duplicate", {"period": "month", "of": "2026-10"}, "brikks/duplicate", "2026-10"),
        ("solo", {"period": "week"}, "brikks/solo", "2026-w47"),
        ("solo", {"level": "3", "period": "day", "of": ""}, "brikks/solo/3", "2026-11-16"),
    ],
)
def test_an_address_names_a_pool_and_a_period(variant: str, said: dict[str, str], pool: str, period: str) -> None:
    choice = parse_filter(variant, said, NOW)
    assert (choice.pool, choice.period) == (pool, period)
    assert parse_filter(variant, choice.query(), NOW) == choice, "its own address leads there again"


@pytest.mark.parametrize(
    ("variant", "said", "kind", "code"),
    [
        ("chess", {}, NotFound, "leaderboard/not-found"),
        ("brikks/duel", {}, NotFound, "leaderboard/not-found"),
        ("duel", {"period": "year"}, Malformed, "leaderboard/period"),
        ("duel", {"period": "month", "of": "2026-w47"}, Malformed, "leaderboard/no-such-period"),
        ("duel", {"of": "2026-11"}, Malformed, "leaderboard/no-such-period"),
        ("duel", {"level": "1"}, Malformed, "leaderboard/level"),
        ("solo", {"level": "5"}, Malformed, "request/number"),
        ("solo", {"level": "one"}, Malformed, "request/number"),
    ],
)
def test_what_names_none_is_refused(variant: str, said: dict[str, str], kind: type[Refused], code: str) -> None:
    with refused(kind, code):
        parse_filter(variant, said, NOW)


@pytest.mark.parametrize("cursor", [Cursor(1500, "r-00ff"), Cursor(-7, "r-1"), Cursor(0, "r-0123456789abcdef")])
def test_a_cursor_is_read_as_it_was_written(cursor: Cursor) -> None:
    assert read_cursor(write_cursor(cursor)) == cursor


@pytest.mark.parametrize(
    "text", ["", "x", "é", "MTUwMA", "MTUwMHxyLQ", "MTUwMHxyLVhZ", "\0", "A" * 5000, "MTUwMHxyLTAwCg"]
)
def test_what_is_no_cursor_is_refused(text: str) -> None:
    with refused(Malformed, "page/cursor"):
        read_cursor(text)
