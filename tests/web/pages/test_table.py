"""The page of a game: everybody's sheet, what is to be done, and forms that work without scripts."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from engine.brikks.options import is_stuck
from games.models import Game
from games.services import act, create, join, start
from games.services.callers import HIDDEN, PRIVATE
from games.services.setups import Setup
from tests.games.tables import (
    CONTRIBUTION,
    PEOPLE,
    account,
    caller,
    choose,
    command,
    fold_of,
    mixed_table,
    open_table,
    phase,
    play_out,
    play_until,
    table,
)
from tests.web.markup import FOR_A_PART, Page, page_of
from tests.web.ops.people import client_of

pytestmark = pytest.mark.django_db


def island(response: Any, name: str) -> Any:
    """The data that a page hands to its scripts."""
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', response.content.decode(), re.S)
    return None if found is None else json.loads(found[1])


def opened(game: str, name: str = "Ada", **query: Any) -> Any:
    response = client_of(name).get(f"/games/{game}/", query)
    assert response.status_code == 200
    return response


def landings(response: Any) -> list[str]:
    return [radio["value"] for radio in page_of(response).all("input") if radio.get("name") == "landing"]


def form_with(response: Any, landing: str) -> dict[str, str]:
    """The form of landings with one of them chosen."""
    names = ("command", "answers", "phase")
    return {"landing": landing, **{name: hidden(response, name) for name in names}}


def hidden(response: Any, name: str) -> str:
    return next(field["value"] for field in page_of(response).all("input") if field.get("name") == name)


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


def test_a_whole_solo_game_can_be_played_by_forms_alone() -> None:
    game, client = table("solo", 1), client_of("Ada")
    for _ in range(200):
        response = client.get(f"/games/{game}/")
        if fold_of(game).is_over:
            break
        [*places] = landings(response)
        assert places
        said = form_with(response, places[0])
        seq = fold_of(game).seq
        answer = client.post(f"/games/{game}/act/", said)
        assert (answer.status_code, answer["Location"]) == (302, f"/games/{game}/")
        assert fold_of(game).seq > seq
    page = page_of(client.get(f"/games/{game}/"))
    assert "The game is over." in page.text
    assert "points with the bonus of your level" in page.text


def test_the_same_form_sent_twice_makes_one_move() -> None:
    game, client = table("solo", 1), client_of("Ada")
    response = client.get(f"/games/{game}/")
    said = form_with(response, landings(response)[0])
    client.post(f"/games/{game}/act/", said)
    seq = fold_of(game).seq
    again = client.post(f"/games/{game}/act/", said, follow=True)
    assert fold_of(game).seq == seq
    assert list(again.context["messages"]) == []


def test_keep_and_reroll_are_forms() -> None:
    for kind in ("keep", "reroll"):
        game = table("standard", 2)
        play_until(game, lambda fold: phase(fold) == "decide" and fold.awaited == [0])
        response = opened(game)
        actions = {
            json.loads(form["data-action"])["kind"]: form["data-action"]
            for form in page_of(response).all("form")
            if "data-action" in form
        }
        assert {"keep", "reroll"} <= set(actions)
        client_of("Ada").post(f"/games/{game}/act/", {"action": actions[kind], "answers": hidden(response, "answers")})
        assert phase(fold_of(game)) == "moves"


def refused_message(client: Client, game: str, what: str, said: dict[str, Any]) -> str:
    """What the page says to a form that changes nothing."""
    before = fold_of(game)
    response = client.post(f"/games/{game}/{what}/", said, follow=True)
    assert response.status_code == 200
    assert response.redirect_chain == [(f"/games/{game}/", 302)]
    assert fold_of(game) == before
    [message] = [str(message) for message in response.context["messages"]]
    return message


def test_bad_stale_and_forged_choices_are_told_and_change_nothing() -> None:
    game, client = table("solo", 1), client_of("Ada")
    play_until(game, lambda fold: phase(fold) == "moves" and fold.state.round == 3)
    asked = fold_of(game).asked
    assert "Choose one" in refused_message(client, game, "act", {"answers": asked})
    assert "Choose one" in refused_message(client, game, "act", {"landing": "nonsense", "answers": asked})
    assert "has come since" in refused_message(client, game, "act", {"landing": "bomb", "answers": asked - 1})
    assert "name the event" in refused_message(client, game, "act", {"landing": "bomb"})
    for forged in ("red-1:0:9", "red-9:0:0", "pink-1:0:0", "red-1:99:0"):
        assert refused_message(client, game, "act", {"landing": forged, "answers": asked})
    for action in ("{", "[]", "null", '{"kind":"fly","seat":0}', '{"kind":"bomb"}', '{"kind":"bomb","seat":0.5}'):
        assert refused_message(client, game, "act", {"action": action, "answers": asked})
    assert refused_message(client, game, "act", {"landing": "bomb", "answers": "many"})


def test_nobody_acts_for_another() -> None:
    game = table("standard", 2)
    fold = play_until(game, lambda fold: phase(fold) == "moves")
    said = {"action": json.dumps({"kind": "bomb", "seat": 0}), "answers": fold.asked}
    assert client_of("Bob").post(f"/games/{game}/act/", said).status_code == 403
    assert client_of("Zoe").post(f"/games/{game}/act/", {"landing": "bomb", "answers": fold.asked}).status_code == 403
    assert Client().post(f"/games/{game}/act/", said).status_code == 302
    assert fold_of(game) == fold


def test_a_form_without_its_token_is_refused() -> None:
    game = table("solo", 1)
    client = Client(enforce_csrf_checks=True)
    client.force_login(account("Ada"))
    assert client.post(f"/games/{game}/act/", {"landing": "bomb"}).status_code == 403


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


def stuck_game() -> str:
    """A solo game whose roll fits nowhere while something else can be done; not every game comes to that."""
    while True:
        game = table("solo", 1)
        fold = play_until(game, lambda fold: phase(fold) == "moves" and is_stuck(fold.state, 0))
        if not fold.is_over:
            return game


def test_dropping_out_is_asked_about_first() -> None:
    assert any("Drop out?" in sure for sure in page_of(opened(stuck_game())).values("data-sure"))


def test_any_block_opens_the_whole_table_if_it_can_be_paid() -> None:
    game = table("solo", 1)
    play_until(game, lambda fold: phase(fold) == "moves")
    few, many = opened(game), opened(game, any=1)
    assert len(island(few, "choices")["faces"]) == 4
    assert len(island(many, "choices")["faces"]) == 24
    assert len(landings(many)) > len(landings(few))


def dice_table() -> str:
    """A game with dice on the table that waits for Ada's first roll."""
    game = table("standard", 2, dice="table")
    play_until(game, lambda fold: phase(fold) == "roll")
    return game


