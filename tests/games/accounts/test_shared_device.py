"""Several people on one device."""

from typing import Any

import pytest
from django.test import Client

from games.accounts.callers import caller_of
from games.accounts.models import Account
from games.integrity.audit.full_audit import audit
from games.log.models import Game
from games.play.creation import create_game
from games.play.models import PlayerGame
from games.play.setup import Setup
from tests.games.accounts.browsers import browser, call, person
from tests.games.sample_tables import command, open_table

pytestmark = pytest.mark.django_db


def set_up(host: Account, *kinds: str) -> str:
    seats = [{"kind": kind} for kind in kinds]
    return create_game(Setup("standard", [1] * len(seats), seats), caller_of(host), command()).game


def seat_here(client: Client, game: str, name: str, seat: int, command_id: str = "here") -> Any:
    said = {"command_id": f"{command_id}-{seat}", "display_name": name, "seat": seat}
    return call(client, "POST", f"games/{game}/guests-here", said)


def test_a_whole_table_plays_on_one_device() -> None:
    host = person("Host")
    client, game = browser(host), set_up(host, "person", "guest", "guest")
    assert call(client, "POST", f"games/{game}/join", {"command_id": "host", "seat": 0}).status_code == 200
    for seat, name in ((1, "Bea"), (2, "Cem")):
        assert seat_here(client, game, name, seat).status_code == 200
    assert call(client, "POST", f"games/{game}/start", {"command_id": "start"}).status_code == 200
    names = [
        (player.seat, player.account.display_name) for player in PlayerGame.objects.order_by("seat") if player.account
    ]
    assert names == [(0, "Host"), (1, "Bea"), (2, "Cem")]
    for seat in (2, 0, 1):
        assert call(client, "POST", f"games/{game}/hand-over", {"seat": seat}).status_code == 204
        assert call(client, "GET", f"games/{game}/position").json()["seat"] == seat
    assert call(client, "GET", "me").json()["handle"] == "host"
    assert not audit().findings


def test_the_same_command_again_seats_nobody_else() -> None:
    host = person("Host")
    client, game = browser(host), set_up(host, "guest", "guest")
    first, again = seat_here(client, game, "Bea", 0), seat_here(client, game, "Bea", 0)
    assert first.json() == again.json()
    assert Account.objects.filter(is_guest=True).count() == 1


def test_a_seat_that_is_not_free_makes_no_guest() -> None:
    host = person("Host")
    client, game = browser(host), set_up(host, "person", "guest")
    for seat in (0, 7):
        assert seat_here(client, game, "Bea", seat).status_code == 422
    assert seat_here(client, game, "Bea", 1, "x" * 80).status_code == 400
    assert seat_here(client, game, "admin", 1).status_code == 400
    assert not Account.objects.filter(is_guest=True).exists()


def test_strangers_seat_nobody() -> None:
    host, client = person("Host"), browser(person("Eve"))
    assert seat_here(client, set_up(host, "guest", "guest"), "Bea", 0).status_code == 403
    assert seat_here(client, open_table(visibility="private"), "Bea", 0).status_code == 404
    assert seat_here(client, "g-nothing", "Bea", 0).status_code == 404


def test_a_device_is_handed_only_to_those_who_play_on_it() -> None:
    host, bob = person("Host"), person("Bob")
    client, game = browser(host), set_up(host, "guest", "guest", "person")
    call(browser(bob), "POST", f"games/{game}/join", {"command_id": "bob", "seat": 2})
    seat_here(client, game, "Bea", 0)
    for seat, status in ((2, 404), (1, 404), (9, 404), ("0", 400), (None, 400)):
        assert call(client, "POST", f"games/{game}/hand-over", {"seat": seat}).status_code == status
    assert call(browser(host), "POST", f"games/{game}/hand-over", {"seat": 0}).status_code == 404, "another device"
    assert Game.objects.filter(pk=game).exists()
