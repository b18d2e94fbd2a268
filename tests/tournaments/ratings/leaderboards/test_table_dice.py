"""Games with dice on the table have lists of their own: who is on them, in which order, and by what name."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.errors import Malformed
from games.clock.site_time import use_clock
from games.play.models import PlayerGame, SeatResult
from games.records.models import ImportedGame
from games.refusals import NotFound
from tests.games.sample_tables import account
from tests.tournaments.profiles.results import day, ended_game
from tests.tournaments.ratings.leaderboards.rows import refused
from tests.tournaments.sample_clubs import club, enrol, viewer
from tests.web.markup import page_of
from tournaments.ratings.leaderboards.filters import BoardFilter, parse_table_dice_filter
from tournaments.ratings.leaderboards.selectors import see_table_dice
from tournaments.ratings.leaderboards.table_dice import count_table_dice, read_table_dice_cursor

pytestmark = pytest.mark.django_db

BEGUN = day(0)
NOW = day(20)
PAGE = "/leaderboards/"
DATA = "/api/v1/leaderboards/standard/table-dice"


def at_table(places: dict[str, int], at: datetime = BEGUN, **card: Any) -> str:
    """A game with dice on the table that has ended."""
    return ended_game(at, places, **{"dice": "table", "is_rated": False, **card})


def board(variant: str = "standard", **said: str) -> BoardFilter:
    return parse_table_dice_filter(variant, said, NOW)


def listed(name: str | None = None, choice: BoardFilter | None = None, **asked: Any) -> list[tuple[Any, ...]]:
    """The place, the name, the games, the wins and the best score of everybody who is listed."""
    lines = see_table_dice(choice or board(), viewer(name), **asked).lines
    return [(line.place, line.name, line.games, line.wins, line.best) for line in lines]


def test_whoever_has_won_most_comes_first_and_then_the_best_score() -> None:
    at_table({"Ada": 1, "Bob": 2, "Cleo": 3})
    at_table({"Bob": 1, "Cleo": 2})
    at_table({"Ada": 1, "Dan": 2})
    assert listed() == [(1, "Ada", 2, 2, 89), (2, "Bob", 2, 1, 89), (3, "Cleo", 2, 0, 88), (3, "Dan", 1, 0, 88)]


def test_dice_that_the_site_has_rolled_are_not_on_the_list() -> None:
    ended_game(day(0), {"Ada": 1, "Bob": 2})
    assert listed() == []


@pytest.mark.parametrize(
    "card", [{"visibility": "private"}, {"visibility": "hidden"}, {"status": "voided"}, {"status": "aborted"}]
)
def test_what_not_everybody_may_see_or_counts_for_nobody_is_left_out(card: dict[str, Any]) -> None:
    at_table({"Ada": 1, "Bob": 2}, **card)
    assert listed() == listed("Ada") == []


def test_imported_games_are_left_out() -> None:
    ImportedGame.objects.create(
        id="i-1",
        account=account("Ada"),
        imported_at=NOW,
        key="brikks",
        variant="standard",
        seats=2,
        document="{}",
        rules_version=1,
    )
    assert listed() == []


def test_guests_bots_and_those_who_have_left_are_left_out() -> None:
    account("Gus", is_guest=True)
    account("Lou", is_active=False)
    game = at_table({"Gus": 1, "Lou": 2, "Ada": 3, "Bob": 4})
    PlayerGame.objects.filter(game=game, seat=3).update(account=None, bot="easy")
    assert [name for _, name, *_ in listed()] == ["Ada"]


def test_a_score_of_a_forfeited_game_is_nobodys_best() -> None:
    game = at_table({"Ada": 1, "Bob": 2})
    SeatResult.objects.filter(game=game, seat=1).update(has_forfeited=True, score=500)
    at_table({"Bob": 2, "Cleo": 1})
    assert ("Bob", 2, 0, 88) in [row[1:] for row in listed()]


def test_every_variant_and_every_level_of_solo_games_has_its_own_list() -> None:
    at_table({"Ada": 1, "Bob": 2}, variant="duel")
    at_table({"Ada": 1}, variant="solo")
    high = at_table({"Bob": 5}, variant="solo")
    PlayerGame.objects.filter(game=high).update(level=3)
    assert [name for _, name, *_ in listed(choice=board("duel"))] == ["Ada", "Bob"]
    assert listed(choice=board("solo")) == [(1, "Ada", 1, None, 89), (2, "Bob", 1, None, 85)]
    assert listed(choice=board("solo", level="3")) == [(1, "Bob", 1, None, 85)]
    for variant in ("duplicate", "chess"):
        with refused(NotFound, "leaderboard/not-found"):
            board(variant)


def test_a_period_lists_what_has_ended_in_it() -> None:
    at_table({"Ada": 1, "Bob": 2}, datetime(2026, 10, 31, 23, 59, tzinfo=UTC))
    at_table({"Ada": 2, "Bob": 1}, datetime(2026, 11, 1, tzinfo=UTC))
    assert listed(choice=board(period="month"))[0][1:4] == ("Bob", 1, 1)
    assert listed(choice=board(period="month", of="2026-10"))[0][1:4] == ("Ada", 1, 1)
    assert listed(choice=board(period="season"))[0][2] == 2
    assert listed(choice=board(period="week")) == []


def test_a_club_lists_its_members() -> None:
    made = club(is_public=True)
    enrol(made, "Ada")
    at_table({"Ada": 2, "Dan": 1, "Mia": 3})
    assert [row[:2] for row in listed(club=made.pk)] == [(1, "Ada"), (2, "Mia")]


@pytest.mark.parametrize("kept", [{"is_private": True}, {"is_minor": True}])
def test_names_are_told_as_on_other_boards(kept: dict[str, bool]) -> None:
    account("Pia", **kept)
    account("Sam", is_staff=True)
    made = club()
    enrol(made, "Pia")
    at_table({"Pia": 1, "Dan": 2})
    told = {name: listed(name)[0][1] for name in ("Pia", "Dan", "Mia", "Sam", "Zoe", None)}
    assert told == {"Pia": "Pia", "Dan": "Pia", "Mia": "Pia", "Sam": "Pia", "Zoe": None, None: None}
    [line, _] = see_table_dice(board(), viewer("Zoe")).lines
    assert line.handle is None


@pytest.mark.parametrize("limit", [1, 2, 3, 5])
def test_pages_follow_each_other_until_everybody_was_told_once(limit: int) -> None:
    for number in range(4):
        at_table({f"A{number}": 1, f"B{number}": 2, f"C{number}": 2})
    whole = listed(limit=100)
    rows, after = [], None
    while True:
        page = see_table_dice(board(), viewer(None), limit, after)
        rows += [(line.place, line.name, line.games, line.wins, line.best) for line in page.lines]
        assert page.players == 12
        if page.next is None:
            break
        after = read_table_dice_cursor(page.next)
    assert rows == whole
    assert [place for place, *_ in rows] == [1] * 4 + [5] * 8


def test_a_page_goes_on_behind_its_last_row_whatever_changes_above() -> None:
    for number in range(4):
        at_table({f"A{number}": 1, f"B{number}": 2})
    first = see_table_dice(board(), viewer(None), 5)
    assert first.next
    at_table({"B3": 1, "Zoe": 2})
    rest = listed(limit=50, after=read_table_dice_cursor(first.next))
    assert [name for _, name, *_ in rest] == ["B1", "B2", "Zoe"]
    with refused(Malformed, "page/cursor"):
        read_table_dice_cursor("nonsense")


def test_a_list_costs_as_many_questions_for_many_as_for_few() -> None:
    account("Dan")
    costs = []
    for many in (2, 20):
        for number in range(many):
            account(f"P{many}-{number}", is_private=True)
            at_table({f"P{many}-{number}": 1, "Ada": 2})
        with CaptureQueriesContext(connection) as asked:
            listed("Dan")
        costs.append(len(asked))
    assert costs[0] == costs[1]


def test_the_games_of_a_list_are_found_by_an_index() -> None:
    at_table({"Ada": 1, "Bob": 2})
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
            cursor.execute("SET LOCAL enable_nestloop = off")
    plan = count_table_dice(board(period="month"), None).explain()
    assert "cards_with_table_dice" in plan, plan


class TestPage:
    def look(self, path: str = PAGE, **said: str) -> Any:
        with use_clock(lambda: NOW):
            answer = Client().get(path, {"dice": "table", **said})
        assert answer.status_code == 200
        return page_of(answer)

    def test_it_is_one_choice_of_the_leaderboards(self) -> None:
        at_table({"Ada": 1, "Bob": 2})
        page = self.look()
        for words in ("Dice on the table: Standard", "2 players", "Won", "Best score", "Ada", "All time"):
            assert words in page.text, words
        assert "/players/ada/" in page.values("href")
        links = {link for link in page.values("href") if link.startswith("?")}
        assert "?variant=standard" in links
        assert {"?variant=duel&dice=table", "?variant=standard&period=week&dice=table"} <= links
        with use_clock(lambda: NOW):
            assert {Client().get(PAGE + link).status_code for link in links} == {200}
            other = page_of(Client().get(PAGE, {"variant": "duplicate", "period": "month"}))
        assert "?variant=standard&period=month&dice=table" in other.values("href")

    def test_it_says_when_nobody_is_listed(self) -> None:
        page = self.look(period="week")
        assert "Nobody has played here with dice on the table yet." in page.text
        assert "Won" not in self.look(variant="solo").text

    def test_a_club_has_it_too(self) -> None:
        made = club(is_public=True)
        at_table({"Mia": 1, "Dan": 2})
        page = self.look(f"/clubs/{made.pk}/leaderboards/")
        assert "Mia" in page.text
        assert "Dan" not in page.text

    def test_earlier_periods_are_linked_as_far_as_there_are_games(self) -> None:
        at_table({"Ada": 1, "Bob": 2}, datetime(2026, 10, 5, tzinfo=UTC))
        assert "October 2026" in self.look(period="month").text
        assert "prev" not in self.look(period="month", of="2026-10").values("rel")

    @pytest.mark.parametrize(
        ("said", "status"), [({"dice": "wood"}, 400), ({"dice": "table", "variant": "duplicate"}, 404)]
    )
    def test_what_is_not_there_is_refused(self, said: dict[str, str], status: int) -> None:
        assert Client().get(PAGE, said).status_code == status

    def test_pages_are_linked(self) -> None:
        for number in range(26):
            at_table({f"A{number}": 1, f"B{number}": 2})
        [more] = [link["href"] for link in self.look().all("a") if link.get("rel") == "next"]
        with use_clock(lambda: NOW):
            second = page_of(Client().get(PAGE + more))
        assert "To the top" in second.text
        assert len(second.all("tr")) == 1 + 2


class TestInterface:
    def test_a_row_says_all_that_may_be_known(self) -> None:
        at_table({"Ada": 1, "Bob": 2})
        with use_clock(lambda: NOW):
            told = Client().get(DATA, {"limit": "1", "period": "month"}).json()
            rest = Client().get(DATA, {"cursor": told["next"], "period": "month"}).json()
        assert told["rows"] == [
            {"place": 1, "games": 1, "wins": 1, "best": 89, "is_own": False, "name": "Ada", "handle": "ada"}
        ]
        assert [row["name"] for row in rest["rows"]] == ["Bob"]
        assert {name: told[name] for name in ("variant", "level", "period", "of", "club", "players")} == {
            "variant": "standard",
            "level": None,
            "period": "month",
            "of": "2026-11",
            "club": None,
            "players": 2,
        }

    def test_the_list_of_a_hidden_club_is_for_its_members(self) -> None:
        made = club()
        at_table({"Mia": 1, "Dan": 2})
        mia, dan = Client(), Client()
        mia.force_login(account("Mia"))
        dan.force_login(account("Dan"))
        assert [row["name"] for row in mia.get(DATA, {"club": made.pk}).json()["rows"]] == ["Mia"]
        assert dan.get(DATA, {"club": made.pk}).json()["code"] == "club/not-found"

    @pytest.mark.parametrize(
        ("query", "code"),
        [("?cursor=x", "page/cursor"), ("?limit=101", "request/number"), ("?period=year", "leaderboard/period")],
    )
    def test_what_is_wrong_is_refused_with_a_code(self, query: str, code: str) -> None:
        assert Client().get(DATA + query).json()["code"] == code
