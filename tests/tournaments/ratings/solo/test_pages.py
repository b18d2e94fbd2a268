"""The solo table, the dice of a closed round, and playing them again: on pages and through the interface."""

import pytest
from django.utils.html import escape

from games.accounts.models import Account
from games.play.models import GameCard
from games.play.moves import make_move
from tests.games.accounts.browsers import browser, call
from tests.games.clock.watch import Watch
from tests.games.sample_tables import account, caller, choose, command, fold_of
from tests.tournaments.events.rounds.world import (
    FIRST,
    HOUR,
    announced,
    duplicate,
    game_of,
    latest,
    pass_time,
    play_as,
    sit_down,
)
from tests.tournaments.ratings.solo.runs import ended_run
from tests.tournaments.ratings.solo.test_services import counted
from tests.web.markup import page_of
from tournaments.events.history import load_history
from tournaments.events.models import Tournament
from tournaments.ratings.models import RatedMatch, SoloRun
from tournaments.ratings.services import count_waiting_results

pytestmark = pytest.mark.django_db

FIRST_TIME = {
    "en": "Your first time?",
    "de": "Dein erstes Mal?",
    "fr": "Ta première fois\u202f?",
    "es": "¿Tu primera vez?",
}


def played(watch: Watch, **agreed: object) -> tuple[str, str]:
    """A duplicate tournament of Ada and Bob with one round that is over, and its dice."""
    tournament = announced(duplicate(rounds=1, **agreed), "Ada", "Bob")
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada", "Bob")
    play_as(tournament, "Ada", "greedy")
    play_as(tournament, "Bob")
    pass_time(watch, HOUR)
    deal = latest(tournament).deal_id
    assert deal is not None
    return tournament, deal


class TestSoloTable:
    @pytest.mark.parametrize("language", FIRST_TIME)
    def test_everybody_reads_the_titles_in_their_language(self, language: str) -> None:
        answer = browser().get("/solo/", headers={"Accept-Language": language})
        page = answer.content.decode()
        assert escape(FIRST_TIME[language]) in page
        assert all(ends in page for ends in ("130–150", "60–69", "0–59"))
        assert not page_of(answer).skips_a_heading_level()

    def test_who_has_no_run_yet_is_told_how_to_begin(self) -> None:
        assert "You have no rated run yet." in page_of(browser(account("Ada")).get("/solo/")).text
        assert "As a guest you can play all the same" in page_of(browser().get("/solo/")).text

    def test_own_figures_are_shown_to_oneself(self) -> None:
        best = ended_run("Ada", 125, level=2)
        counted(best, ended_run("Ada", 60, forfeited=True))
        answer = browser(account("Ada")).get("/solo/")
        text = page_of(answer).text
        assert all(words in text for words in ("You Bragger!", "95.0", "50%", "1 of 2 runs", "Level 2"))
        assert f"/games/{best}/replay/" in page_of(answer).values("href")
        assert all(words in text for words in ("125 + 5 for level 2", "1 (100%)", "130–150 You Bragger!"))

    def test_the_titles_have_a_table_of_their_own_only_for_who_has_no_runs(self) -> None:
        counted(ended_run("Ada", 125))
        assert "Titles by rated score" not in page_of(browser(account("Ada")).get("/solo/")).text
        assert "Titles by rated score" in page_of(browser().get("/solo/")).text

    def test_programs_get_the_figures_of_whoever_they_may_see(self) -> None:
        counted(ended_run("Ada", 125), ended_run("Ada", 60, forfeited=True))
        said = call(browser(), "GET", "players/ada/solo").json()
        assert (said["best"], said["title"], said["mean"], said["completion"]) == (
            125,
            "You should be doing this professionally!",
            92.5,
            50,
        )
        assert said["same_dice"] == {"runs": 0, "percentile": None, "kindness": None}
        Account.objects.filter(username="ada").update(is_private=True)
        assert call(browser(), "GET", "players/ada/solo").status_code == 404


class TestPlayingNow:
    def test_a_run_that_is_begun_with_one_click_is_rated_for_who_is_registered(self) -> None:
        ada, guest = browser(account("Ada")), browser()
        assert [client.post("/play/solo/").status_code for client in (ada, guest)] == [302, 302]
        rated = dict(GameCard.objects.values_list("game__players__account__is_guest", "is_rated"))
        assert rated == {False: True, True: False}


