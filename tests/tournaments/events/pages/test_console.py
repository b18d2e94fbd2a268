"""The console of a tournament: what its organisers do in it, each in a small form, and what they are told."""

from datetime import timedelta

import pytest
from django.test import Client

from games.clock.site_time import now
from tests.games.accounts.browsers import browser
from tests.games.clock.watch import Watch
from tests.games.sample_tables import account, caller, command
from tests.tournaments.events.rounds.world import (
    announced,
    duplicate,
    entrant,
    game_of,
    latest,
    pass_time,
    play_together,
    row,
    settings,
    settle_down,
    sit_down,
    status,
)
from tests.tournaments.sample_clubs import club
from tests.web.filling_in import fill_in, standing_in
from tests.web.markup import page_of
from tournaments.clubs.models import Club
from tournaments.clubs.services.persons import add_person
from tournaments.events.history import forbidden_pairs
from tournaments.events.models import Entrant, Place, Table
from tournaments.events.services.tournaments import create_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def otto(watch: Watch) -> Client:
    """The browser of an organiser."""
    club(time_zone="Europe/Berlin")
    return browser(account("Otto"))


def console(tournament: str, what: str = "") -> str:
    """An address in the console."""
    return f"/tournaments/{tournament}/console/{what}"


def do(client: Client, tournament: str, what: str, **said: object) -> str:
    """Send a form, and read what the console says then."""
    answer = client.post(console(tournament, f"{what}/"), said, follow=True)
    assert answer.status_code == 200
    return page_of(answer).text


def begun(watch: Watch, agreed: dict[str, object], *people: str, robots: int = 0) -> str:
    """A tournament whose first round is open."""
    tournament = announced(agreed, *people, robots=robots)
    pass_time(watch, 2 * 3600)
    return tournament


def test_it_is_for_those_who_run_the_club(otto: Client) -> None:
    tournament = announced(settings(), "Ada")
    assert console(tournament) in page_of(otto.get(f"/tournaments/{tournament}/")).values("href")
    link = f"http://testserver/tournaments/join/{row(tournament).invite}/"
    assert link in page_of(otto.get(console(tournament))).values("value")
    for name in ("Ada", "Mia", "Sven", "Dan"):
        assert browser(account(name)).get(console(tournament)).status_code == 403
        assert browser(account(name)).post(console(tournament, "pause/")).status_code == 403
    assert row(tournament).paused_at is None


def test_it_leads_to_the_crosstable_and_to_files_once_there_are_rounds(otto: Client, watch: Watch) -> None:
    tournament = announced(settings(), "Ada", "Bob")
    ways = {f"/tournaments/{tournament}/{what}" for what in ("crosstable/", "crosstable.csv", "standings.csv")}
    assert not ways & set(page_of(otto.get(console(tournament))).values("href"))
    pass_time(watch, 2 * 3600)
    assert ways <= set(page_of(otto.get(console(tournament))).values("href"))


def test_a_draft_says_what_to_do_next(otto: Client) -> None:
    made = create_tournament(Club.objects.get().pk, caller("Olga"), command(), "A draft", settings()).tournament
    page = page_of(otto.get(console(made)))
    assert console(made, "publish/") in page.values("href")
    assert "Invite your players" not in page.text


def test_members_persons_bots_and_others_are_entered(otto: Client) -> None:
    tournament = announced(settings())
    person = add_person(row(tournament).club_id, caller("Olga"), "Uncle Piet")
    page = page_of(otto.get(console(tournament)))
    assert {"account:mia", f"person:{person.pk}", "bot:random"} <= set(page.values("value"))
    account("Dan")
    for said in ({"who": "account:mia"}, {"who": f"person:{person.pk}"}, {"who": "bot:random"}, {"handle": "@dan"}):
        assert "They are in." in do(otto, tournament, "enter", **said)
    assert Entrant.objects.filter(tournament=tournament).count() == 4
    assert (
        "There is nobody called “nobody” here."
        in page_of(otto.post(console(tournament, "enter/"), {"handle": "nobody"})).text
    )
    assert "One account, one person of the club or one bot" in do(otto, tournament, "enter", who="thing:x")


