"""Entering a tournament by its link or its page, checking in, adding to the dice, and withdrawing."""

import pytest

from tests.games.accounts.browsers import browser
from tests.games.clock.watch import Watch
from tests.games.sample_tables import CONTRIBUTION, account, caller, command
from tests.tournaments.events.rounds.world import announced, duplicate, entrant, pass_time, row, settings
from tests.tournaments.sample_clubs import club
from tests.web.markup import page_of
from tournaments.events.models import Entrant
from tournaments.events.services.entrants import remove_entrant
from tournaments.events.services.tournaments import create_tournament, publish_tournament

pytestmark = pytest.mark.django_db


def names(tournament: str) -> list[str]:
    """Who is in."""
    still = Entrant.objects.filter(tournament=tournament, left_round=None).order_by("number")
    return list(still.values_list("account__display_name", flat=True))


def test_whoever_has_the_link_enters_by_it(watch: Watch) -> None:
    made = create_tournament(club().pk, caller("Olga"), command(), "By link", settings(entry="link"), False).tournament
    publish_tournament(made, caller("Olga"), command())
    dan, link = browser(account("Dan")), f"/tournaments/join/{row(made).invite}/"
    assert dan.get(f"/tournaments/{made}/").status_code == 404
    assert "Take part" in page_of(dan.get(link)).text
    answer = dan.post(link, follow=True)
    assert answer.redirect_chain == [(f"/tournaments/{made}/", 302)]
    assert "You are in." in page_of(answer).text
    assert names(made) == ["Dan"]
    assert dan.get(link)["Location"] == f"/tournaments/{made}/"


def test_strangers_are_asked_to_sign_up_first(watch: Watch) -> None:
    tournament = announced(settings())
    page = page_of(browser().get(f"/tournaments/join/{row(tournament).invite}/"))
    assert f"/accounts/signup/?next=/tournaments/join/{row(tournament).invite}/" in page.values("href")
    assert browser().post(f"/tournaments/join/{row(tournament).invite}/").status_code == 403
    assert browser().get("/tournaments/join/nothing/").status_code == 404


def test_one_enters_and_withdraws_on_its_page(watch: Watch) -> None:
    tournament = announced(settings())
    mia, page = browser(account("Mia")), f"/tournaments/{tournament}/"
    assert "You are in." in page_of(mia.post(f"{page}enter/", follow=True)).text
    assert names(tournament) == ["Mia"]
    text = page_of(mia.post(f"{page}withdraw/", follow=True)).text
    assert "You are out." in text
    assert "Take part" in text
    assert names(tournament) == []


def test_what_is_refused_is_said_on_the_page(watch: Watch) -> None:
    tournament = announced(settings(), "Ada", "Bob")
    pass_time(watch, 2 * 3600)
    text = page_of(browser(account("Mia")).post(f"/tournaments/{tournament}/enter/", follow=True)).text
    assert "Nobody can enter this tournament now." in text
    again = announced(settings(), "Ada")
    remove_entrant(again, caller("Olga"), command(), entrant(again, "Ada"), "A mistake.")
    assert browser(account("Ada")).post(f"/tournaments/{again}/enter/").status_code == 403


def test_people_say_that_they_are_there(watch: Watch) -> None:
    tournament = announced(settings(check_in=1800), "Ada", "Bob")
    pass_time(watch, 5400)
    ada, page = browser(account("Ada")), f"/tournaments/{tournament}/"
    assert "Check in" in page_of(ada.get(page)).text
    assert "Good to have you here." in page_of(ada.post(f"{page}check-in/", follow=True)).text
    assert Entrant.objects.get(pk=entrant(tournament, "Ada")).is_checked_in
    assert "You are checked in" in page_of(ada.get(page)).text


def test_players_add_to_the_dice_of_the_next_round(watch: Watch) -> None:
    tournament = announced(duplicate(), "Ada", "Bob")
    ada, page = browser(account("Ada")), f"/tournaments/{tournament}/"
    shown = page_of(ada.get(page))
    assert f"{page}dice/" in shown.values("action")
    [commitment] = {field["value"] for field in shown.all("input") if field.get("name") == "commitment"}
    assert commitment in shown.text
    text = page_of(ada.post(f"{page}dice/", {"contribution": CONTRIBUTION, "commitment": commitment}, follow=True)).text
    assert "goes into the dice of the next round" in text
    for bad in (
        {"contribution": "x", "commitment": commitment},
        {"contribution": CONTRIBUTION},
        {"contribution": CONTRIBUTION, "commitment": "0" * 64},
    ):
        assert "goes into the dice of the next round" not in page_of(ada.post(f"{page}dice/", bad, follow=True)).text
