"""The page of a game: everybody's sheet, what is to be done, and what scripts are given."""

import pytest
from django.test import Client

from games.log.models import Game
from games.play.moves import make_move
from games.play.setup import HIDDEN, PRIVATE
from tests.games.sample_tables import (
    PEOPLE,
    account,
    caller,
    choose,
    command,
    fold_of,
    mixed_table,
    open_table,
    phase,
    play_until,
    table,
)
from tests.games.tables.table_page import island, opened
from tests.web.markup import FOR_A_PART, Page, page_of
from tests.web.ops.people import client_of

pytestmark = pytest.mark.django_db


def players(page: Page) -> list[str]:
    return [place["data-seat"] for place in page.all("article") if place.get("class", "").startswith("player")]


def test_before_the_start_the_address_shows_the_seats() -> None:
    page = page_of(opened(open_table()))
    assert players(page) == []


@pytest.mark.parametrize(("variant", "seats"), [("solo", 1), ("standard", 2), ("standard", 4), ("duel", 2)])
def test_everybody_has_a_place_ones_own_first(variant: str, seats: int) -> None:
    game = table(variant, seats)
    for seat, name in enumerate(("Ada", "Bob", "Cleo", "Dan")[:seats]):
        page = page_of(opened(game, name))
        assert players(page) == [str((seat + step) % seats) for step in range(seats)]
        assert len(page.all("h1")) == 1
        assert not page.skips_a_heading_level()
        ids = page.values("id")
        assert len(ids) == len(set(ids))


def test_a_page_needs_no_inline_style_and_no_script_but_the_import_map() -> None:
    response = opened(table("standard", 3))
    page = page_of(response)
    assert not page.all("style")
    assert not page.values("style")
    inline = [script["type"] for script in page.all("script") if "src" not in script]
    assert set(inline) == {"application/json", "importmap"}
    assert [name for _, attributes in page.elements for name in attributes if name.startswith("on")] == []


def test_there_is_exactly_one_live_region() -> None:
    page = page_of(opened(table("standard", 2)))
    assert page.values("aria-live") == ["polite"]
    assert page.values("role").count("status") == 1


def test_what_scripts_are_given() -> None:
    game = table("standard", 2)
    data = island(opened(game, "Bob"), "board-data")
    assert data["game"] == game
    assert (data["key"], data["seat"], data["columns"], data["rows"]) == ("brikks", 1, 10, 11)
    assert data["seq"] == fold_of(game).seq
    assert set(data["sheets"]) == {"0", "1"}
    assert set(data["urls"]) >= {"frames", "turn", "stream", "actions", "rolls", "handOver"}
    assert data["preferences"] == {"confirm": True, "sound": False, "motion": ""}
    assert all(data["texts"].values())


def test_preferences_hold_but_rated_moves_are_always_confirmed() -> None:
    account("Ada", confirms_moves=False)
    casual, rated = table("solo", 1), table("standard", 2, rated=True)
    assert island(opened(casual), "board-data")["preferences"]["confirm"] is False
    assert island(opened(rated), "board-data")["preferences"]["confirm"] is True


def test_choices_are_shown_only_to_whom_they_are_asked_of() -> None:
    game = table("standard", 2)
    play_until(game, lambda fold: phase(fold) == "decide" and fold.awaited == [0])
    assert island(opened(game), "choices")["phase"] == "decide"
    assert island(opened(game, "Bob"), "choices") is None
    assert "Ada decides" in page_of(opened(game, "Bob")).text
    assert island(opened(game, "Zoe"), "choices") is None


def test_a_private_game_keeps_its_link_in_every_address() -> None:
    game = table(visibility=PRIVATE)
    invite = Game.objects.get(pk=game).invite
    response = Client().get(f"/games/{game}/", {"invite": invite})
    assert response.status_code == 200
    assert all(url.endswith(f"?invite={invite}") for url in island(response, "board-data")["urls"].values())
    assert Client().get(f"/games/{game}/").status_code == 404


def test_what_does_not_exist_or_is_hidden_is_not_found() -> None:
    game = table(visibility=HIDDEN)
    for path in ("", "turn/", "frames/"):
        assert client_of("Zoe").get(f"/games/{game}/{path}", headers=FOR_A_PART).status_code == 404
        assert client_of("Zoe").get(f"/games/no-such-game/{path}", headers=FOR_A_PART).status_code == 404


def test_the_turn_alone_is_the_same_as_on_the_page() -> None:
    game = table("standard", 2)
    play_until(game, lambda fold: phase(fold) == "moves")
    client = client_of("Ada")
    part = client.get(f"/games/{game}/turn/", headers=FOR_A_PART)
    page = Page(part.content.decode())
    [section] = page.all("section")
    assert (section["id"], section["data-turn"], section["data-phase"]) == ("turn", "yours", "moves")
    assert section["data-asked"] == str(fold_of(game).asked)
    assert island(part, "choices") == island(client.get(f"/games/{game}/"), "choices")


def test_frames_are_json_and_go_on_after_an_event() -> None:
    game = table("standard", 2)
    client = client_of("Ada")
    whole = client.get(f"/games/{game}/frames/").json()
    assert [frame["seq"] for frame in whole["frames"]] == list(range(1, fold_of(game).seq + 1))
    assert client.get(f"/games/{game}/frames/", {"after": 2}).json()["frames"] == whole["frames"][2:]
    assert client.get(f"/games/{game}/frames/", {"after": "x"}).status_code == 400


def test_a_game_with_bots_shows_them() -> None:
    page = page_of(opened(mixed_table(1, "greedy", "random")))
    assert "Greedy (bot)" in page.text


def test_whoever_is_waited_for_alone_is_active_only_if_the_round_is_theirs() -> None:
    game = table("standard", 2)
    fold = play_until(game, lambda fold: phase(fold) == "moves")
    active = fold.state.active
    make_move(game, caller(PEOPLE[active]), command(), choose(fold, active), fold.asked)
    awaited = fold_of(game).awaited
    assert awaited == [1 - active]
    page = page_of(opened(game, "Eve"))
    states = {place["data-seat"]: place["data-state"] for place in page.all("article") if "data-state" in place}
    assert states == {str(active): "answered", str(1 - active): "awaited"}