def rolls(response: Any) -> list[dict[str, Any]]:
    return [json.loads(button["value"]) for button in page_of(response).all("button") if button.get("name") == "roll"]


def test_dice_on_the_table_are_entered_by_big_buttons() -> None:
    game = dice_table()
    shown = rolls(opened(game))
    assert len(shown) == 24
    assert rolls(opened(game, "Bob")) == rolls(opened(game, "Zoe")) == []
    client_of("Ada").post(f"/games/{game}/roll/", {"roll": json.dumps(shown[9]), "answers": fold_of(game).asked})
    assert phase(fold_of(game)) == "decide"
    again = rolls(opened(game))
    assert {roll["kind"] for roll in again} == {"reroll"}
    client_of("Ada").post(f"/games/{game}/roll/", {"roll": json.dumps(again[0]), "answers": fold_of(game).asked})
    assert phase(fold_of(game)) == "moves"
    assert (fold_of(game).state.roll.color, fold_of(game).state.roll.column) == ("white", 1)


def test_a_roll_that_is_none_is_told() -> None:
    game = dice_table()
    asked = fold_of(game).asked
    for roll in ("", "{", "[1]", '{"kind":"roll","seat":0,"color":"pink","number":1}', '{"kind":"keep","seat":0}'):
        assert refused_message(client_of("Ada"), game, "roll", {"roll": roll, "answers": asked})


