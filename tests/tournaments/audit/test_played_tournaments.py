"""The audit and the rebuilding of tournaments that were really played: their games are those that their logs name."""

from io import StringIO

import pytest
from django.core.management import call_command

from games.integrity.audit.full_audit import audit
from games.play.models import SeatResult
from tests.games.clock.watch import wound
from tests.games.integrity.audit.tampering import around_the_guards
from tests.tournaments.events.log.world import rows
from tests.tournaments.events.rounds.world import FIRST, announced, duplicate, pass_time, play_bots, row
from tournaments.audit.rebuild import rebuild_tournament
from tournaments.audit.tournaments import check_tournament
from tournaments.events.models import Entrant, PairingRun, Place, Round, Table, TournamentEvent


def check_made_anew(tournament: str) -> None:
    """All is as it should be, and again so after all rows were deleted and made anew."""
    assert audit().findings == []
    before = rows(tournament)
    assert any(game for _, _, game, *_ in before["tables"])
    for model in (Place, Table, PairingRun, Round, Entrant):
        model._default_manager.all().delete()
    assert rebuild_tournament(tournament) is None
    assert rows(tournament) == before


def test_what_was_played_is_as_it_should_be_and_is_made_anew(swiss: str) -> None:
    check_made_anew(swiss)


@pytest.mark.django_db
def test_what_was_played_on_the_same_dice_is_made_anew_too() -> None:
    with wound() as watch:
        tournament = announced(duplicate(), robots=2)
        pass_time(watch, FIRST)
        play_bots(tournament)
        check_made_anew(tournament)


def test_results_that_differ_from_their_games_are_named(swiss: str) -> None:
    table = Table.objects.filter(round__tournament=swiss, is_done=True, game__isnull=False).first()
    assert table is not None
    SeatResult.objects.filter(game=table.game_id, seat=0).update(score=-7)
    assert [finding.code for finding in check_tournament(swiss).findings] == ["result/differs"]


def test_a_game_at_another_table_is_named_and_put_right(swiss: str) -> None:
    one, other = Table.objects.filter(round__tournament=swiss, round__number=1).order_by("number")[:2]
    games = one.game_id, other.game_id
    Table.objects.filter(pk__in=(one.pk, other.pk)).update(game=None)
    assert {finding.code for finding in check_tournament(swiss).findings} == {"table/game"}
    assert rebuild_tournament(swiss) is None
    again = Table.objects.filter(round__tournament=swiss, round__number=1).order_by("number")
    assert tuple(again.values_list("game", flat=True))[:2] == games


def test_a_tail_that_was_cut_off_with_the_row_is_missed_by_the_games(swiss: str) -> None:
    """Whoever cuts the log and mends the row still has the games against them, which name what was there."""
    paired = TournamentEvent.objects.filter(tournament=swiss, kind="round/paired").earliest("seq")
    with around_the_guards():
        TournamentEvent.objects.filter(tournament=swiss, seq__gte=paired.seq).delete()
        last = TournamentEvent.objects.filter(tournament=swiss).latest("seq")
        stored = row(swiss)
        stored.seq, stored.head_hash, stored.last_at = last.seq, last.hash, last.at
        stored.save()
    assert rebuild_tournament(swiss) is None
    assert {finding.code for finding in check_tournament(swiss).findings} == {"anchor/hash"}


def test_the_commands_see_to_tournaments_too(swiss: str) -> None:
    before = rows(swiss)
    Place.objects.filter(round__tournament=swiss).update(score=None)
    told = StringIO()
    with pytest.raises(SystemExit):
        call_command("audit", stdout=told, stderr=StringIO())
    assert f"place/score: tournament {swiss}: " in told.getvalue()
    told = StringIO()
    call_command("rebuild", "tournaments", stdout=told, stderr=StringIO())
    assert told.getvalue() == "Rebuilt 1 of 1 tournaments.\n"
    assert rows(swiss) == before
