"""What a viewer sees of a leaderboard: names, their own place, what it takes, and only what they may know."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.errors import Malformed
from games.accounts.models import Account
from tests.games.sample_tables import account, open_table
from tests.tournaments.ratings.leaderboards.rows import player, player_id, put, rate, refused, take_out
from tests.tournaments.sample_clubs import club, enrol, viewer
from tournaments.ratings.leaderboards.board import current_board, read_cursor
from tournaments.ratings.leaderboards.filters import BoardFilter, parse_filter
from tournaments.ratings.leaderboards.periods import periods_at
from tournaments.ratings.leaderboards.selectors import BoardLine, see_leaderboard, see_own_place, usual_variant
from tournaments.ratings.leaderboards.source import first_month

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 16, 19, 30, tzinfo=UTC)


def board(variant: str = "standard", **said: str) -> BoardFilter:
    return parse_filter(variant, said, NOW)


def names(lines: list[BoardLine]) -> list[tuple[int, str | None]]:
    return [(line.place, line.name) for line in lines]


def seen(name: str | None, choice: BoardFilter | None = None, **asked: Any) -> list[tuple[int, str | None]]:
    return names(see_leaderboard(choice or board(), viewer(name), **asked).lines)


def test_everybody_is_seen_by_name_and_leads_to_a_profile() -> None:
    put({player("Ada"): 1600, player("Bob"): 1500, player("Cleo"): 1500})
    page = see_leaderboard(board(), viewer("Bob"))
    assert {(line.place, line.name, line.handle) for line in page.lines} == {
        (1, "Ada", "ada"),
        (2, "Bob", "bob"),
        (2, "Cleo", "cleo"),
    }
    assert (page.players, page.next) == (3, None)
    assert [line.name for line in page.lines if line.is_own] == ["Bob"]


def test_a_private_player_is_named_to_themselves_and_those_who_may_see_the_profile() -> None:
    made = club()
    put({player("Pia", is_private=True): 1600, player("Dan"): 1500})
    account("Sam", is_staff=True)
    made.memberships.create(account=account("Pia"), role="member", joined_at=NOW)
    for name, told in (("Pia", "Pia"), ("Olga", "Pia"), ("Sam", "Pia"), ("Dan", None), (None, None)):
        assert seen(name) == [(1, told), (2, "Dan")]
    handles = [line.handle for line in see_leaderboard(board(), viewer("Dan")).lines]
    assert handles == [None, "dan"]


@pytest.mark.parametrize("kept", [{"is_private": True}, {"is_minor": True}])
@pytest.mark.parametrize("is_staff", [False, True])
def test_names_cost_as_many_questions_for_many_private_players_as_for_few(
    kept: dict[str, bool], is_staff: bool
) -> None:
    account("Dan", is_staff=is_staff)
    costs = []
    for many in (5, 40):
        put({player(f"P{number}", **kept): 1500 + number for number in range(many)})
        with CaptureQueriesContext(connection) as asked:
            told = [name for _, name in seen("Dan")]
        assert told == [name if is_staff else None for name in [f"P{number}" for number in reversed(range(many))]]
        costs.append(len(asked))
    assert costs[0] == costs[1]


def test_whoever_is_locked_out_keeps_the_place_without_a_name() -> None:
    put({player("Ada"): 1600, player("Bob"): 1500})
    Account.objects.filter(username="ada").update(is_active=False)
    assert seen("Bob") == [(1, None), (2, "Bob")]


@pytest.mark.parametrize("day", ["2027-01-01", "2026-03-31", "2026-12-28"])
def test_the_first_month_of_a_pool_is_that_of_its_first_day(day: str) -> None:
    at = datetime.fromisoformat(day).replace(tzinfo=UTC)
    for period in periods_at(at).values():
        put({player("Ada"): 1600}, period=period)
    assert first_month(current_board("brikks/standard", "all")) == at.replace(day=1)


def test_who_is_under_16_is_named_like_a_private_player() -> None:
    made = club(is_public=True)
    put({player("Tim", is_minor=True): 1600})
    enrol(made, "Tim")
    for name in (None, "Dan"):
        [line] = see_leaderboard(board(), viewer(name)).lines
        assert (line.name, line.handle) == (None, None)
        assert seen(name, club=made.pk) == [(1, None)]
    for name in ("Tim", "Mia"):
        [line] = see_leaderboard(board(), viewer(name)).lines
        assert (line.name, line.handle) == ("Tim", "tim")


def test_an_erased_player_is_not_there() -> None:
    rows = put({player("Ada"): 1600, player("Bob"): 1500})
    erased = player("Ada")
    Account.objects.get(username="ada").delete()
    take_out([erased], rows)
    assert seen(None) == [(1, "Bob")]
    assert see_leaderboard(board(), viewer(None)).players == 1


def test_pages_go_on_behind_the_last_row_whatever_changes() -> None:
    put({player(name): 1500 for name in ("Ada", "Bob", "Cleo", "Dan")})
    first = see_leaderboard(board(), viewer(None), limit=2)
    assert first.next
    gone = first.lines[1]
    put({player("Eve"): 1700, player(str(gone.name)): 1400})
    second = see_leaderboard(board(), viewer(None), limit=9, after=read_cursor(first.next))
    others = {"Ada", "Bob", "Cleo", "Dan"} - {line.name for line in first.lines}
    assert {name for _, name in names(second.lines)} == {*others, gone.name}
    assert [place for place, _ in names(second.lines)] == [2, 2, 5]


def test_ratings_from_few_games_are_provisional_also_in_a_period() -> None:
    put({player("Ada"): 1600}, games=9)
    put({player("Bob"): 1500}, games=10)
    assert [line.is_provisional for line in see_leaderboard(board(), viewer(None)).lines] == [True, False]
    put({player("Ada"): 1600, player("Bob"): 1500}, period="2026-11", games=3, before=1450)
    rate("Ada", 9)
    rate("Bob", 10)
    lines = see_leaderboard(board(period="month"), viewer(None)).lines
    assert [(line.is_provisional, line.change) for line in lines] == [(True, 150), (False, 50)]


def test_a_solo_score_has_a_title_and_is_never_provisional() -> None:
    put({player("Ada"): 150, player("Bob"): 59}, pool="brikks/solo/2", deviation=None, games=3)
    lines = see_leaderboard(board("solo", level="2"), viewer(None)).lines
    assert [line.title for line in lines] == ["You Bragger!", "Your first time?"]
    assert not any(line.is_provisional for line in lines)


def test_what_is_around_somebody_has_them_in_the_middle() -> None:
    put({player_id(10_000 + number): 1500 + number for number in range(50)})
    put({player("Ada"): 1520})
    own = see_own_place(board(), viewer("Ada"), reach=2)
    assert own is not None
    assert own.line is not None
    assert [line.value for line in own.lines] in ([1522, 1521, 1520, 1520, 1519], [1521, 1520, 1520, 1519, 1518])
    assert (own.line.place, own.line.name, own.missing) == (30, "Ada", 0)


@pytest.mark.parametrize(
    ("period", "games", "missing"), [("all", 0, 3), ("all", 2, 1), ("week", 1, 1), ("day", 0, 1), ("month", 1, 2)]
)
def test_who_has_no_place_is_told_what_it_takes(period: str, games: int, missing: int) -> None:
    choice = board(period=period)
    if games:
        put({player("Ada"): 1500}, period=choice.period, games=games, is_listed=False)
    own = see_own_place(choice, viewer("Ada"))
    assert own is not None
    assert (own.line, own.lines, own.games, own.missing) == (None, [], games, missing)


def test_nobody_has_no_place() -> None:
    assert see_own_place(board(), viewer(None)) is None


def test_a_club_has_its_own_places() -> None:
    made = club(is_public=True)
    put({player("Ada"): 1700, player("Mia"): 1600, player("Olga"): 1500, player("Dan"): 1550})
    assert seen(None, club=made.pk) == [(1, "Mia"), (2, "Olga")]
    page = see_leaderboard(board(), viewer(None), club=made.pk, limit=1)
    assert page.next
    assert (page.players, names(page.lines)) == (2, [(1, "Mia")])
    assert seen(None, club=made.pk, after=read_cursor(page.next)) == [(2, "Olga")]
    own = see_own_place(board(), viewer("Olga"), club=made.pk)
    assert own is not None
    assert names(own.lines) == [(1, "Mia"), (2, "Olga")]
    stranger = see_own_place(board(), viewer("Dan"), club=made.pk)
    assert stranger is not None
    assert (stranger.line, stranger.missing) == (None, 0)
    member = see_own_place(board(), viewer("Sven"), club=made.pk)
    assert member is not None
    assert (member.line, member.missing) == (None, 3)


def test_the_usual_board_is_where_somebody_has_played_most_or_else_where_most_have() -> None:
    assert usual_variant(viewer("Ada")) == "standard"
    put({player_id(10_001): 1500}, pool="brikks/standard")
    put({player_id(10_001): 1500, player_id(10_002): 1400}, pool="brikks/duel")
    assert [usual_variant(viewer(name)) for name in ("Ada", None)] == ["duel", "duel"]
    put({player("Ada"): 1500}, pool="brikks/duplicate")
    rate("Ada", 2, "brikks/duel")
    rate("Ada", 3, "brikks/duplicate")
    assert [usual_variant(viewer(name)) for name in ("Ada", None)] == ["duplicate", "duel"]


def test_a_board_without_rows_is_empty() -> None:
    assert see_leaderboard(board("duel", period="day"), viewer(None)) == ([], 0, None)
    with refused(Malformed, "page/cursor"):
        read_cursor("nonsense")


def test_a_table_on_which_nobody_has_counted_yet_shows_nothing_of_open_games() -> None:
    open_table()
    assert seen("Ada") == []
