"""Leaderboards for programs."""

import pytest
from django.test import Client

from tests.games.sample_tables import account
from tests.tournaments.ratings.leaderboards.rows import player, player_id, put
from tests.tournaments.sample_clubs import club
from tests.web.api.roles import program_of

pytestmark = pytest.mark.django_db

BOARD = "/api/v1/leaderboards/standard"


def test_pages_follow_each_other_until_everybody_was_told_once() -> None:
    values = {player_id(10_000 + number): 1400 + number // 3 for number in range(23)}
    put(values)
    client, cursor, told = Client(), "", []
    while cursor is not None:
        page = client.get(BOARD, {"limit": "5", "cursor": cursor} if cursor else {"limit": "5"}).json()
        told += [(row["place"], row["value"]) for row in page["rows"]]
        cursor = page["next"]
    assert [value for _, value in told] == sorted(values.values(), reverse=True)
    assert [place for place, _ in told] == [1 + sum(other > value for other in values.values()) for _, value in told]
    assert page["players"] == 23


def test_a_row_says_all_that_may_be_known() -> None:
    put({player("Ada"): 1600}, period="2026-10", before=1550, games=5)
    said = {"period": "month", "of": "2026-10"}
    assert Client().get(BOARD, said).json() == {
        "variant": "standard",
        "level": None,
        "period": "month",
        "of": "2026-10",
        "club": None,
        "least_games": 3,
        "least_opponents": 3,
        "players": 1,
        "next": None,
        "rows": [
            {
                "place": 1,
                "value": 1600,
                "before": 1550,
                "deviation": 90,
                "games": 5,
                "is_provisional": True,
                "is_own": False,
                "name": "Ada",
                "handle": "ada",
                "title": None,
            }
        ],
    }


def test_a_program_asks_where_its_player_stands() -> None:
    put({player("Ada"): 1600, player("Bob"): 1700, player("Cleo"): 1500})
    ada = program_of("Ada").client()
    told = ada.get(f"{BOARD}/around", {"reach": 1}).json()
    assert (told["place"], told["games"], told["missing_games"]) == (2, 12, 0)
    assert [row["name"] for row in told["rows"]] == ["Bob", "Ada", "Cleo"]
    alone = ada.get(f"{BOARD}/around", {"reach": 0}).json()
    assert [row["name"] for row in alone["rows"]] == ["Ada"]
    none = ada.get("/api/v1/leaderboards/duel/around", {"period": "week"}).json()
    assert (none["place"], none["missing_games"], none["rows"]) == (None, 2, [])


def test_nobody_stands_nowhere() -> None:
    assert Client().get(f"{BOARD}/around").json()["code"] == "request/who"


def test_the_board_of_a_hidden_club_is_for_its_members() -> None:
    made = club()
    put({player("Mia"): 1600, player("Dan"): 1500})
    mia, dan = Client(), Client()
    mia.force_login(account("Mia"))
    dan.force_login(account("Dan"))
    assert [row["name"] for row in mia.get(BOARD, {"club": made.pk}).json()["rows"]] == ["Mia"]
    for path in (BOARD, f"{BOARD}/around"):
        assert dan.get(path, {"club": made.pk}).json()["code"] == "club/not-found"


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/v1/leaderboards/chess", 404, "leaderboard/not-found"),
        (f"{BOARD}?period=year", 400, "leaderboard/period"),
        (f"{BOARD}?period=month&of=2026-13", 400, "leaderboard/no-such-period"),
        (f"{BOARD}?period=month&of=2999-01", 400, "leaderboard/not-begun"),
        (f"{BOARD}?level=2", 400, "leaderboard/level"),
        (f"{BOARD}?cursor=nonsense", 400, "page/cursor"),
        (f"{BOARD}?limit=101", 400, "request/number"),
        (f"{BOARD}/around?reach=21", 400, "request/number"),
    ],
)
def test_what_is_wrong_is_refused_with_a_code(path: str, status: int, code: str) -> None:
    answer = program_of("Ada").client().get(path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