def test_the_duel_aims_mini_blocks_at_the_opponents_sheet() -> None:
    for _ in range(60):
        game = table("duel", 2)
        while not (fold := fold_of(game)).is_over and phase(fold) != "minis":
            seat = fold.awaited[0]
            act(game, caller(("Ada", "Bob")[seat]), command(), choose(fold, seat, "greedy"), fold.asked)
        if not fold.is_over:
            break
    seat = fold.awaited[0]
    response = opened(game, ("Ada", "Bob")[seat])
    found = island(response, "choices")
    assert (found["sheet"], found["seat"]) == (1 - seat, seat)
    assert [face["id"] for face in found["faces"]] == ["mini"]
    shown = [
        radio["id"] for radio in page_of(response).all("input") if radio.get("name") == "shown" and "checked" in radio
    ]
    assert shown == [f"show-{1 - seat}"]
    said = form_with(response, landings(response)[0])
    drawn = len(found["landings"])
    assert drawn
    client_of(("Ada", "Bob")[seat]).post(f"/games/{game}/act/", said)
    assert fold_of(game).seq > fold.seq


def test_several_people_on_one_device_hand_it_over() -> None:
    client = client_of("Ada")
    setup = Setup("standard", [1, 1], [{"kind": "person"}, {"kind": "guest"}])
    game = create(setup, caller("Ada"), command()).game
    join(Game.objects.get(pk=game).invite, caller("Ada"), command(), CONTRIBUTION, 0)
    guest = {"command_id": command(), "display_name": "Gil", "seat": 1, "contribution": CONTRIBUTION}
    assert client.post(f"/api/v1/games/{game}/guests-here", guest, content_type="application/json").status_code == 200
    start(game, caller("Ada"), command())
    page = page_of(client.get(f"/games/{game}/"))
    assert "Hand the device to Gil" in page.text
    assert client.post(f"/games/{game}/hand-over/", {"seat": 1}).status_code == 302
    response = client.get(f"/games/{game}/")
    assert "Hand the device" not in page_of(response).text
    said = form_with(response, landings(response)[0])
    client.post(f"/games/{game}/act/", said)
    assert fold_of(game).awaited == [0]
    assert "Hand the device to Ada" in page_of(client.get(f"/games/{game}/")).text
    told = {}
    for seat in (1, 0):
        client.post(f"/games/{game}/hand-over/", {"seat": seat})
        told[seat] = client.get(f"/games/{game}/frames/").json()["frames"][-1]["words"]
    assert told[1].startswith("You begin with ")
    assert told[0] == told[1].replace("You begin", "Gil begins")


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


def test_a_scorekeeper_without_a_seat_keeps_the_table_in_every_phase() -> None:
    setup = Setup("standard", [1, 1], [{"kind": "person"}] * 2, dice="table")
    game = create(setup, caller("Zoe"), command()).game
    invite = Game.objects.get(pk=game).invite
    for name in ("Ada", "Bob"):
        join(invite, caller(name), command(), "")
    start(game, caller("Zoe"), command())
    assert phase(fold_of(game)) == "start"
    assert "data-live" not in opened(game, "Zoe").content.decode()
    assert "data-live" in opened(game, "Eve").content.decode()


def test_a_seat_that_is_no_number_is_told_on_the_page() -> None:
    game = table()
    answer = client_of("Ada").post(f"/games/{game}/hand-over/", {"seat": "x"}, follow=True)
    assert answer.status_code == 200
    assert "is a whole number" in page_of(answer).text


def test_whoever_is_waited_for_alone_is_active_only_if_the_round_is_theirs() -> None:
    game = table("standard", 2)
    fold = play_until(game, lambda fold: phase(fold) == "moves")
    active = fold.state.active
    act(game, caller(PEOPLE[active]), command(), choose(fold, active), fold.asked)
    awaited = fold_of(game).awaited
    assert awaited == [1 - active]
    page = page_of(opened(game, "Eve"))
    states = {place["data-seat"]: place["data-state"] for place in page.all("article") if "data-state" in place}
    assert states == {str(active): "answered", str(1 - active): "awaited"}
