"""What else is shown of a tournament: rounds, reasons, the crosstable, files and the log."""

import pytest

from games.accounts.models import Account
from games.integrity.checkpoints import make_checkpoints
from tests.games.accounts.browsers import browser
from tests.games.clock.watch import Watch
from tests.games.sample_tables import account, caller, command
from tests.tournaments.events.rounds.world import announced, entrant, pass_time, play_bots, row, settings
from tests.web.markup import page_of
from tournaments.events.models import Place, Table, Tournament
from tournaments.events.services.entrants import enter, remove_entrant

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


def test_the_crosstable_leads_to_the_games_that_somebody_may_look_at(watch: Watch) -> None:
    tournament = announced(settings(), "Ada", "Bob")
    pass_time(watch, 2 * 3600)
    [game] = Table.objects.filter(round__tournament=tournament).values_list("game", flat=True)
    links = page_of(browser().get(f"/tournaments/{tournament}/crosstable/")).values("href")
    assert links.count(f"/games/{game}/") == 2


def test_nobody_but_its_players_comes_from_the_crosstable_to_a_private_game(watch: Watch) -> None:
    tournament = announced(settings(games="private"), "Ada", "Bob", "Mia", "Cleo")
    pass_time(watch, 2 * 3600)
    own = Place.objects.get(round__tournament=tournament, entrant=entrant(tournament, "Ada"))
    address = f"/tournaments/{tournament}/crosstable/"
    assert not [link for link in page_of(browser().get(address)).values("href") if link.startswith("/games/g-")]
    seen = page_of(browser(account("Ada")).get(address)).values("href")
    assert own.table is not None
    assert [link for link in seen if link.startswith("/games/g-")] == [f"/games/{own.table.game_id}/"] * 2


def test_the_crosstable_explains_forfeits_only_where_there_are_some(watch: Watch) -> None:
    tournament = announced(settings(), "Ada", robots=2)
    pass_time(watch, 2 * 3600)
    play_bots(tournament)
    assert "Has forfeited" not in page_of(browser().get(f"/tournaments/{tournament}/crosstable/")).text


def test_whoever_looks_at_their_own_pairing_is_spoken_to(watch: Watch) -> None:
    tournament = announced(settings(), "Ada", "Bob")
    pass_time(watch, 2 * 3600)
    page = browser(account("Ada")).get(f"/tournaments/{tournament}/rounds/1/why/{entrant(tournament, 'Ada')}/")
    assert "You sit at table 1." in page_of(page).text
    assert "0 of 0 games" not in page_of(page).text


def test_the_log_leads_to_those_who_show_themselves(watch: Watch) -> None:
    tournament = announced(settings(), "Ada")
    address = f"/tournaments/{tournament}/log/"
    assert "/players/olga/" in page_of(browser().get(address)).values("href")
    Account.objects.filter(username="olga").update(is_private=True)
    page = page_of(browser().get(address))
    assert "/players/olga/" not in page.values("href")
    assert "A private player drafted the tournament" in page.text
    assert "Olga drafted the tournament" in page_of(browser(account("Otto")).get(address)).text


def test_the_log_says_up_to_where_it_is_signed_and_hands_out_the_proof() -> None:
    tournament = announced(settings(), "Ada")
    address = f"/tournaments/{tournament}/log/"
    assert "No checkpoint covers this log yet" in page_of(browser().get(address)).text
    make_checkpoints()
    signed = row(tournament)
    enter(tournament, caller("Sven"), command())
    page = page_of(browser().get(address))
    assert f"Up to event {signed.seq} this log is under checkpoint 1, signed on " in page.text
    assert signed.head_hash in page.text
    assert f"/api/v1/tournaments/{tournament}/proof" in page.values("href")


def test_whoever_has_come_by_the_link_gets_the_proof_by_it_too() -> None:
    tournament = announced(settings(), "Ada")
    make_checkpoints()
    Tournament.objects.filter(pk=tournament).update(is_public=False)
    invite = row(tournament).invite
    page = page_of(browser().get(f"/tournaments/{tournament}/log/?invite={invite}"))
    [proof] = [link for link in page.values("href") if "/proof" in link]
    assert browser().get(proof).json()["proof"]["leaf"].startswith(f"{tournament}|")
    assert browser().get(proof.partition("?")[0]).status_code == 404


@pytest.mark.parametrize(
    ("language", "words"),
    [("de", "unter Prüfpunkt 1, signiert am"), ("es", "bajo el punto de control 1"), ("fr", "le point de contrôle 1")],
)
def test_it_says_so_in_every_language(language: str, words: str) -> None:
    tournament = announced(settings(), "Ada")
    make_checkpoints()
    answer = browser().get(f"/tournaments/{tournament}/log/", headers={"accept-language": language})
    assert words in page_of(answer).text
