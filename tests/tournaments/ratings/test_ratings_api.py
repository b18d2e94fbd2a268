"""Ratings, ledgers, head to head and insights through the interface."""

from typing import Any

import pytest

from tests.games.sample_tables import account
from tests.tournaments.clubs.callers import call, code
from tests.tournaments.profiles.results import count_in, day, ended_game
from tests.tournaments.sample_clubs import club

pytestmark = pytest.mark.django_db


def play(many: int = 3, **card: str) -> list[str]:
    """Ada beats Bob every day."""
    games = [ended_game(day(number), {"Ada": 1, "Bob": 2}, variant="duel", **card) for number in range(many)]
    count_in("duel", [(day(number), game, {"Ada": 1, "Bob": 2}) for number, game in enumerate(games)])
    return games


def ask(path: str, name: str | None = None) -> Any:
    """What is answered."""
    return call(name, "GET", f"players/{path}").json()


def test_ratings_of_somebody() -> None:
    play()
    [rating] = ask("ada/ratings")["ratings"]
    assert (rating["variant"], rating["games"], rating["is_provisional"]) == ("duel", 3, True)
    assert rating["rating"] > 1500
    assert 0 < rating["uncertainty"] < 350
    account("Dan")
    assert ask("dan/ratings") == {"ratings": []}


def test_the_ledger_comes_in_pages_that_fit_together() -> None:
    games, shown, cursor = play(5), [], ""
    while True:
        page = ask(f"ada/ratings/duel?limit=2{cursor}")
        shown += page["results"]
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert [change["game"] for change in shown] == games[::-1]
    assert shown[-1]["before"] == {"rating": 1500, "uncertainty": 350}
    assert [later["before"] for later in shown[:-1]] == [earlier["after"] for earlier in shown[1:]]
    assert shown[0]["opponents"] == [{"name": "Bob", "handle": "bob"}]


def test_private_games_are_not_named_to_others() -> None:
    games = play(visibility="private")
    for name, is_seen in ((None, False), ("Dan", False), ("Bob", True)):
        for change in ask("ada/ratings/duel", name)["results"]:
            assert (change["game"] in games) is bool(change["opponents"]) is is_seen


def test_a_kind_of_games_without_ratings_and_a_private_profile_are_not_there() -> None:
    play()
    account("Pia", is_private=True)
    for path, refusal in (
        ("ada/ratings/solo", "rating/no-such-pool"),
        ("pia/ratings", "player/not-found"),
        ("pia/ratings/duel", "player/not-found"),
        ("ada/against/pia", "player/not-found"),
        ("pia/against/ada", "player/not-found"),
    ):
        assert code(call(None, "GET", f"players/{path}")) == refusal, path
    assert code(call(None, "GET", "players/ada/ratings/duel?cursor=none")) == "page/cursor"


def test_head_to_head() -> None:
    play()
    found = ask("bob/against/ada")
    assert found["tables"] == {"games": 3, "won": 0, "tied": 0, "lost": 3, "last_at": "2026-11-04T12:00:00Z"}
    assert found["same_dice"]["games"] == 0


def test_insights_are_for_those_who_run_the_club() -> None:
    made = club()
    for name in ("Olga", "Otto"):
        found = call(name, "GET", f"clubs/{made.pk}/insights?weeks=4").json()
        assert (found["members"], len(found["participation"]), len(found["hours"])) == (4, 4, 24)
    assert code(call("Mia", "GET", f"clubs/{made.pk}/insights")) == "club/role-too-low"
    assert code(call("Dan", "GET", f"clubs/{made.pk}/insights")) == "club/not-found"
    assert code(call("Olga", "GET", f"clubs/{made.pk}/insights?weeks=7")) == "insights/weeks"
    assert code(call("Olga", "GET", f"clubs/{made.pk}/insights?weeks=x")) == "request/number"