def test_somebody_is_taken_out_for_a_reason_and_let_back_in(otto: Client) -> None:
    tournament = announced(settings(), "Ada", "Bob")
    who = entrant(tournament, "Ada")
    assert "Please say why" in do(otto, tournament, "remove", entrant=who)
    assert "Let back in" in do(otto, tournament, "remove", entrant=who, reason="She has moved away.")
    assert Entrant.objects.get(pk=who).left_round == 1
    assert "Let back in" not in do(otto, tournament, "return", entrant=who)
    assert Entrant.objects.get(pk=who).left_round is None


def test_organisers_check_others_in(otto: Client, watch: Watch) -> None:
    tournament = announced(settings(check_in=1800), "Ada", "Bob")
    pass_time(watch, 5400)
    do(otto, tournament, "check-in", entrant=entrant(tournament, "Ada"))
    assert [one.is_checked_in for one in Entrant.objects.order_by("number")] == [True, False]


def test_two_are_kept_apart_and_let_meet(otto: Client) -> None:
    tournament = announced(settings(), "Ada", "Bob", "Mia")
    pair = {"one": entrant(tournament, "Ada"), "other": entrant(tournament, "Bob")}
    assert "Ada – Bob" in do(otto, tournament, "keep-apart", **pair)
    assert forbidden_pairs(tournament) == {frozenset(pair.values())}
    assert "Ada – Bob" not in do(otto, tournament, "let-meet", **pair)
    assert "Two different entrants" in do(otto, tournament, "keep-apart", one=pair["one"], other=pair["one"])


def test_pairings_are_looked_at_published_and_taken_back(otto: Client, watch: Watch) -> None:
    tournament = begun(watch, settings(pairings="preview"), "Ada", "Bob")
    assert "The pairings of round 1 are ready." in page_of(otto.get(console(tournament))).text
    assert "The round is paired anew." in do(otto, tournament, "pair-again")
    assert "Everybody sees the pairings now." in do(otto, tournament, "publish-round")
    settle_down()
    assert status(tournament) == ("running", 1, "open")
    assert "The pairings are taken back." in do(otto, tournament, "unpublish-round")
    assert status(tournament) == ("running", 1, "paired")


def test_it_begins_early_pauses_and_goes_on(otto: Client) -> None:
    tournament = announced(settings(), "Ada", "Bob")
    do(otto, tournament, "pause")
    assert row(tournament).paused_at is not None
    assert "The tournament is paused" in do(otto, tournament, "start")
    assert "It goes on." in do(otto, tournament, "resume")
    assert "It begins now." in do(otto, tournament, "start")
    settle_down()
    assert status(tournament) == ("running", 1, "open")


def test_a_round_gets_more_time_on_the_clocks_of_the_club(otto: Client, watch: Watch) -> None:
    tournament = begun(watch, settings(), "Ada", "Bob")
    before = latest(tournament).closes_at
    said = (before + timedelta(hours=3)).strftime("%Y-%m-%dT%H:%M")
    assert "The round has another end now." in do(otto, tournament, "extend", closes_at=said)
    away = latest(tournament).closes_at - before
    assert timedelta(minutes=59) <= away <= timedelta(hours=2)
    assert "A round can only be made longer" in do(otto, tournament, "extend", closes_at=said)
    assert "Enter a valid date/time." in do(otto, tournament, "extend", closes_at="soon")


def test_a_time_for_one_round_is_not_taken_for_the_next(otto: Client, watch: Watch) -> None:
    tournament = begun(watch, settings(rounds=3, every=3 * 3600), "Ada", "Bob")
    page = otto.get(console(tournament))
    assert standing_in(page, "closes_at", "reason")["round"] == ["1"]
    pass_time(watch, 4 * 3600)
    assert latest(tournament).number == 2
    before = latest(tournament).closes_at
    said = (before + timedelta(hours=3)).strftime("%Y-%m-%dT%H:%M")
    address = console(tournament, "extend/")
    refused = fill_in(otto, address, page, "closes_at", closes_at=said)
    assert refused.status_code == 302
    assert "Another round has followed meanwhile" in page_of(otto.get(console(tournament))).text
    assert latest(tournament).closes_at == before
    fill_in(otto, address, otto.get(console(tournament)), "closes_at", closes_at=said)
    assert latest(tournament).closes_at > before


