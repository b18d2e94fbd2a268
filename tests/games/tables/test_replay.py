"""Going through a game again: any moment by its address, with and without scripts, and the proof in plain words."""

import time
from typing import Any

import pytest
from django.test import Client
from rest_framework.settings import api_settings

from games.accounts.callers import ANYBODY
from games.disputes.services import open_dispute
from games.integrity.checkpoints import make_checkpoint
from games.log.models import Game
from games.play.lifecycle import abort_game
from games.play.replay import see_frames
from games.play.setup import PRIVATE
from tests.games.sample_tables import (
    PEOPLE,
    caller,
    command,
    fold_of,
    move,
    open_table,
    phase,
    play_out,
    play_until,
    table,
)
from tests.games.tables.table_page import island
from tests.web.markup import FOR_A_PART, page_of
from tests.web.ops.people import client_of

pytestmark = pytest.mark.django_db

DAY = 24 * 60 * 60


def replay(game: str, client: Client | None = None, **query: Any) -> Any:
    response = (client or Client()).get(f"/games/{game}/replay/", query)
    assert response.status_code == 200
    return response


def score_of(response: Any, seat: int) -> str:
    page: str = response.content.decode()
    return page.split(f'data-seat="{seat}"', 1)[1].split("<strong data-score>", 1)[1].split("<", 1)[0]


@pytest.mark.parametrize(("variant", "seats"), [("solo", 1), ("standard", 3), ("duel", 2)])
def test_a_finished_game_can_be_gone_through_event_by_event(variant: str, seats: int) -> None:
    game = table(variant, seats)
    play_out(game)
    response = replay(game)
    film = island(response, "board-data")
    assert [frame["seq"] for frame in film["frames"]] == list(range(1, fold_of(game).seq + 1))
    assert all(frame["words"] for frame in film["frames"])
    links = [link["href"] for link in page_of(response).all("a") if "data-seq" in link]
    assert links == [f"?at={frame['seq']}" for frame in film["frames"]]


def test_without_scripts_an_address_shows_the_same_moment_as_the_film() -> None:
    game = table("standard", 2)
    play_out(game)
    frames = see_frames(game, ANYBODY)["frames"]
    shown: dict[str, Any] = {}
    for frame in frames:
        shown |= frame["sheets"]
        if frame["seq"] % 7 == 0:
            response = replay(game, at=frame["seq"])
            assert island(response, "board-data")["sheets"] == shown
            assert score_of(response, 0) == str(shown["0"]["score"]["total"])
            assert frame["words"] in page_of(response).text


@pytest.mark.parametrize("at", ["0", "999999"])
def test_an_event_that_is_not_there_becomes_the_last_one(at: str) -> None:
    game = table("solo", 1)
    play_out(game)
    assert island(replay(game, at=at), "board-data")["seq"] == fold_of(game).seq


def test_what_is_sealed_is_sealed_here_too() -> None:
    game = table("standard", 2)
    seat = play_until(game, lambda fold: phase(fold) == "moves").awaited[0]
    move(game, seat)
    author = client_of(PEOPLE[seat])
    own, watched = (island(replay(game, client), "board-data") for client in (author, Client()))
    assert watched["frames"][-1]["answered"] == [seat]
    assert watched["frames"][-1]["sheets"] == {}
    assert list(own["frames"][-1]["sheets"]) == [str(seat)]
    assert watched["sheets"][str(seat)] != own["sheets"][str(seat)]


def test_whoever_watches_a_running_game_gets_a_film_that_goes_on() -> None:
    game = table("standard", 2)
    response = Client().get(f"/games/{game}/")
    assert "data-live" in response.content.decode()
    assert "data-live" not in client_of("Ada").get(f"/games/{game}/").content.decode()


