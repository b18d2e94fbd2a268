"""Pages say until when a table waits, lead everybody to the game in which it goes on, and tell who was missing."""

import pytest
from django.test import Client

from tests.games.accounts.browsers import browser
from tests.games.clock.watch import Watch
from tests.games.sample_tables import account, caller, command
from tests.tournaments.events.pages.test_drafts import FORM, founded
from tests.tournaments.events.rounds.open_rounds import FOUR, WAIT, opened
from tests.tournaments.events.rounds.world import game_of, pass_time, settings, sit_down
from tests.tournaments.sample_clubs import club
from tests.web.markup import FOR_A_PART, page_of
from tournaments.events.history import settings_of
from tournaments.events.models import Tournament
from tournaments.events.services.schedule import pause
from tournaments.events.services.tournaments import create_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(watch: Watch) -> str:
    """A table of four in a round that has just opened, at which nobody sits yet."""
    club(time_zone="Europe/Berlin")
    return opened(watch, *FOUR, games="private")


def text_at(client: Client, address: str) -> str:
    answer = client.get(address, follow=True)
    assert answer.status_code == 200, address
    return page_of(answer).text


def test_the_table_counts_down_until_it_starts_without_somebody(watch: Watch, tournament: str) -> None:
    ada, address = browser(account("Ada")), f"/games/{game_of(tournament, 'Ada')}/"
    assert "The table waits for everybody until" in text_at(ada, address)
    sit_down(tournament, "Ada", "Bob", "Cleo")
    pass_time(watch, WAIT - 250)
    page = page_of(ada.get(address))
    assert "Starts without Dan in 4:10" in page.text
    [due] = page.values("data-due")
    assert due.startswith((watch.at).isoformat()[:13])


def test_nobody_counts_down_where_too_few_have_come_or_in_a_pause(watch: Watch, tournament: str) -> None:
    ada, address = browser(account("Ada")), f"/games/{game_of(tournament, 'Ada')}/"
    sit_down(tournament, "Ada")
    pass_time(watch, WAIT)
    assert "once two are here, it starts after 10 minutes" in text_at(ada, address)
    sit_down(tournament, "Bob")
    assert "Starts without" in text_at(ada, address)
    pause(tournament, caller("Olga"), command())
    assert "Starts without" not in text_at(ada, address)


def test_the_part_that_changes_knows_when_the_time_has_changed(watch: Watch, tournament: str) -> None:
    game = game_of(tournament, "Ada")
    ada, part = browser(account("Ada")), f"/games/{game}/seats/"
    sit_down(tournament, "Ada", "Bob")
    [told] = [value for value in page_of(ada.get(f"/games/{game}/")).values("hx-get") if "seats" in value]
    assert ada.get(told, headers=FOR_A_PART).status_code == 204
    pause(tournament, caller("Olga"), command())
    assert [ada.get(address, headers=FOR_A_PART).status_code for address in (told, part)] == [200, 200]
    pass_time(watch, 1)


def test_an_open_page_goes_on_to_the_game_that_has_started(watch: Watch, tournament: str) -> None:
    sit_down(tournament, "Ada", "Bob", "Cleo")
    waited = game_of(tournament, "Ada")
    pass_time(watch, WAIT)
    ada, follower = browser(account("Ada")), game_of(tournament, "Ada")
    assert ada.get(f"/games/{waited}/seats/", headers=FOR_A_PART)["HX-Refresh"] == "true"
    answer = ada.get(f"/games/{waited}/", follow=True)
    assert answer.redirect_chain == [(f"/games/{follower}/", 302)]
    assert "The table has started without Dan." in page_of(answer).text


def test_who_comes_too_late_is_told_so_and_may_watch(watch: Watch, tournament: str) -> None:
    sit_down(tournament, "Ada", "Bob", "Cleo")
    waited = game_of(tournament, "Dan")
    pass_time(watch, WAIT)
    dan = browser(account("Dan"))
    sentence = "Your table has started without you, because you had not come in time."
    assert sentence in text_at(dan, f"/games/{waited}/")
    agreed = "Your table has waited for you as long as was agreed on, and has then started without you."
    assert agreed in text_at(dan, f"/tournaments/{tournament}/")
    answer = dan.post(f"/games/{waited}/join/", {"contribution": ""}, follow=True)
    assert sentence in page_of(answer).text


