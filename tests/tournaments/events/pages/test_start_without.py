"""The page on which an organiser starts a table without somebody: it names them, asks why, and never asks in vain."""

import re

import pytest
from django.test import Client

from tests.games.accounts.browsers import browser
from tests.games.clock.watch import Watch
from tests.games.sample_tables import account, caller, command, fold_of
from tests.tournaments.events.pages.test_waiting_tables import text_at
from tests.tournaments.events.rounds.open_rounds import FOUR, WAIT
from tests.tournaments.events.rounds.world import (
    FIRST,
    announced,
    counts,
    duplicate,
    entrant,
    game_of,
    pass_time,
    settings,
    sit_down,
)
from tests.tournaments.sample_clubs import club
from tests.web.markup import Page, page_of
from tournaments.events.services.rounds import start_table
from tournaments.events.services.schedule import cancel, pause

pytestmark = pytest.mark.django_db

WHY = "Dan has called: he is ill."


@pytest.fixture
def tournament(watch: Watch) -> str:
    """A table of four in an open round, whose tables wait for everybody."""
    club(time_zone="Europe/Berlin")
    made = announced(settings(rounds=1, seats=4, wait=None), *FOUR)
    pass_time(watch, FIRST)
    return made


@pytest.fixture
def otto(tournament: str) -> Client:
    """The browser of an organiser."""
    return browser(account("Otto"))


def console(tournament: str) -> str:
    return f"/tournaments/{tournament}/console/"


def page_to_start(tournament: str, table: int = 1) -> str:
    return f"{console(tournament)}rounds/1/tables/{table}/start/"


def is_offered(client: Client, tournament: str) -> bool:
    """Whether the console leads to that page, and says that it can be done."""
    page = page_of(client.get(console(tournament)))
    is_led = page_to_start(tournament) in page.values("href")
    assert ("you can start it without the others" in page.text) == is_led
    return is_led


def hidden_in(page: Page, name: str) -> list[str]:
    """What a page sends along."""
    return [field["value"] for field in page.all("input") if field.get("name") == name]


def send(client: Client, tournament: str, why: str = WHY) -> str:
    """Open the page, fill in the form and send it; what is read then."""
    page = page_of(client.get(page_to_start(tournament), follow=True))
    said = {"command": hidden_in(page, "command"), "without": hidden_in(page, "without"), "reason": why}
    return page_of(client.post(page_to_start(tournament), said, follow=True)).text


def test_it_is_offered_once_two_have_sat_down_and_somebody_is_missing(otto: Client, tournament: str) -> None:
    assert not is_offered(otto, tournament)
    sit_down(tournament, "Ada")
    assert not is_offered(otto, tournament)
    sit_down(tournament, "Bob")
    assert is_offered(otto, tournament)
    labels = page_of(otto.get(console(tournament))).values("aria-label")
    assert "Start now: table 1 without Cleo, Dan" in labels or "Start now: table 1 without Dan, Cleo" in labels
    sit_down(tournament, "Cleo", "Dan")
    assert not is_offered(otto, tournament)


def test_it_is_offered_to_nobody_else_and_not_in_a_pause(otto: Client, tournament: str) -> None:
    sit_down(tournament, "Ada", "Bob")
    for name in ("Ada", "Mia", "Sven"):
        client = browser(account(name))
        page = page_of(client.get(f"/tournaments/{tournament}/"))
        assert page_to_start(tournament) not in page.values("href")
        assert "Not here yet" in page.text
        assert client.get(page_to_start(tournament)).status_code == 403
        assert client.post(page_to_start(tournament), {"reason": WHY}).status_code == 403
    pause(tournament, caller("Olga"), command())
    assert not is_offered(otto, tournament)
    assert "The tournament is paused; let it go on first." in text_at(otto, page_to_start(tournament))
    assert counts(tournament)["table/started-without"] == 0


def test_it_is_not_offered_once_the_tournament_is_called_off(otto: Client, tournament: str) -> None:
    sit_down(tournament, "Ada", "Bob")
    assert is_offered(otto, tournament)
    cancel(tournament, caller("Olga"), command(), "The room is closed.")
    assert not is_offered(otto, tournament)


