"""How long tables wait is agreed on with everything else: as usual if nobody says so, and never longer than a round."""

from dataclasses import replace
from typing import Any

import pytest

from engine.errors import Illegal, Malformed
from engine.protocol import Json
from games.clock.site_time import write_time
from tests.games.sample_tables import caller, command
from tests.tournaments.events.rounds.world import HOUR, after, announced, duplicate, row, settings, told
from tests.tournaments.refusals import refused
from tests.tournaments.sample_clubs import club
from tournaments.events.history import settings_of
from tournaments.events.services.tournaments import change_tournament, check_settings, create_tournament
from tournaments.events.settings import read_settings

pytestmark = pytest.mark.django_db

TABLES = {"seats": 4, "rounds": 1}


def drafted(**agreed: Any) -> str:
    made = club()
    return create_tournament(made.pk, caller("Olga"), command(), "Bricks", settings(**{**TABLES, **agreed})).tournament


def wait_of(tournament: str) -> int | None:
    return settings_of(row(tournament)).wait


@pytest.mark.parametrize(("agreed", "wait"), [
    ({}, 15 * 60),
    ({"length": 7 * 24 * HOUR}, 3 * 24 * HOUR),
    ({"wait": None}, None),
    ({"wait": 300}, 300),
    ({"seats": 2}, None),
])  # fmt: skip
def test_a_new_tournament_waits_as_somebody_says_or_as_usual(agreed: Json, wait: int | None) -> None:
    assert wait_of(drafted(**agreed)) == wait


def test_the_shortest_round_of_a_calendar_counts() -> None:
    calendar = [[write_time(after(2 * HOUR)), write_time(after(3 * HOUR))]]
    assert wait_of(drafted(length=9 * HOUR, calendar=calendar)) == 15 * 60
    assert code_of(settings(**TABLES, length=9 * HOUR, calendar=calendar, wait=HOUR)) == "tournament/wait"


def code_of(said: Json) -> str:
    with pytest.raises((Illegal, Malformed)) as caught:
        check_settings(said)
    return caught.value.code


@pytest.mark.parametrize(("agreed", "code"), [
    ({"wait": HOUR}, "tournament/wait"),
    ({"wait": 2 * HOUR}, "tournament/wait"),
    ({"wait": 300, "seats": 2}, "tournament/wait-of-two"),
    ({"wait": 29}, "tournament/setting"),
    ({"wait": 31 * 24 * HOUR}, "tournament/setting"),
    ({"wait": "300"}, "tournament/setting"),
    ({"wait": True}, "tournament/setting"),
])  # fmt: skip
def test_a_time_that_does_not_fit_is_refused(agreed: Json, code: str) -> None:
    assert code_of(settings(**{**TABLES, **agreed})) == code


def test_a_run_on_the_same_dice_waits_for_nobody() -> None:
    assert code_of(duplicate(wait=300)) == "tournament/wait-of-two"


def test_settings_from_before_are_read_and_written_as_they_were() -> None:
    said = settings(**TABLES)
    agreed = read_settings(said)
    assert (agreed.wait, "wait" in agreed.as_json()) == (None, False)
    assert read_settings(replace(agreed, wait=60).as_json()).wait == 60


def test_what_is_not_said_stays_when_something_else_is_changed() -> None:
    tournament = drafted(wait=600)
    change_tournament(tournament, caller("Olga"), command(), settings=settings(**TABLES, level=2))
    assert wait_of(tournament) == 600
    change_tournament(tournament, caller("Olga"), command(), settings=settings(**TABLES, length=500))
    assert wait_of(tournament) == 120, "what does not fit any more is as usual again"


def test_one_that_waits_to_the_end_goes_on_doing_so() -> None:
    tournament = drafted(wait=None)
    change_tournament(tournament, caller("Olga"), command(), settings=settings(**TABLES, level=2))
    assert wait_of(tournament) is None


def test_it_can_be_changed_after_people_have_entered_and_turned_off() -> None:
    agreed = settings(**TABLES, wait=600)
    tournament = announced(agreed, "Ada", "Bob", "Cleo")
    for wait in (300, None, 900):
        change_tournament(tournament, caller("Olga"), command(), settings={**agreed, "wait": wait})
        assert wait_of(tournament) == wait
    assert len(told(tournament, "tournament/changed")) == 3
    with refused(Illegal, "tournament/wait"):
        change_tournament(tournament, caller("Olga"), command(), settings={**agreed, "wait": HOUR})
