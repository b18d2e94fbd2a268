"""What a preview tells is what comes of the ruling, exactly, and what a rebuild from scratch gives."""

import pytest

from games.accounts.callers import viewer_of
from games.accounts.models import Account
from games.integrity.audit.full_audit import audit
from games.integrity.checkpoints import make_checkpoint
from games.log.models import Event
from tests.tournaments.desk.ratings_from_scratch import ratings_from_logs
from tests.tournaments.desk.world import (
    REASON,
    Figures,
    auditor,
    boards,
    figures,
    foretold,
    forfeit,
    games_in,
    place_of,
    reverse,
    void,
)
from tests.tournaments.events.rounds.world import told
from tournaments.audit.rebuild import rebuild_tournament
from tournaments.desk.preview import Preview
from tournaments.desk.ruling_preview import foresee_reversal, foresee_ruling
from tournaments.events.selectors.log import log_events
from tournaments.events.selectors.visibility import see_tournament
from tournaments.ratings.models import SoloRun
from tournaments.ratings.rebuild import rebuild_ratings
from tournaments.ratings.solo.services import rebuild_solo

ROUND = 2
"""In which the ruled game was played; four are over."""


def check(tournament: str, before: Figures, preview: Preview) -> Figures:
    """What was foretold has come, and rebuilding everything from logs and results changes nothing of it."""
    after, listed = figures(tournament), boards()
    assert after == foretold(before, preview)
    for shift in preview.ratings:
        assert place_of(shift.pool, shift.player) == shift.places[1]
    assert rebuild_tournament(tournament) is None
    assert not any(rebuild_ratings())
    assert not any(rebuild_solo())
    assert (figures(tournament), boards()) == (after, listed)
    assert ratings_from_logs() == after.ratings
    return after


@pytest.mark.slow
@pytest.mark.parametrize("table", [0, 1, 2])
def test_a_game_of_the_second_round_is_voided_after_the_fourth(swiss: str, table: int) -> None:
    game, before = games_in(swiss, ROUND)[table], figures(swiss)
    preview = foresee_ruling(game, "voided")
    assert figures(swiss) == before, "looking ahead changes nothing"
    assert {shift.player for shift in preview.ratings} == {player for _, player in before.ratings}, "all have met since"
    assert len(preview.standings) >= 2
    assert preview.notes == ("pairings",)

    ruling = void(game)
    voided = check(swiss, before, preview)
    back = foresee_reversal(game, ruling)
    mirrored = {(change.entrant, change.after, change.before) for change in preview.standings}
    assert {(change.entrant, change.before, change.after) for change in back.standings} == mirrored
    reverse(game, ruling)
    assert check(swiss, voided, back) == before


def test_a_seat_forfeits_a_game_of_the_second_round(swiss: str) -> None:
    game, before = games_in(swiss, ROUND)[0], figures(swiss)
    result = foresee_ruling(game, "dismissed").before
    winner = next(seat for seat, at in enumerate(result.seats) if at.place == 1)
    preview = foresee_ruling(game, "forfeited", [winner])
    assert [at.place for at in preview.after.seats] == ([2, 1] if winner == 0 else [1, 2])
    ruling = forfeit(game, winner)
    forfeited = check(swiss, before, preview)
    back = foresee_reversal(game, ruling)
    reverse(game, ruling)
    assert check(swiss, forfeited, back) == before


@pytest.mark.slow
def test_a_run_of_a_tournament_with_the_same_dice_is_voided(shared: str) -> None:
    game, before = games_in(shared, 1)[0], figures(shared)
    runs = set(SoloRun.objects.values_list("game", flat=True))
    preview = foresee_ruling(game, "voided")
    [run] = preview.runs
    assert run.rated == (SoloRun.objects.get(pk=game).rated, None)
    assert len(preview.ratings) == 4, "whoever played the same dice is compared with one fewer"
    ruling = void(game)
    voided = check(shared, before, preview)
    assert set(SoloRun.objects.values_list("game", flat=True)) == runs - {game}
    back = foresee_reversal(game, ruling)
    assert back.runs[0].rated == (None, run.rated[0])
    reverse(game, ruling)
    assert check(shared, voided, back) == before
    assert set(SoloRun.objects.values_list("game", flat=True)) == runs


def test_a_run_on_the_same_dice_is_forfeited(shared: str) -> None:
    game, before = games_in(shared, 1)[1], figures(shared)
    preview = foresee_ruling(game, "forfeited", [0])
    assert preview.runs[0].titles[1] == "", "a run that was not played to its end has no title"
    forfeit(game, 0)
    check(shared, before, preview)


def test_dismissing_changes_nothing(swiss: str) -> None:
    preview = foresee_ruling(games_in(swiss, ROUND)[0], "dismissed")
    assert preview.is_empty
    assert preview.notes == ()


def test_the_logs_say_who_has_ruled_and_why(swiss: str) -> None:
    game = games_in(swiss, ROUND)[0]
    ruling = void(game)
    event = Event.objects.get(game=game, seq=ruling)
    assert event.kind == "ruling/voided"
    said = told(swiss, "result/recorded")[-1]
    assert (said["game"], said["game_seq"], said["game_hash"], said["void"]) == (game, ruling, event.hash, True)
    mika = viewer_of(Account.objects.get(username="mia"))
    [latest, *_] = log_events(see_tournament(swiss, mika))
    assert latest.ruled is not None
    assert (latest.ruled.name, latest.ruled.reason, latest.ruled.game) == ("Aura", REASON, game)
    reverse(game, ruling)
    [latest, *_] = log_events(see_tournament(swiss, mika))
    assert latest.ruled is not None
    assert (latest.ruled.how, latest.ruled.reason) == ("ruling/reversed", "It was a mistake.")
    assert auditor().account == Account.objects.get(username="aura").pk
    make_checkpoint()
    assert audit().findings == []
