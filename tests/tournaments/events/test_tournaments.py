"""Drafting, changing, publishing and taking back a tournament: who may, when, and what of it."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.errors import Illegal, Malformed
from engine.protocol import Json
from games.accounts.callers import Caller
from games.clock.site_time import write_time
from games.refusals import Conflict, Forbidden, NotFound
from tests.games.sample_tables import caller, command
from tests.tournaments.events.rounds.world import after, announced, counts, duplicate, row, settings, told
from tests.tournaments.refusals import refused
from tests.tournaments.sample_clubs import club
from tournaments.events.history import settings_of
from tournaments.events.services.entrants import enter_other, remove_entrant
from tournaments.events.services.tournaments import (
    change_tournament,
    create_tournament,
    publish_tournament,
    unpublish_tournament,
)

pytestmark = pytest.mark.django_db


def draft(agreed: Json | None = None, **fields: Any) -> str:
    """A tournament that Olga has drafted."""
    made = club()
    return create_tournament(
        made.pk, caller("Olga"), command(), "Autumn bricks", agreed or settings(), **fields
    ).tournament


def test_a_draft_is_stored_with_what_was_agreed_on() -> None:
    tournament = draft(settings(rounds=5), is_public=False)
    stored = row(tournament)
    assert (stored.status, stored.name, stored.format, stored.is_public) == ("draft", "Autumn bricks", "swiss", False)
    assert settings_of(stored).rounds == 5
    assert (stored.due_at, stored.seq) == (None, 1)
    [created] = told(tournament, "tournament/created")
    assert (created["club"], "seed" in created, created["format_version"]) == (stored.club_id, False, 3)
    assert (stored.seed, len(created["commitment"])) == ("", 64)


@pytest.mark.parametrize("name", ["Olga", "Otto"])
def test_owners_and_organisers_draft_and_publish(name: str) -> None:
    made = club()
    tournament = create_tournament(made.pk, caller(name), command(), "Bricks", settings()).tournament
    publish_tournament(tournament, caller(name), command())
    assert row(tournament).status == "registration"


@pytest.mark.parametrize(("name", "sort", "code"), [
    ("Sven", Forbidden, "club/role-too-low"),
    ("Mia", Forbidden, "club/role-too-low"),
    ("Dan", NotFound, "club/not-found"),
])  # fmt: skip
def test_nobody_else_drafts(name: str, sort: Any, code: str) -> None:
    made, by = club(), caller(name)
    with refused(sort, code):
        create_tournament(made.pk, by, command(), "Bricks", settings())


CHANGES: list[Callable[[str, Caller], Any]] = [
    lambda tournament, by: change_tournament(tournament, by, command(), name="Mine"),
    lambda tournament, by: publish_tournament(tournament, by, command()),
    lambda tournament, by: unpublish_tournament(tournament, by, command()),
    lambda tournament, by: enter_other(tournament, by, command(), bot="greedy"),
    lambda tournament, by: remove_entrant(tournament, by, command(), "e-0", "For no reason"),
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_draft_does_not_exist_for_others(change: Callable[[str, Caller], Any]) -> None:
    tournament = draft()
    for name in ("Sven", "Mia", "Dan"):
        by = caller(name)
        with refused(NotFound, "tournament/not-found"):
            change(tournament, by)


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_announced_is_run_by_those_who_run_the_club(change: Callable[[str, Caller], Any]) -> None:
    tournament = announced(settings())
    for name in ("Sven", "Mia", "Dan"):
        by = caller(name)
        with refused(Forbidden, "tournament/not-organiser"):
            change(tournament, by)


@pytest.mark.parametrize(
    ("changes", "sort", "code"),
    [
        ({"format": "knockout"}, Malformed, "tournament/format"),
        ({"variant": "chess"}, Malformed, None),
        ({"colour": "red"}, Malformed, "tournament/unknown-setting"),
        ({"rounds": 0}, Malformed, "tournament/setting"),
        ({"length": 7200, "every": 3600}, Illegal, "tournament/overlap"),
        ({"registration_opens_at": "2999-01-01T00:00:00.000000Z"}, Illegal, "tournament/registration"),
        ({"rounds": 2, "calendar": [["2999-01-01T00:00:00.000000Z", "2999-01-02T00:00:00.000000Z"]]},
         Illegal, "tournament/calendar"),
        ({"timeout": "explode"}, Malformed, "setup/choice"),
        ({"first_at": "9999-12-31T23:00:00.000000Z"}, Malformed, "tournament/setting"),
        ({"first_at": "0001-01-01T00:00:00.000000Z", "zone": "America/New_York"}, Malformed, "tournament/setting"),
        ({"zone": "localtime"}, Malformed, "tournament/setting"),
        ({"rounds": 1, "calendar": [["2999-01-01T00:00:00.000000Z", "9999-12-31T23:00:00.000000Z"]]},
         Malformed, "tournament/setting"),
    ],
    ids=str,
)  # fmt: skip
def test_what_cannot_be_played_is_not_drafted(changes: Json, sort: Any, code: str | None) -> None:
    made, agreed = club(), settings(**changes)
    with pytest.raises(sort) as caught:
        create_tournament(made.pk, caller("Olga"), command(), "Bricks", agreed)
    assert code in (None, caught.value.code)


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "a\0b", None, "!!!"])
def test_a_name_has_something_to_read_in_it(name: Any) -> None:
    made, agreed = club(), settings()
    with refused(Malformed, "tournament/name"):
        create_tournament(made.pk, caller("Olga"), command(), name, agreed)


def test_of_a_draft_everything_can_be_changed() -> None:
    tournament, olga = draft(), caller("Olga")
    change_tournament(tournament, olga, command(), "Winter bricks", settings(format="round-robin", rounds=None), False)
    stored = row(tournament)
    assert (stored.name, stored.format, stored.is_public) == ("Winter bricks", "round-robin", False)


def test_once_announced_only_what_hurts_nobody_can_be_changed() -> None:
    tournament, olga = announced(settings()), caller("Olga")
    now = settings_of(row(tournament)).as_json()
    change_tournament(tournament, olga, command(), settings={**now, "most": 12, "late_until": 1})
    change_tournament(tournament, olga, command(), settings={**now, "first_at": write_time(after(9999))})
    now = settings_of(row(tournament)).as_json()
    refusals: list[tuple[Json, str]] = [
        ({"rounds": 7}, "tournament/agreed"),
        ({"seconds": 60}, "tournament/agreed"),
        ({"first_at": write_time(after(60))}, "tournament/earlier"),
        ({"length": 60}, "tournament/earlier"),
        ({"out_after": 1}, "tournament/agreed"),
    ]
    for changes, code in refusals:
        with refused(Illegal, code):
            change_tournament(tournament, olga, command(), settings={**now, **changes})


def test_publishing_says_when_the_machine_sees_to_it() -> None:
    tournament = draft()
    publish_tournament(tournament, caller("Olga"), command())
    stored = row(tournament)
    assert stored.due_at == settings_of(stored).opening(1)
    with refused(Conflict, "tournament/wrong-moment"):
        publish_tournament(tournament, caller("Olga"), command())


def test_registration_may_open_later() -> None:
    tournament = draft(settings(registration_opens_at=write_time(after(600))))
    publish_tournament(tournament, caller("Olga"), command())
    assert row(tournament).status == "announced"


def test_what_would_have_begun_already_is_not_published() -> None:
    tournament = draft(settings(first_at=write_time(after(-1))))
    with refused(Illegal, "tournament/too-late"):
        publish_tournament(tournament, caller("Olga"), command())


def test_the_dice_that_everybody_gets_are_dealt_when_it_is_published() -> None:
    tournament, olga = draft(duplicate()), caller("Olga")
    publish_tournament(tournament, olga, command())
    [dealt] = told(tournament, "round/dealt")
    assert row(tournament).deal_id == dealt["deal"]
    unpublish_tournament(tournament, olga, command())
    publish_tournament(tournament, olga, command())
    assert counts(tournament)["round/dealt"] == 1


def test_it_is_taken_back_only_while_nobody_has_entered() -> None:
    tournament, olga = announced(settings(), robots=2), caller("Olga")
    unpublish_tournament(tournament, olga, command())
    assert (row(tournament).status, row(tournament).due_at) == ("draft", None)
    enter_other(tournament, olga, command(), account="mia")
    publish_tournament(tournament, olga, command())
    with refused(Conflict, "tournament/entered"):
        unpublish_tournament(tournament, olga, command())
