"""What else is shown of a tournament: rounds, reasons, the crosstable, files and the log."""

import pytest

from tests.games.clocks.watch import Watch
from tests.games.tables import account, caller, command
from tests.tournaments.rounds.world import announced, entrant, pass_time, play_bots, settings
from tests.web.accounts.browsers import browser
from tests.web.markup import page_of
from tournaments.services import enter, remove_entrant

pytestmark = pytest.mark.django_db


def test_everybody_can_read_why_somebody_was_paired_so(watch: Watch) -> None:
    tournament = announced(settings(), "Ada", "Bob", "Mia")
    pass_time(watch, 2 * 3600)
    reasons = {}
    for name in ("Ada", "Bob", "Mia"):
        page = page_of(browser().get(f"/tournaments/{tournament}/rounds/1/why/{entrant(tournament, name)}/"))
        reasons[name] = page.text
        assert "Draw it yourself" in page.text
    assert sum("has a bye." in text for text in reasons.values()) == 1
    assert sum("sits at table 1." in text for text in reasons.values()) == 2
    assert browser().get(f"/tournaments/{tournament}/rounds/1/why/e-nobody/").status_code == 404


def test_a_round_that_is_prepared_is_there_for_those_who_run_it(watch: Watch) -> None:
    tournament = announced(settings(pairings="preview"), "Ada", "Bob")
    pass_time(watch, 2 * 3600)
    who = entrant(tournament, "Ada")
    for path in ("rounds/1/", f"rounds/1/why/{who}/"):
        assert browser(account("Otto")).get(f"/tournaments/{tournament}/{path}").status_code == 200
        assert browser(account("Ada")).get(f"/tournaments/{tournament}/{path}").status_code == 404
    log = page_of(browser(account("Ada")).get(f"/tournaments/{tournament}/log/")).text
    assert "prepared a round" in log
    assert "paired round 1" not in log


def test_the_crosstable_links_to_its_rounds_and_is_there_as_a_file(watch: Watch) -> None:
    tournament = announced(settings(), "Ada", robots=2)
    pass_time(watch, 2 * 3600)
    play_bots(tournament)
    page = page_of(browser().get(f"/tournaments/{tournament}/crosstable/"))
    assert f"/tournaments/{tournament}/rounds/1/" in page.values("href")
    assert "Bye 1" in page.text
    for name in ("standings", "crosstable"):
        file = browser().get(f"/tournaments/{tournament}/{name}.csv")
        assert file["Content-Type"] == "text/csv; charset=utf-8"
        assert file["Content-Disposition"] == f'attachment; filename="bricks-for-all-{name}.csv"'
        assert "Ada" in file.content.decode()


def test_before_the_first_round_there_is_nothing_in_it(watch: Watch) -> None:
    tournament = announced(settings(), "Ada")
    assert "No round is published yet." in page_of(browser().get(f"/tournaments/{tournament}/crosstable/")).text
    assert browser().get(f"/tournaments/{tournament}/rounds/1/").status_code == 404


def test_the_log_says_who_did_what_and_why(watch: Watch) -> None:
    tournament = announced(settings(), "Ada")
    enter(tournament, caller("Mia"), command())
    remove_entrant(tournament, caller("Otto"), command(), entrant(tournament, "Ada"), "She has moved away.")
    text = page_of(browser().get(f"/tournaments/{tournament}/log/")).text
    assert "Olga drafted the tournament" in text
    assert "Olga entered Ada" in text
    assert "Mia entered the tournament" in text
    assert "Otto took Ada out" in text
    assert "She has moved away." in text
