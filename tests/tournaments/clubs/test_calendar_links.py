"""The calendar of a club's rounds, to which people subscribe."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from icalendar import Calendar

from games.clock.site_time import use_clock
from tests.games.accounts.browsers import browser
from tests.games.sample_tables import account, caller
from tests.tournaments.leagues.seasons import NOW, drafted, league
from tests.tournaments.sample_clubs import club, enrol
from tests.web.markup import page_of
from tournaments.clubs.calendar_links import calendar_secret
from tournaments.clubs.models import Club, Membership
from tournaments.clubs.services.members import remove_member
from tournaments.events.services.schedule import cancel
from tournaments.leagues.services.seasons import publish_season

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def on_a_monday() -> Iterator[None]:
    """It is the first of March 2027."""
    with use_clock(lambda: NOW):
        yield


def playing(**fields: Any) -> Club:
    """A club with a season of one division of three."""
    founded = club(time_zone="Europe/Berlin", **fields)
    made = league(founded, divisions=1)
    drafted(made, ["mia", "sven", "otto"])
    publish_season(made.pk, 1, caller("Olga"))
    return founded


def events(answer: Any) -> list[Any]:
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


def own_address(founded: Club, name: str) -> str:
    membership = Membership.objects.get(club=founded, account=account(name))
    return f"/clubs/{founded.pk}/calendar/{calendar_secret(membership)}.ics"


def test_rounds_are_at_their_moments_across_a_change_of_clocks() -> None:
    founded = playing(is_public=True)
    found = events(browser().get(f"/clubs/{founded.pk}/calendar.ics"))
    assert [event.decoded("dtstart") for event in found] == [
        datetime(2027, 3, 23, 18, tzinfo=UTC),
        datetime(2027, 3, 30, 17, tzinfo=UTC),
        datetime(2027, 4, 6, 17, tzinfo=UTC),
    ]
    assert found[0].decoded("dtend") == found[1].decoded("dtstart")
    assert str(found[0]["summary"]) == "Winter League · season 1 · division 1: round 1"
    assert len({str(event["uid"]) for event in found}) == 3
    assert {str(event["status"]) for event in found} == {"CONFIRMED"}


def test_a_cancelled_tournament_says_so() -> None:
    founded = playing(is_public=True)
    tournament = founded.tournaments.get()
    cancel(tournament.pk, caller("Olga"), "c-1", "Nobody has time.")
    found = events(browser().get(f"/clubs/{founded.pk}/calendar.ics"))
    assert {str(event["status"]) for event in found} == {"CANCELLED"}


def test_a_private_club_is_open_to_the_link_of_a_member_only() -> None:
    founded = playing()
    assert browser().get(f"/clubs/{founded.pk}/calendar.ics").status_code == 404
    assert len(events(browser(account("Mia")).get(f"/clubs/{founded.pk}/calendar.ics"))) == 3
    assert len(events(browser().get(own_address(founded, "Mia")))) == 3
    address = page_of(browser(account("Mia")).get(f"/clubs/{founded.pk}/")).values("value")
    assert f"http://testserver{own_address(founded, 'Mia')}" in address
    assert f"http://testserver{own_address(founded, 'Otto')}" not in address


def test_the_link_ends_with_the_membership_and_is_another_afterwards() -> None:
    founded = playing()
    address = own_address(founded, "Mia")
    remove_member(founded.pk, caller("Olga"), "mia")
    assert browser().get(address).status_code == 404
    enrol(founded, "Mia")
    assert browser().get(address).status_code == 404
    assert browser().get(own_address(founded, "Mia")).status_code == 200


@pytest.mark.parametrize("secret", ["1", "1-", "-", "1-ä", "x-1", "9" * 40 + "-1", "0-" + "a" * 40, "%00", "１-a"])
def test_a_link_that_was_not_given_opens_nothing(secret: str) -> None:
    founded = playing()
    assert browser().get(f"/clubs/{founded.pk}/calendar/{secret}.ics").status_code == 404
    right = own_address(founded, "Mia")
    wrong = right[:-5] + ("0" if right[-5] != "0" else "1") + ".ics"
    assert browser().get(wrong).status_code == 404
    other = club("Another")
    assert browser().get(right.replace(founded.pk, other.pk)).status_code == 404


def test_strangers_see_only_what_is_public() -> None:
    founded = playing()
    Club.objects.update(is_public=True)
    assert events(browser().get(f"/clubs/{founded.pk}/calendar.ics")) == []
    assert len(events(browser().get(own_address(founded, "Mia")))) == 3
