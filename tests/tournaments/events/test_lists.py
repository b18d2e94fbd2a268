"""The list of tournaments as its page shows it."""

from datetime import timedelta

import pytest

from games.clock.site_time import now, use_clock
from tests.games.sample_tables import account, caller
from tests.tournaments.events.rounds.world import announced, settings
from tests.tournaments.leagues.seasons import NOW, drafted, league
from tests.tournaments.sample_clubs import club, viewer
from tournaments.events.models import Tournament
from tournaments.events.selectors.lists import own_tournaments, tournaments_page
from tournaments.leagues.services.seasons import publish_season

pytestmark = pytest.mark.django_db


def test_divisions_of_leagues_are_not_offered_to_be_entered() -> None:
    with use_clock(lambda: NOW):
        founded = club(is_public=True)
        made = league(founded, divisions=1)
        drafted(made, ["mia", "sven", "otto"])
        publish_season(made.pk, 1, caller("Olga"))
        single = announced(settings(), of=founded)
        account("Dan")
        assert [one.pk for one in tournaments_page(viewer("Dan"), 1).coming] == [single]
        assert [one.division is not None for one in tournaments_page(viewer("Mia"), 1).own] == [True]


def test_what_is_due_next_comes_first_and_what_waits_for_people_last() -> None:
    names = {what: announced(settings(), "Mia") for what in ("waits", "later", "soon")}
    Tournament.objects.filter(pk=names["waits"]).update(due_at=None)
    Tournament.objects.filter(pk=names["later"]).update(due_at=now() + timedelta(days=400))
    assert [one.pk for one in own_tournaments(viewer("Mia"))] == [names["soon"], names["later"], names["waits"]]
