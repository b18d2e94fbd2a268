"""How a game ends on its page: giving up, places and points, and what comes next."""

import json

import pytest

from tests.games.sample_tables import play_out, table
from tests.games.tables.table_page import island, opened
from tests.web.markup import page_of
from tests.web.ops.people import client_of

pytestmark = pytest.mark.django_db


def test_who_gives_up_is_asked_first_and_the_result_is_shown() -> None:
    game = table("standard", 2)
    page = page_of(opened(game))
    assert "Give up this game" in page.text
    resign = json.dumps({"kind": "drop", "seat": 0, "reason": "resign"})
    client_of("Ada").post(f"/games/{game}/act/", {"action": resign})
    assert "resign" in page_of(opened(game)).values("data-left")
    assert "Give up this game" not in page_of(opened(game)).text


def test_the_result_names_places_and_points() -> None:
    game = table("standard", 3)
    play_out(game)
    response = opened(game, "Zoe")
    page = page_of(response)
    assert "The game is over." in page.text
    rows = [result["name"] for result in response.context["results"]]
    assert sorted(rows) == ["Ada", "Bob", "Cleo"]
    assert [result["place"] for result in response.context["results"]] == sorted(
        result["place"] for result in response.context["results"]
    )
    assert island(response, "choices") is None


def test_who_has_played_can_play_again_and_others_begin_something_new() -> None:
    alone, together = table("solo", 1), table("standard", 2)
    for game in (alone, together):
        play_out(game)
    assert "/play/solo/" in page_of(opened(alone)).values("action")
    assert f"/play/?again={together}" in page_of(opened(together)).values("href")
    assert "Play again" not in page_of(opened(alone, "Zoe")).text + page_of(opened(together, "Zoe")).text


def test_a_title_leads_to_all_titles() -> None:
    alone, together = table("solo", 1), table("standard", 2)
    for game in (alone, together):
        play_out(game)
    assert "/solo/" in page_of(opened(alone)).values("href")
    assert "/solo/" not in page_of(opened(together)).values("href")