def test_a_paper_result_is_entered_and_another_put_in_its_place(otto: Client, watch: Watch) -> None:
    tournament = begun(watch, settings(), "Ada", "Bob", "Mia", "Sven")
    address = console(tournament, "rounds/1/tables/1/")
    assert address in page_of(otto.get(console(tournament))).values("href")
    assert "A result names everybody" in page_of(otto.post(address, {"score_0": "40"})).text
    said = {"score_0": "40", "score_1": "51"}
    assert "What this would change" in page_of(otto.post(address, said)).text
    assert otto.post(address, {**said, "step": "enter"}).status_code == 302
    assert list(Place.objects.filter(table__number=1).order_by("seat").values_list("score", flat=True)) == [40, 51]
    assert "This table has a result." in page_of(otto.get(address)).text
    assert "This field is required." in page_of(otto.post(address, {"score_0": "40", "score_1": "15"})).text
    ruled = {"counts": "result", "score_0": "40", "forfeited_1": "on", "reason": "He has left.", "step": "enter"}
    assert otto.post(address, ruled)["Location"] == f"/tournaments/{tournament}/rounds/1/"
    assert list(Place.objects.filter(table__number=1, has_forfeited=True).values_list("seat", flat=True)) == [1]
    nobody = {"counts": "nobody", "score_0": "40", "reason": "Nobody knows.", "step": "enter"}
    assert otto.post(address, nobody).status_code == 302
    assert Table.objects.get(number=1).is_void


def test_a_game_that_has_begun_needs_a_reason(otto: Client, watch: Watch) -> None:
    tournament = begun(watch, settings(), "Ada", "Bob")
    sit_down(tournament, "Ada", "Bob")
    assert game_of(tournament, "Ada")
    text = page_of(otto.get(console(tournament, "rounds/1/tables/1/"))).text
    assert "This table is being played" in text
    assert "This table counts for nobody" in text


def test_nobody_decides_about_their_own_table(otto: Client, watch: Watch) -> None:
    tournament = begun(watch, settings(), "Otto", "Bob")
    address = console(tournament, "rounds/1/tables/1/")
    assert address not in page_of(otto.get(console(tournament))).values("href")
    assert otto.get(address).status_code == 403
    assert otto.post(address, {"score_0": "40", "score_1": "51"}).status_code == 403
    assert otto.get(console(tournament, "rounds/1/tables/9/")).status_code == 404


def test_nothing_is_decided_about_a_hidden_round(otto: Client, watch: Watch) -> None:
    tournament = begun(watch, duplicate(), "Ada", "Bob")
    assert otto.get(console(tournament, "rounds/1/tables/1/")).status_code == 409
    text = page_of(otto.get(console(tournament))).text
    assert "no result yet" not in text
    assert "Nothing of these games is shown before the round closes." in text


def test_the_last_round_is_opened_again(otto: Client, watch: Watch) -> None:
    tournament = begun(watch, settings(rounds=1), "Ada", "Bob")
    sit_down(tournament, "Ada", "Bob")
    play_together(tournament, "Ada", "Bob")
    settle_down()
    assert row(tournament).status == "finished"
    until = (now() + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    assert "Please say why" in do(otto, tournament, "reopen", closes_at=until)
    assert "The last round is open again." in do(otto, tournament, "reopen", closes_at=until, reason="A mistake.")
    assert status(tournament) == ("running", 1, "open")


def test_it_is_taken_back_or_called_off(otto: Client) -> None:
    tournament = announced(settings(), robots=1)
    assert "It is a draft again." in do(otto, tournament, "unpublish")
    entered = announced(settings(), "Ada")
    assert "it can be cancelled, but not taken back" in do(otto, entered, "unpublish")
    assert "Please say why" in do(otto, entered, "cancel")
    text = do(otto, entered, "cancel", reason="The library has burnt down.")
    assert "The tournament is called off." in text
    assert row(entered).status == "cancelled"