def test_strangers_are_not_led_to_a_private_game(watch: Watch, tournament: str) -> None:
    sit_down(tournament, "Ada", "Bob", "Cleo")
    waited = game_of(tournament, "Dan")
    pass_time(watch, WAIT)
    assert browser(account("Eve")).get(f"/games/{waited}/").status_code == 404


def test_the_page_of_the_tournament_says_who_is_missing_and_who_was(watch: Watch, tournament: str) -> None:
    ada, address = browser(account("Ada")), f"/tournaments/{tournament}/"
    assert "Take your seat before" in text_at(ada, address)
    sit_down(tournament, "Ada", "Bob", "Cleo")
    before = text_at(ada, address)
    assert "Your table waits for Dan, and starts without them at" in before
    assert "Not here yet" in before
    pass_time(watch, WAIT)
    after = text_at(ada, address)
    assert "You play with Bob, Cleo." in after or "You play with Cleo, Bob." in after
    assert "Did not come" in after
    assert "started table 1 in round 1 without Dan, who had not come in time" in text_at(ada, f"{address}log/")


def test_the_console_says_which_tables_wait(watch: Watch, tournament: str) -> None:
    otto, address = browser(account("Otto")), f"/tournaments/{tournament}/console/"
    assert "1 table waits for somebody. It starts without whoever is missing once" in text_at(otto, address)
    sit_down(tournament, "Ada", "Bob")
    assert "The next one starts without whoever is missing:" in text_at(otto, address)
    pass_time(watch, WAIT)
    said = text_at(otto, address)
    assert "2 players have not come to tables that have started without them." in said
    assert "waits for somebody" not in said


def test_what_was_agreed_on_is_said(watch: Watch, tournament: str) -> None:
    said = text_at(browser(account("Ada")), f"/tournaments/{tournament}/")
    assert "For 10 minutes after the round opens, then it starts without them; an organiser may start it sooner" in said


@pytest.mark.parametrize(
    ("kind", "said", "length", "wait"),
    [
        ("tables", "usual", "604800", 3 * 24 * 3600),
        ("tables", "usual", "3600", 900),
        ("tables", "600", "3600", 600),
        ("tables", "never", "3600", None),
        ("tables", "", "3600", 900),
        ("swiss", "usual", "3600", None),
        ("swiss", "never", "3600", None),
    ],
)
def test_organisers_say_in_the_form_how_long_tables_wait(
    watch: Watch, kind: str, said: str, length: str, wait: int | None
) -> None:
    otto, new = browser(account("Otto")), f"/clubs/{founded().pk}/tournaments/new/"
    otto.post(new, {**FORM, "kind": kind, "wait": said, "length": length})
    made = Tournament.objects.get()
    assert settings_of(made).wait == wait
    page = page_of(otto.get(f"/tournaments/{made.pk}/console/publish/"))
    assert ("A table waits for whoever has not come" in page.text) == (kind == "tables")
    edit = page_of(otto.get(f"/tournaments/{made.pk}/edit/"))
    chosen = [str(field["value"]) for field in edit.all("option") if "selected" in field]
    assert ("never" if wait is None else str(wait)) in chosen


def test_a_table_that_would_wait_longer_than_its_round_is_refused_beside_the_field(watch: Watch) -> None:
    otto, new = browser(account("Otto")), f"/clubs/{founded().pk}/tournaments/new/"
    answer = otto.post(new, {**FORM, "kind": "tables", "wait": "3600", "length": "3600"})
    assert answer.status_code == 400
    assert "A table can wait for somebody only while its round is open" in page_of(answer).text
    assert not Tournament.objects.exists()


def test_the_form_offers_what_was_agreed_on_before(watch: Watch) -> None:
    page = page_of(browser(account("Otto")).get(f"/tournaments/{drafted(wait=420)}/edit/"))
    assert "7 minutes" in page.text
    [chosen] = [field for field in page.all("option") if field.get("value") == "420"]
    assert "selected" in chosen


def drafted(**agreed: int) -> str:
    """A draft of tables of four."""
    made = settings(rounds=1, seats=4, **agreed)
    return create_tournament(club().pk, caller("Otto"), command(), "Bricks", made).tournament
