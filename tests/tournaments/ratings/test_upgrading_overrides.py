"""Results that were put in the place of others before ratings followed them: the migration reads them from the logs."""

from importlib import import_module

import pytest
from django.apps import apps
from django.utils import timezone

from games.models import UncountedResult
from tests.games.clocks.watch import Watch
from tests.games.tables import caller, command
from tests.tournaments.desk.world import duels, flipped, follow, games_in, played
from tests.tournaments.rounds.conftest import real_watch, watch
from tournaments.audit.ratings import check_ratings
from tournaments.audit.whole import check_tournament
from tournaments.models import RatedMatch, Table
from tournaments.ratings.counting import count_results
from tournaments.services import enter_paper_result, override_result

__all__ = ["real_watch", "watch"]

pytestmark = pytest.mark.django_db


def how_entered() -> list[str]:
    return list(Table.objects.order_by("pk").values_list("entered", flat=True))


def test_what_was_entered_is_known_after_the_upgrade_and_ratings_follow_it(watch: Watch) -> None:
    tournament = played(watch, duels(rounds=2), 1, "Ada", "Bob", "Cleo", "Dan")
    [game, _] = games_in(tournament, 1)
    olga = caller("Olga")
    for number in (1, 2):
        seats = flipped(tournament, number)
        if number == 1:
            override_result(tournament, olga, command(), 1, seats, "One was helped.", number)
        else:
            enter_paper_result(tournament, olga, command(), 1, seats)
    follow()
    entered, rated = how_entered(), RatedMatch.objects.get(key=game)
    assert sorted(entered) == ["", "", "override", "paper"]
    Table.objects.update(entered="")
    UncountedResult.objects.create(game_id=game, made_at=watch.at)
    follow()
    assert RatedMatch.objects.get(key=game).seats != rated.seats, "as it was before"
    import_module("tournaments.migrations.0010_results_entered").read_entered(apps, None)
    count_results(timezone.now())
    assert how_entered() == entered
    assert RatedMatch.objects.get(key=game).seats == rated.seats
    assert check_tournament(tournament).findings == check_ratings().findings == []
