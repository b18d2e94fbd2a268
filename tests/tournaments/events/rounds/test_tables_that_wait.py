"""Tables that never start without somebody: duels, paper, the same dice for all, and where nothing was agreed on."""

from games.log.models import Game
from tests.games.clock.watch import Watch
from tests.games.sample_tables import caller
from tests.tournaments.events.rounds.open_rounds import FOUR, WAIT, opened
from tests.tournaments.events.rounds.test_close_round import seats
from tests.tournaments.events.rounds.world import (
    FIRST,
    HOUR,
    announced,
    counts,
    duplicate,
    latest,
    pass_time,
    row,
    settings,
    sit_down,
    told,
)
from tests.tournaments.sample_clubs import club
from tournaments.clubs.services.persons import add_person
from tournaments.events.history import settings_of
from tournaments.events.models import Entrant, Place, Table


def test_duels_wait_as_before(watch: Watch) -> None:
    tournament = announced(settings(rounds=1, seats=2), "Ada", "Bob")
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada")
    assert (latest(tournament).waits_until, latest(tournament).looks_at) == (None, None)
    pass_time(watch, HOUR)
    assert seats(tournament) == {"Ada": (None, 1, False), "Bob": (None, 2, True)}


def test_a_table_of_two_in_an_uneven_field_waits_as_before(watch: Watch) -> None:
    tournament = opened(watch, *FOUR, "Eve", seats=3)
    pairs = [table for table in Table.objects.filter(round=latest(tournament)) if table.places.count() == 2]
    for table in pairs:
        first = Place.objects.filter(table=table).order_by("seat").select_related("entrant__account")[0].entrant
        assert first.account is not None
        sit_down(tournament, first.account.display_name)
    assert pairs
    pass_time(watch, WAIT)
    assert counts(tournament)["table/started-without"] == 0


def test_the_same_dice_for_everybody_are_played_as_before(watch: Watch) -> None:
    tournament = announced(duplicate(rounds=1), "Ada", "Bob")
    pass_time(watch, FIRST)
    assert (latest(tournament).waits_until, settings_of(row(tournament)).wait) == (None, None)
    sit_down(tournament, "Ada")
    pass_time(watch, HOUR)
    assert (seats(tournament)["Bob"][0], counts(tournament)["table/started-without"]) == (None, 0)


def test_a_tournament_without_the_setting_is_played_as_before(watch: Watch) -> None:
    tournament = opened(watch, *FOUR, wait=None)
    sit_down(tournament, "Ada", "Bob", "Cleo")
    pass_time(watch, HOUR)
    assert seats(tournament)["Ada"] == seats(tournament)["Cleo"] == (None, 1, False)
    assert "wait" not in told(tournament, "tournament/created")[0]["settings"]
    assert (counts(tournament)["table/started-without"], Game.objects.count()) == (0, 1)


def test_paper_tables_wait_for_nobody(watch: Watch) -> None:
    made = club()
    persons = [add_person(made.pk, caller("Olga"), name).pk for name in ("Paul", "Rita", "Sam")]
    tournament = announced(settings(rounds=1, seats=3, wait=WAIT), persons=persons, of=made)
    pass_time(watch, FIRST)
    pass_time(watch, WAIT)
    assert (counts(tournament)["table/started-without"], latest(tournament).looks_at) == (0, None)
    assert Entrant.objects.filter(tournament=tournament).count() == 3
