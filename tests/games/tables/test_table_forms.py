"""Whoever plays does so by forms that work without scripts; bad, stale and forged ones change nothing."""

import json

import pytest
from django.test import Client

from engine.brikks.options import is_stuck
from games.log.models import Game
from games.play.creation import create_game
from games.play.lifecycle import start_game
from games.play.moves import make_move
from games.play.seats import join_by_invite
from games.play.setup import Setup
from tests.games.sample_tables import (
    CONTRIBUTION,
    account,
    addition,
    caller,
    choose,
    command,
    fold_of,
    phase,
    play_until,
    table,
)
from tests.games.tables.table_page import form_with, hidden, island, landings, opened, refused_message
from tests.web.markup import page_of
from tests.web.ops.people import client_of

pytestmark = pytest.mark.django_db


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


def test_the_duel_aims_mini_blocks_at_the_opponents_sheet() -> None:
    for _ in range(60):
        game = table("duel", 2)
        while not (fold := fold_of(game)).is_over and phase(fold) != "minis":
            seat = fold.awaited[0]
            make_move(game, caller(("Ada", "Bob")[seat]), command(), choose(fold, seat, "greedy"), fold.asked)
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
    game = create_game(setup, caller("Ada"), command()).game
    join_by_invite(Game.objects.get(pk=game).invite, caller("Ada"), command(), CONTRIBUTION, 0)
    guest = {"command_id": command(), "display_name": "Gil", "seat": 1, **addition(game)}
    assert client.post(f"/api/v1/games/{game}/guests-here", guest, content_type="application/json").status_code == 200
    start_game(game, caller("Ada"), command())
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


def test_a_seat_that_is_no_number_is_told_on_the_page() -> None:
    game = table()
    answer = client_of("Ada").post(f"/games/{game}/hand-over/", {"seat": "x"}, follow=True)
    assert answer.status_code == 200
    assert "is a whole number" in page_of(answer).text
