"""A table before its start."""

from typing import Any

import pytest
from django.test import Client

from games.accounts.callers import caller_of
from games.accounts.models import Account
from games.log.models import Game
from games.play.creation import create_game
from games.play.lifecycle import start_game
from games.play.models import PlayerGame
from games.play.setup import Setup
from tests.games.accounts.browsers import browser, person
from tests.games.reserved import kept_table
from tests.games.sample_tables import CONTRIBUTION, account, addition, command, fold_of
from tests.web.markup import FOR_A_PART, page_of

pytestmark = pytest.mark.django_db


def set_up(host: Account, *kinds: str, **setup: Any) -> str:
    """An open game with these seats."""
    return create_game(
        Setup("standard", [1] * len(kinds), [{"kind": kind} for kind in kinds], **setup), caller_of(host), command()
    ).game


def text_of(client: Client, game: str) -> str:
    return page_of(client.get(f"/games/{game}/")).text


def names(game: str) -> list[str]:
    seated = PlayerGame.objects.filter(game=game).order_by("seat")
    return list(seated.values_list("account__display_name", flat=True))


def test_the_host_sees_the_link_its_picture_and_who_is_missing() -> None:
    host = person("Host")
    game = set_up(host, "person", "guest")
    answer = browser(host).get(f"/games/{game}/")
    page, link = page_of(answer), f"http://testserver/join/{Game.objects.get().invite}/"
    assert link in [field.get("value") for field in page.all("input")]
    assert 'class="segno"' in answer.content.decode()
    assert "Waiting for 2 more players." in page.text
    assert "Free, for a registered player" in page.text


def test_nobody_else_gets_the_link() -> None:
    game, invite = set_up(person("Host"), "person", "guest"), Game.objects.get().invite
    for client in (browser(), browser(person("Eve"))):
        assert invite not in client.get(f"/games/{game}/").content.decode()


def test_people_sit_down_and_stand_up() -> None:
    game, client = set_up(person("Host"), "person", "guest"), browser(person("Ada"))
    assert client.post(f"/games/{game}/join/", {"seat": "1"})["Location"] == f"/games/{game}/"
    assert names(game) == ["Ada"]
    assert fold_of(game).seated[1] is not None
    assert client.post(f"/games/{game}/leave/", {"seat": "1"}).status_code == 302
    assert names(game) == []


def test_somebody_without_an_account_sits_down_as_a_guest() -> None:
    game, client = set_up(person("Host"), "person", "guest"), browser()
    assert "Your name" in text_of(client, game)
    client.post(f"/games/{game}/join/", {"display_name": "Gil"})
    assert names(game) == ["Gil"]
    assert Account.objects.get(display_name="Gil").is_guest


def test_what_is_refused_is_said_on_the_page() -> None:
    game, client = set_up(person("Host"), "person", "guest"), browser(person("Ada"))
    client.post(f"/games/{game}/join/", {"seat": "7"})
    assert "There is no such seat that is free for you." in text_of(client, game)
    client.post(f"/games/{game}/join/", {"seat": "x"})
    assert "A seat is named by its number." in text_of(client, game)
    assert names(game) == []


def test_a_name_that_cannot_be_seats_nobody() -> None:
    game, client = set_up(person("Host"), "guest", "guest"), browser()
    client.post(f"/games/{game}/join/", {"display_name": "admin"})
    assert "taken for a part of the site" in text_of(client, game)
    assert Account.objects.count() == 1


def test_others_on_the_device_are_seated_and_unseated() -> None:
    host = person("Host")
    game, client = set_up(host, "person", "guest", "guest"), browser(host)
    for seat, name in (("1", "Bea"), ("2", "Cem")):
        client.post(f"/games/{game}/here/", {"display_name": name, "seat": seat})
    assert names(game) == ["Bea", "Cem"]
    assert "On this device" in text_of(client, game)
    client.post(f"/games/{game}/leave/", {"seat": "2"})
    assert names(game) == ["Bea"]
    assert browser(person("Eve")).post(f"/games/{game}/leave/", {"seat": "1"}).status_code == 403
    assert names(game) == ["Bea"]


def test_only_the_host_starts_and_only_a_full_table() -> None:
    host, ada = person("Host"), person("Ada")
    game, client = set_up(host, "person", "person"), browser(host)
    client.post(f"/games/{game}/start/")
    assert "Seat 0 is still free." in text_of(client, game)
    for somebody in (host, ada):
        browser(somebody).post(f"/games/{game}/join/")
    assert "Start the game" in text_of(client, game)
    assert browser(ada).post(f"/games/{game}/start/").status_code == 403
    assert client.post(f"/games/{game}/start/")["Location"] == f"/games/{game}/"
    assert Game.objects.get().status == "running"


