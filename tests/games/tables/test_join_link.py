"""The link of a game."""

from typing import Any

import pytest

from games.accounts.callers import caller_of
from games.accounts.models import Account
from games.log.models import Game
from games.play.creation import create_game
from games.play.models import PlayerGame
from games.play.seats import join_by_invite
from games.play.setup import Setup
from tests.games.accounts.browsers import browser, person
from tests.games.sample_tables import CONTRIBUTION, addition, command, fold_of, table
from tests.web.markup import page_of

pytestmark = pytest.mark.django_db


def invited(*kinds: str, **setup: Any) -> tuple[str, str]:
    """An open game and its link."""
    seats = [{"kind": kind} for kind in kinds]
    game = create_game(Setup("standard", [1] * len(kinds), seats, **setup), caller_of(person("Host")), command()).game
    return game, f"/join/{Game.objects.get(pk=game).invite}/"


@pytest.mark.parametrize("visibility", ["public", "private", "hidden"])
def test_whoever_has_the_link_sits_down_as_a_guest(visibility: str) -> None:
    game, link = invited("person", "guest", visibility=visibility)
    client = browser()
    page = page_of(client.get(link))
    assert "You are invited to a game" in page.text
    assert "2 of them are free" in page.text
    answer = client.post(link, {"display_name": "Gil", **addition(game)})
    assert answer["Location"] == f"/games/{game}/"
    assert PlayerGame.objects.get().account.display_name == "Gil"  # type: ignore[union-attr]
    assert CONTRIBUTION in fold_of(game).contributions
    assert client.get(f"/games/{game}/").status_code == 200
    assert client.get(link)["Location"].startswith(f"/games/{game}/")


@pytest.mark.parametrize(("visibility", "is_named"), [("public", True), ("private", True), ("hidden", False)])
def test_an_invitation_names_who_is_there_if_its_holder_may_see_the_table(visibility: str, is_named: bool) -> None:
    game, link = invited("person", "guest", visibility=visibility)
    browser(person("Ida")).post(link, addition(game))
    assert ("At the table: Ida" in page_of(browser().get(link)).text) == is_named


def test_who_is_logged_in_says_no_name() -> None:
    game, link = invited("person", "person")
    client = browser(person("Ada"))
    assert not [field for field in page_of(client.get(link)).all("input") if field.get("name") == "display_name"]
    client.post(link)
    assert PlayerGame.objects.get(game=game).account.display_name == "Ada"  # type: ignore[union-attr]


def test_seats_for_registered_players_are_not_for_guests() -> None:
    _, link = invited("person", "person")
    page = page_of(browser().get(link))
    assert "The free seats are for registered players." in page.text
    assert f"/accounts/signup/?next={link}" in page.values("href")
    assert browser().post(link, {"display_name": "Gil"}).status_code == 422
    assert not PlayerGame.objects.exists()


def test_a_name_that_cannot_be_is_said_and_can_be_mended() -> None:
    _, link = invited("person", "guest")
    client = browser()
    answer = client.post(link, {"display_name": "admin"})
    assert answer.status_code == 422
    assert "taken for a part of the site" in page_of(answer).text
    assert Account.objects.count() == 1
    assert client.post(link, {"display_name": "Gil"}).status_code == 302


def test_the_same_form_twice_takes_one_seat() -> None:
    game, link = invited("guest", "guest")
    client, said = browser(), {"display_name": "Gil", "command": "ef" * 16}
    assert [client.post(link, said).status_code for _ in range(2)] == [302, 302]
    assert PlayerGame.objects.count() == 1
    assert fold_of(game).seq == 2


def test_a_game_that_has_begun_or_is_full_is_watched() -> None:
    game = table()
    invite = Game.objects.get(pk=game).invite
    assert browser().get(f"/join/{invite}/")["Location"] == f"/games/{game}/?invite={invite}"
    full, link = invited("person", "person")
    for name in ("Zoe", "Yve"):
        join_by_invite(Game.objects.get(pk=full).invite, caller_of(person(name)), command(), "")
    assert browser().get(link)["Location"].startswith(f"/games/{full}/")


@pytest.mark.parametrize("invite", ["nothing", "x" * 40, "%00", "é"])
def test_a_link_that_leads_nowhere_says_so(invite: str) -> None:
    for answer in (browser().get(f"/join/{invite}/"), browser().post(f"/join/{invite}/", {"display_name": "Gil"})):
        assert answer.status_code == 404
    assert not Account.objects.exists()


def test_the_host_gets_the_picture_of_the_link() -> None:
    _, link = invited("person", "guest")
    client = browser(Account.objects.get(username="host"))
    assert 'class="segno"' in client.get(link).content.decode()
    assert 'class="segno"' not in browser().get(link).content.decode()
