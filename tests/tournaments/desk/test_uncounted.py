"""Looking ahead while results wait to be counted, when others rule meanwhile, and when there is too much to compute."""

import pytest

from games.play.models import ResultChange, SeatResult, UncountedResult
from games.play.moves import make_move
from tests.games.accounts.browsers import browser
from tests.games.clock.watch import Watch
from tests.games.sample_tables import account, caller, command, play_until, table
from tests.tournaments.desk.world import auditor, figures, follow, foretold, forfeit, games_in, play_game, ratings, void
from tests.tournaments.events.rounds.world import FIRST, announced, pass_time, play_bots, settings
from tests.tournaments.sample_clubs import viewer
from tournaments.desk import rating_change
from tournaments.desk.ruling_preview import foresee_ruling
from tournaments.desk.shown_preview import shown_preview
from tournaments.events.models import Entrant
from tournaments.events.selectors.player_names import names_in
from tournaments.ratings.models import RatingPool, SoloRun
from tournaments.ratings.services import rate_new_matches, store_results

RESIGN = {"kind": "drop", "seat": 0, "reason": "resign"}


def first_duel() -> str:
    """A rated duel of two who have played none before, and which Ada has given up in the second round."""
    game = table("duel", rated=True)
    play_until(game, lambda fold: fold.rolls > 1)
    make_move(game, caller("Ada"), command(), RESIGN, None)
    return game


def test_a_first_result_is_foreseen_as_if_it_were_counted_and_the_players_have_their_names(db: None) -> None:
    game = first_duel()
    assert UncountedResult.objects.filter(game=game).exists()
    assert foresee_ruling(game, "forfeited", [1]).ratings == (), "the later forfeit comes before the earlier"
    named = shown_preview(foresee_ruling(game, "voided"), viewer("Aura", is_staff=True)).ratings
    assert {line.name.name for line in named} == {"Ada", "Bob"}
    assert not any(line.name.is_erased for line in named)
    shown = sorted((line.change.before.shown, line.change.after.shown) for line in named)
    follow()
    counted = foresee_ruling(game, "voided").ratings
    assert sorted((one.before.shown, one.after.shown) for one in counted) == shown == [(1389, 1500), (1611, 1500)]
    assert foresee_ruling(game, "forfeited", [1]).ratings == ()


def test_a_result_that_is_kept_but_not_counted_is_foreseen_as_if_it_were(db: None) -> None:
    game = first_duel()
    store_results([game])
    assert ratings() == {}
    before = foresee_ruling(game, "voided")
    rate_new_matches("brikks/duel")
    assert foresee_ruling(game, "voided") == before


@pytest.mark.slow
def test_the_last_result_of_many_is_foreseen_before_and_after_it_is_counted(swiss: str, time: Watch) -> None:
    [game, *_] = games_in(swiss, 5)
    play_game(game)
    assert ResultChange.objects.filter(game=game).exists()
    early = foresee_ruling(game, "voided")
    follow()
    before = figures(swiss)
    late = foresee_ruling(game, "voided")
    assert (early.standings, early.ratings) == (late.standings, late.ratings)
    assert early.fingerprint == late.fingerprint
    void(game)
    assert figures(swiss) == foretold(before, late)


def test_a_first_run_alone_is_foreseen_with_its_player(db: None) -> None:
    game = table("solo", seats=1, rated=True)
    while not SeatResult.objects.filter(game=game).exists():
        make_move(game, caller("Ada"), command(), RESIGN, None)
    assert not SoloRun.objects.filter(pk=game).exists()
    [run] = shown_preview(foresee_ruling(game, "voided"), viewer("Aura", is_staff=True)).runs
    assert (run.name.name, run.change.rated[1]) == ("Ada", None)
    assert run.change.rated[0] is not None


def test_looking_ahead_stores_nothing_not_even_a_pool(db: None) -> None:
    game = first_duel()
    auditor()
    pools = set(RatingPool.objects.values_list("pk", flat=True))
    answer = browser(account("Aura")).get(f"/api/v1/games/{game}/rulings/preview?how=forfeited&seats=1")
    assert answer.status_code == 200
    assert set(RatingPool.objects.values_list("pk", flat=True)) == pools


def test_what_another_ruling_changes_changes_the_fingerprint(swiss: str) -> None:
    first, second, _ = games_in(swiss, 2)
    seen = foresee_ruling(first, "voided").fingerprint
    assert foresee_ruling(first, "voided").fingerprint == seen
    winner = SeatResult.objects.filter(game=second).order_by("place", "seat")[0]
    forfeit(second, winner.seat)
    assert foresee_ruling(first, "voided").fingerprint != seen


def test_nothing_is_foretold_of_ratings_where_too_many_seats_would_be_computed(
    swiss: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games_in(swiss, 1)[0]
    monkeypatch.setattr(rating_change, "MOST_SEATS", 24)
    assert foresee_ruling(game, "voided").ratings
    monkeypatch.setattr(rating_change, "MOST_SEATS", 23)
    preview = foresee_ruling(game, "voided")
    assert (preview.ratings, "too-late" in preview.notes) == ((), True)


def test_bots_have_the_names_that_they_have_everywhere(watch: Watch) -> None:
    tournament = announced(settings(variant="duel", rounds=2), robots=6)
    pass_time(watch, FIRST)
    play_bots(tournament)
    follow()
    everywhere = names_in(Entrant.objects.filter(tournament=tournament).order_by("number"), viewer(None))
    for game in games_in(tournament, 1):
        told = shown_preview(foresee_ruling(game, "voided"), viewer("Aura", is_staff=True)).standings
        assert told
        assert all(line.name == everywhere[line.change.entrant] for line in told)