def test_the_host_calls_it_off() -> None:
    host = person("Host")
    game = set_up(host, "person", "person")
    assert browser(person("Ada")).post(f"/games/{game}/abort/").status_code == 403
    assert browser(host).post(f"/games/{game}/abort/")["Location"] == "/"
    assert Game.objects.get().status == "aborted"


def test_the_live_part_says_something_only_when_there_is_news() -> None:
    host = person("Host")
    game, client = set_up(host, "person", "guest"), browser(host)
    part = f"/games/{game}/seats/"
    assert client.get(f"{part}?seq=1", headers=FOR_A_PART).status_code == 204
    browser(person("Ada")).post(f"/games/{game}/join/", {"seat": "1"})
    answer = client.get(f"{part}?seq=1", headers=FOR_A_PART)
    assert "Ada" in page_of(answer).text
    assert "<html" not in answer.content.decode()
    client.post(f"/games/{game}/join/", {"seat": "0"})
    start_game(game, caller_of(host), command())
    answer = client.get(f"{part}?seq=2", headers=FOR_A_PART)
    assert (answer.status_code, answer["HX-Refresh"]) == (204, "true")


def test_strangers_do_not_learn_of_a_hidden_table() -> None:
    game = set_up(person("Host"), "person", "guest", visibility="hidden")
    client = browser(person("Eve"))
    for answer in (
        client.get(f"/games/{game}/seats/", headers=FOR_A_PART),
        client.post(f"/games/{game}/join/"),
        client.post(f"/games/{game}/here/", {"display_name": "Bea", "seat": "1"}),
        client.post(f"/games/{game}/leave/", {"seat": "0"}),
        client.post(f"/games/{game}/start/"),
        client.post(f"/games/{game}/abort/"),
    ):
        assert answer.status_code == 404


def test_nothing_happens_without_the_token_against_forgery() -> None:
    host = person("Host")
    game, client = set_up(host, "person", "guest"), Client(enforce_csrf_checks=True)
    client.force_login(host)
    for what in ("join", "leave", "start", "abort", "here"):
        assert client.post(f"/games/{game}/{what}/").status_code == 403
    assert fold_of(game).seq == 1


def test_whoever_logs_in_to_sit_down_comes_back_by_the_link() -> None:
    game = set_up(person("Host"), "person", "person", visibility="private")
    invite = Game.objects.get().invite
    page = page_of(browser().get(f"/games/{game}/", {"invite": invite}))
    assert f"/accounts/login/?next=/games/{game}/%3Finvite%3D{invite}" in page.values("href")


def test_a_kept_seat_is_taken_with_one_button_and_the_game_begins_when_everybody_sits() -> None:
    game = kept_table("Ada", "Bob")
    ada, bob = browser(account("Ada")), browser(account("Bob"))
    page = page_of(ada.get(f"/games/{game}/"))
    assert "Waiting for 2 more players. The game begins by itself" in page.text
    assert "Not here yet" in page.text
    assert page.text.count("Take your seat") == 1
    assert addition(game)["commitment"] in [field.get("data-contribution") for field in page.all("input")]
    assert ada.post(f"/games/{game}/join/", addition(game))["Location"] == f"/games/{game}/"
    text = text_of(ada, game)
    assert "Take your seat" not in text
    assert "Stand up" not in text
    bob.post(f"/games/{game}/join/", addition(game, "f" * 32))
    assert fold_of(game).contributions == (CONTRIBUTION, "f" * 32)
    assert fold_of(game).status == "running"
    assert ada.get(f"/games/{game}/seats/", headers=FOR_A_PART).headers["HX-Refresh"] == "true"


def test_others_are_offered_no_kept_seat_and_nothing_to_call_off() -> None:
    game = kept_table("Ada", "Bob", visibility="public")
    for client in (browser(), browser(person("Eve")), browser(account("Ada"))):
        text = text_of(client, game)
        for words in ("Sit here", "Sit down", "Call the game off", "Invite your players", "for registered players"):
            assert words not in text
    assert "Take your seat" not in text_of(browser(person("Eva")), game)


def test_a_kept_seat_in_a_private_game_is_found_without_a_link() -> None:
    game = kept_table("Ada", "Bob", visibility="private")
    assert "Take your seat" in text_of(browser(account("Ada")), game)
    assert browser(person("Eve")).get(f"/games/{game}/").status_code == 404
    assert browser(person("Eva")).post(f"/games/{game}/join/").status_code == 404