class TestDeals:
    def test_the_dice_of_a_round_are_secret_until_it_is_closed(self, watch: Watch) -> None:
        tournament = announced(duplicate(rounds=1), "Ada", "Bob")
        pass_time(watch, FIRST)
        deal = latest(tournament).deal_id
        for somebody in (browser(account("Ada")), browser(account("Olga")), browser()):
            assert somebody.get(f"/deals/{deal}/").status_code == 404
            assert somebody.post(f"/deals/{deal}/again/").status_code == 404
            assert call(somebody, "GET", f"deals/{deal}/field").status_code == 404
        assert browser(account("Ada")).get("/deals/d-none/").status_code == 404
        assert f"/deals/{deal}/" not in page_of(browser().get(f"/tournaments/{tournament}/rounds/1/")).values("href")

    def test_the_field_is_shown_with_places_and_shares(self, watch: Watch) -> None:
        tournament, deal = played(watch)
        own, other = (game_of(tournament, name) for name in ("Ada", "Bob"))
        round_page = page_of(browser().get(f"/tournaments/{tournament}/rounds/1/"))
        assert f"/deals/{deal}/" in round_page.values("href")
        answer = browser(account("Ada")).get(f"/deals/{deal}/")
        page = page_of(answer)
        assert {f"/games/{game}/replay/" for game in (own, other)} <= set(page.values("href"))
        assert all(words in page.text for words in ("2 runs on the same dice.", "100%", "0%", "Ada", "Bob"))
        assert "style=" not in answer.content.decode()
        said = call(browser(), "GET", f"deals/{deal}/field").json()
        assert [(run["place"], run["percentile"]) for run in said["runs"]] == [(1, 100), (2, 0)]
        assert {run["player"]["name"] for run in said["runs"]} == {"Ada", "Bob"}
        assert (said["tournament"], said["round"], said["size"], said["next"]) == (tournament, 1, 2, None)
        shown = page_of(browser(account("Ada")).get(f"/games/{own}/"))
        assert f"/deals/{deal}/" in shown.values("href")
        assert "of 2, with" in shown.text

    def test_dice_of_a_tournament_that_one_may_not_see_are_not_there(self, watch: Watch) -> None:
        tournament, deal = played(watch)
        Tournament.objects.filter(pk=tournament).update(is_public=False)
        assert browser(account("Dan")).get(f"/deals/{deal}/").status_code == 404
        assert browser(account("Dan")).post(f"/deals/{deal}/again/").status_code == 404
        assert browser(account("Mia")).get(f"/deals/{deal}/").status_code == 200


class TestAgain:
    def test_somebody_plays_against_the_field_and_changes_nothing(self, watch: Watch) -> None:
        tournament, deal = played(watch, is_rated=True)
        pass_time(watch, 10)
        count_waiting_results()
        kept = set(SoloRun.objects.values_list()), list(RatedMatch.objects.values_list())
        table = load_history(latest(tournament).tournament)
        dan = browser(account("Dan"))
        sent = dan.post(f"/deals/{deal}/again/", {"command": "ab" * 16})
        again = sent["Location"].split("/")[2]
        assert dan.post(f"/deals/{deal}/again/", {"command": "ab" * 16})["Location"] == sent["Location"]
        while not (fold := fold_of(again)).is_over:
            make_move(again, caller("Dan"), command(), choose(fold, 0, "greedy"), fold.asked)
        shown = page_of(dan.get(f"/games/{again}/"))
        assert "For fun: this run would have taken place" in shown.text
        assert "of 3, ahead of" in shown.text
        assert "Your runs for fun" in page_of(dan.get(f"/deals/{deal}/")).text
        pass_time(watch, 10)
        count_waiting_results()
        assert (set(SoloRun.objects.values_list()), list(RatedMatch.objects.values_list())) == kept
        assert len(kept[0]) == 2
        assert load_history(latest(tournament).tournament) == table
        field = call(browser(), "GET", f"deals/{deal}/field").json()
        assert again not in [run["game"] for run in field["runs"]]

    def test_a_visitor_does_so_as_a_guest_and_programs_with_a_command(self, watch: Watch) -> None:
        _, deal = played(watch)
        visitor = browser()
        game = visitor.post(f"/deals/{deal}/again/")["Location"].split("/")[2]
        assert fold_of(game).created["seats"] == [{"kind": "guest"}]
        asked = call(browser(account("Ada")), "POST", f"deals/{deal}/again", {"command_id": "once-more"})
        assert asked.status_code == 201
        assert fold_of(asked.json()["game"]).is_again
        refused = call(browser(account("Ada")), "POST", f"deals/{deal}/again", {})
        assert refused.status_code == 400