def test_a_private_game_is_replayed_only_by_its_people_and_by_its_link() -> None:
    game = table("standard", 2, visibility=PRIVATE)
    play_out(game)
    invite = Game.objects.get(pk=game).invite
    for page in ("replay", "verify"):
        assert Client().get(f"/games/{game}/{page}/").status_code == 404
        assert client_of("Dan").get(f"/games/{game}/{page}/").status_code == 404
        assert client_of("Ada").get(f"/games/{game}/{page}/").status_code == 200
        assert Client().get(f"/games/{game}/{page}/", {"invite": invite}).status_code == 200


def steps(response: Any) -> dict[str, str]:
    """How each check went, by the word that the page marks it with."""
    found = [
        step.get("class", "") for step in page_of(response).all("div") if step.get("class", "").startswith("step-")
    ]
    return dict(zip(("chain", "signature", "dice", "rules", "result"), found, strict=True))


def test_a_finished_and_signed_game_is_proven_in_every_part() -> None:
    game = table("standard", 2)
    play_out(game)
    make_checkpoint()
    assert set(steps(Client().get(f"/games/{game}/verify/")).values()) == {"step-good"}


def test_of_a_running_game_the_dice_stay_open() -> None:
    game = table("standard", 2)
    play_until(game, lambda fold: phase(fold) == "moves")
    found = steps(Client().get(f"/games/{game}/verify/"))
    assert (found["chain"], found["dice"], found["rules"]) == ("step-good", "step-open", "step-good")


def test_scripts_get_the_verdict_alone() -> None:
    game = table("solo", 1)
    play_out(game)
    part = Client().get(f"/games/{game}/verify/", headers=FOR_A_PART).content.decode()
    assert "<html" not in part
    assert "verdict-steps" in part


@pytest.mark.parametrize("page", ["", "replay/", "frames/"])
def test_strangers_cannot_have_logs_gone_through_without_end(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = table("solo", 1)
    monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, "looks-anon", "2/d")
    answers = [Client().get(f"/games/{game}/{page}").status_code for _ in range(3)]
    assert answers == [200, 200, 429]
    monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, "looks", "1/d")
    assert [client_of("Ada").get(f"/games/{game}/{page}").status_code for _ in range(2)] == [200, 429]


def test_whoever_asks_too_often_is_told_for_how_long_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    game = table("solo", 1)
    monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, "looks-anon", "0/d")
    answer = Client().get(f"/games/{game}/replay/")
    assert abs(int(answer["Retry-After"]) - (DAY - time.time() % DAY)) < 60


def test_a_game_that_was_called_off_waits_for_no_result() -> None:
    game = open_table()
    abort_game(game, caller("Ada"), command())
    answer = Client().get(f"/games/{game}/verify/")
    assert steps(answer)["result"] == "step-never"
    assert "The game was called off; it has no result." in page_of(answer).text
    assert "There is no result yet." not in page_of(answer).text


def test_a_game_that_is_over_opens_on_its_end_and_not_on_its_review() -> None:
    game = table("solo", 1)
    play_out(game)
    end = island(replay(game), "board-data")["seq"]
    flag = open_dispute(game, caller(PEOPLE[0]), command(), 3, "That was never my block.").seq
    assert island(replay(game), "board-data")["seq"] == end < flag == fold_of(game).seq
    assert island(replay(game, at=flag), "board-data")["seq"] == flag


def test_a_game_that_goes_on_opens_on_its_last_event_whatever_that_is() -> None:
    game = table("solo", 1)
    flag = open_dispute(game, caller(PEOPLE[0]), command(), 3, "That was never my block.").seq
    assert island(replay(game), "board-data")["seq"] == flag


def test_the_page_of_the_proof_says_of_which_game_and_what_is_still_open() -> None:
    game = table("duel", 2)
    play_out(game)
    text = page_of(Client().get(f"/games/{game}/verify/")).text
    assert f"{PEOPLE[0]} – {PEOPLE[1]} · Duel" in text
    assert "All checks that can be made passed; 1 is still open." in text
    make_checkpoint()
    assert "All checks passed." in page_of(Client().get(f"/games/{game}/verify/")).text
