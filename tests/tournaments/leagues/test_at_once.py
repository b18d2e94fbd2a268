"""Things done to a league at the same moment: one season, one tournament of each division, and an end."""

from collections.abc import Iterator
from functools import partial

import pytest

from games.clock.site_time import use_clock
from tests.games.play.concurrency.crowd import at_once, codes
from tests.games.sample_tables import caller
from tests.tournaments.leagues.seasons import NOW, crowd, drafted, league
from tests.tournaments.sample_clubs import club
from tournaments.events.models import Tournament
from tournaments.events.services.schedule import cancel
from tournaments.leagues.models import Assignment, League, Season
from tournaments.leagues.services.assignments import assign_player
from tournaments.leagues.services.seasons import draft_season, finish_season, publish_season

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
TIMES = 4


@pytest.fixture(autouse=True)
def on_a_monday() -> Iterator[None]:
    """It is the first of March 2027."""
    with use_clock(lambda: NOW):
        yield


def ready() -> League:
    """A league with a draft of two divisions."""
    founded = club(time_zone="Europe/Berlin")
    crowd(founded, 4)
    made = league(founded)
    drafted(made, ["p01", "p02"], ["p03", "p04"])
    return made


def test_one_season_is_drafted_at_a_time() -> None:
    made = league()
    results = at_once(*[partial(draft_season, made.pk, caller(name)) for name in ("Olga", "Otto")] * TIMES)
    assert codes(results) == ["league/draft-exists"] * (2 * TIMES - 1)
    assert Season.objects.count() == 1


def test_somebody_is_put_into_one_division() -> None:
    made = league()
    draft_season(made.pk, caller("Olga"))
    results = at_once(
        *[partial(assign_player, made.pk, 1, caller("Olga"), rank, handle="mia") for rank in (1, 2)] * TIMES
    )
    assert codes(results) == ["league/already-there"] * (2 * TIMES - 1)
    assert Assignment.objects.count() == 1


def test_a_season_is_published_once() -> None:
    made = ready()
    results = at_once(*[partial(publish_season, made.pk, 1, caller(name)) for name in ("Olga", "Otto")] * TIMES)
    assert codes(results) == ["league/not-a-draft"] * (2 * TIMES - 1)
    assert Tournament.objects.count() == 2


def test_when_the_last_divisions_end_at_once_the_season_is_finished() -> None:
    made = ready()
    publish_season(made.pk, 1, caller("Olga"))
    tournaments = Tournament.objects.values_list("pk", flat=True)
    results = at_once(*[partial(cancel, one, caller("Olga"), f"c-{one}", "Nobody has time.") for one in tournaments])
    assert codes(results) == []
    assert Season.objects.get().status == "finished"
    assert finish_season(made.pk, 1, caller("Olga")).status == "finished"