def test_it_names_who_is_left_out_and_what_that_means(otto: Client, tournament: str) -> None:
    sit_down(tournament, "Ada", "Bob", "Cleo")
    said = text_at(otto, page_to_start(tournament))
    assert "Start table 1 without Dan?" in said
    assert "Dan has not come, and does not play at this table any more: last place, no score." in said
    kept = re.search(r"(\w+), (\w+) and (\w+) keep their seats and play at once, with the same dice\.", said)
    assert kept is not None
    assert {*kept.groups()} == {"Ada", "Bob", "Cleo"}


def test_the_table_starts_and_the_log_says_who_and_why(otto: Client, tournament: str) -> None:
    sit_down(tournament, "Ada", "Bob", "Cleo")
    said = send(otto, tournament)
    assert "The table has started without whoever was missing." in said
    assert "1 player has not come to a table that has started without them." in said
    assert len(fold_of(game_of(tournament, "Ada")).seated) == 3
    log = text_at(otto, f"/tournaments/{tournament}/log/")
    assert f"Otto started table 1 in round 1 without Dan, who had not come {WHY}" in log


def test_who_was_left_out_reads_who_has_decided_so_and_why(otto: Client, tournament: str) -> None:
    sit_down(tournament, "Ada", "Bob", "Cleo")
    send(otto, tournament)
    dan = browser(account("Dan"))
    said = text_at(dan, f"/tournaments/{tournament}/")
    assert f"Otto has started your table without you, because you had not come. {WHY}" in said
    assert "An organiser has started your table in round 1" in text_at(dan, "/notices/")


def test_nothing_starts_without_a_reason(otto: Client, tournament: str) -> None:
    sit_down(tournament, "Ada", "Bob", "Cleo")
    for why in ("", " ", "..."):
        assert "Start table 1 without Dan?" in send(otto, tournament, why)
    assert counts(tournament)["table/started-without"] == 0


def test_sent_twice_it_starts_one_game_and_says_so_twice(otto: Client, tournament: str) -> None:
    sit_down(tournament, "Ada", "Bob", "Cleo")
    said = {"command": "a" * 32, "without": [entrant(tournament, "Dan")], "reason": WHY}
    for _ in range(2):
        answer = otto.post(page_to_start(tournament), said, follow=True)
        assert "The table has started without whoever was missing." in page_of(answer).text
    assert counts(tournament)["table/started-without"] == 1


def test_if_somebody_has_come_meanwhile_it_asks_again(otto: Client, tournament: str) -> None:
    sit_down(tournament, "Ada", "Bob")
    both = [entrant(tournament, name) for name in ("Cleo", "Dan")]
    sit_down(tournament, "Cleo")
    answer = otto.post(page_to_start(tournament), {"command": "a" * 32, "without": both, "reason": WHY})
    page = page_of(answer)
    assert (answer.status_code, hidden_in(page, "without")) == (400, [entrant(tournament, "Dan")])
    assert "Somebody has come to this table meanwhile" in page.text
    assert "Start table 1 without Dan?" in page.text
    assert WHY in page.values("value")


def test_if_the_table_has_started_meanwhile_the_console_says_so(otto: Client, tournament: str) -> None:
    sit_down(tournament, "Ada", "Bob", "Cleo")
    dan = [entrant(tournament, "Dan")]
    start_table(tournament, caller("Olga"), command(), 1, dan, "It is late.")
    for answer in (
        otto.get(page_to_start(tournament), follow=True),
        otto.post(page_to_start(tournament), {"without": dan, "reason": WHY}, follow=True),
    ):
        assert answer.redirect_chain == [(f"{console(tournament)}#round", 302)]
        assert "This table has started already" in page_of(answer).text


def test_nobody_is_led_to_their_own_table(watch: Watch) -> None:
    club()
    tournament = announced(settings(rounds=1, seats=3, wait=WAIT), "Ada", "Bob", "Otto")
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada", "Bob")
    otto = browser(account("Otto"))
    assert not is_offered(otto, tournament)
    for answer in (otto.get(page_to_start(tournament)), otto.post(page_to_start(tournament), {"reason": WHY})):
        assert (answer.status_code, "at which they sit themselves" in page_of(answer).text) == (403, True)
    assert is_offered(browser(account("Olga")), tournament)


def test_a_table_that_is_not_there_or_hidden(otto: Client, tournament: str, watch: Watch) -> None:
    assert otto.get(page_to_start(tournament, 2)).status_code == 404
    alone = announced(duplicate(rounds=1), "Ada", "Bob")
    pass_time(watch, FIRST)
    assert otto.get(page_to_start(alone)).status_code == 409
