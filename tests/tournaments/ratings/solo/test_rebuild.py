"""The solo table made anew is the one that was there, whatever has become of its rows."""

import pytest

from games.play.models import GameCard, SeatResult, UncountedResult
from tests.tournaments.ratings.solo.runs import AT, ended_run
from tests.tournaments.ratings.solo.test_services import boards, counted, expected
from tournaments.audit.solo import check_solo
from tournaments.ratings.models import BoardBucket, BoardRow, SoloRun
from tournaments.ratings.solo.services import rebuild_solo

pytestmark = pytest.mark.django_db


def test_what_is_made_anew_is_what_was_there() -> None:
    games = [ended_run("Ada", score, level=level) for score, level in ((80, 1), (120, 2), (60, 2))]
    games += [ended_run("Bob", 99, forfeited=True), ended_run("Bob", 70)]
    counted(*games)
    before, runs = boards(), set(SoloRun.objects.values_list())
    BoardRow.objects.filter(period="all").update(value=500)
    BoardBucket.objects.update(players=7)
    SoloRun.objects.filter(pk=games[0]).delete()
    SoloRun.objects.filter(pk=games[1]).update(rated=1)
    found = {(finding.code, finding.game) for finding in check_solo().findings}
    assert found == {("solo/run", games[0]), ("solo/run", games[1]), ("board/row", None), ("board/places", None)}
    assert list(rebuild_solo()) == [None] * 5
    assert check_solo().findings == []
    assert boards() == before == expected()
    assert set(SoloRun.objects.values_list()) == runs


def test_a_table_without_runs_becomes_empty() -> None:
    game = ended_run("Ada", 80)
    counted(game)
    SoloRun.objects.all().delete()
    assert BoardRow.objects.exists()
    GameCard.objects.filter(pk=game).update(is_rated=False)
    assert {finding.code for finding in check_solo().findings} == {"board/row"}
    assert list(rebuild_solo()) == []
    assert not BoardRow.objects.exists()
    assert not BoardBucket.objects.exists()


def test_a_word_that_waits_keeps_nothing_else_from_the_audit() -> None:
    games = [ended_run("Ada", 80), ended_run("Bob", 90)]
    counted(*games)
    waiting = ended_run("Cleo", 70)
    SeatResult.objects.filter(game=games[0]).update(score=85)
    for game in (waiting, games[0]):
        UncountedResult.objects.create(game_id=game, made_at=AT)
    assert check_solo().findings == [], "what waits is left to those who count"
    SoloRun.objects.filter(pk=games[1]).update(rated=1)
    found = {(finding.code, finding.game) for finding in check_solo().findings}
    assert found == {("solo/run", games[1]), ("board/row", None)}
    BoardBucket.objects.update(players=7)
    assert "board/places" in {finding.code for finding in check_solo().findings}
