"""Guests: made by one call, and what becomes of their games when they sign up or log in."""

from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client
from pytest_django.fixtures import Settings

from games.accounts.callers import caller_of
from games.accounts.models import Account, Actor
from games.integrity.audit.full_audit import audit
from games.log.models import Game
from games.play.creation import create_game
from games.play.models import PlayerGame
from games.play.seats import join_by_invite
from games.play.setup import Setup
from tests.games.accounts.browsers import browser, call, log_in, person, sign_up, who
from tests.games.accounts.test_guest_merge import shared_table
from tests.games.accounts.test_guests import solo
from tests.games.sample_tables import CONTRIBUTION, command

pytestmark = pytest.mark.django_db


def become_guest(client: Client, name: str = "Gast") -> Account:
    answer = call(client, "POST", "guests", {"display_name": name})
    assert answer.status_code == 201, answer.content
    return Account.objects.get(username=answer.json()["handle"])


def test_a_guest_is_logged_in_at_once(client: Client) -> None:
    guest = become_guest(client)
    assert guest.is_guest
    assert who(client) == guest.username
    assert call(client, "POST", "guests", {"display_name": "Again"}).json()["code"] == "guest/logged-in"


@pytest.mark.parametrize(
    "body", [{}, {"display_name": "admin"}, {"display_name": 7}, {"display_name": "x", "y": 1}, []]
)
def test_a_guest_needs_a_name_and_nothing_else(client: Client, body: object) -> None:
    assert call(client, "POST", "guests", body).status_code == 400
    assert not Account.objects.exists()


def test_one_address_makes_only_so_many_guests(settings: Settings) -> None:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": {"guests": "3/h"}}
    with time_machine.travel(datetime(2030, 1, 1, 12, 30, tzinfo=UTC), tick=False):
        statuses = [call(browser(), "POST", "guests", {"display_name": "Gast"}).status_code for _ in range(4)]
    assert statuses == [201, 201, 201, 429]
    assert Account.objects.count() == 3


def test_a_guest_who_signs_up_stays_the_same_account(client: Client) -> None:
    guest = become_guest(client)
    game = solo(guest)
    assert sign_up(client, "ada").status_code == 302
    ada = Account.objects.get()
    assert (ada.pk, ada.username, ada.is_guest, ada.expires_at) == (guest.pk, "ada", False, None)
    assert who(client) == "ada"
    assert PlayerGame.objects.get(game=game).account == ada
    assert log_in(browser(), "ada").status_code == 302


def test_a_guest_who_logs_in_takes_the_games_along(client: Client) -> None:
    ada = person("ada")
    game = solo(become_guest(client))
    assert log_in(client, "ada").status_code == 302
    assert who(client) == "ada"
    assert PlayerGame.objects.get(game=game).account == ada
    assert Account.objects.count() == 1
    assert not audit().findings


def test_a_wrong_password_takes_nothing(client: Client) -> None:
    person("ada")
    guest = become_guest(client)
    game = solo(guest)
    log_in(client, "ada", "wrong")
    assert who(client) == guest.username
    assert PlayerGame.objects.get(game=game).account == guest


def test_where_both_sit_the_guest_stays_on_the_device(client: Client) -> None:
    ada, guest = person("ada"), become_guest(client)
    game = shared_table(ada, guest)
    log_in(client, "ada")
    assert who(client) == "ada"
    assert Actor.objects.filter(game=game, account=guest).exists()
    assert call(client, "GET", f"games/{game}").json()["seat"] == 0
    assert call(client, "POST", f"games/{game}/hand-over", {"seat": 1}).status_code == 204
    assert call(client, "GET", f"games/{game}").json()["seat"] == 1


def test_the_tables_of_a_guests_device_stay_when_the_guest_signs_up(client: Client) -> None:
    guest = become_guest(client)
    game = create_game(Setup("standard", [1, 1], [{"kind": "guest"}] * 2), caller_of(guest), command()).game
    join_by_invite(Game.objects.get(pk=game).invite, caller_of(guest), command(), CONTRIBUTION, 0)
    said = {"command_id": "here-1", "display_name": "Cleo", "seat": 1}
    assert call(client, "POST", f"games/{game}/guests-here", said).status_code == 200
    sign_up(client, "ada")
    assert call(client, "POST", f"games/{game}/hand-over", {"seat": 1}).status_code == 204
    assert call(client, "GET", f"games/{game}").json()["seat"] == 1
    assert who(client) == "ada"
