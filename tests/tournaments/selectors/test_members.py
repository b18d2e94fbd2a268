"""Whose names a viewer gets to know through a club."""

import pytest

from games.accounts.data_export import export_account
from games.accounts.name_visibility import acquaintances_among
from games.refusals import Forbidden, NotFound
from tests.games.tables import account, caller
from tests.tournaments.clubs import PEOPLE, STRANGER, club, enrol, viewer
from tests.tournaments.refusing import refused
from tournaments.clubs.models import Club, Membership
from tournaments.clubs.selectors import see_members
from tournaments.clubs.services.clubs import create_club
from tournaments.clubs.services.members import leave_club

pytestmark = pytest.mark.django_db
SHY = ("Paul", "Yuna")


def with_shy_members(is_public: bool) -> Club:
    """A club with two more, of whom one keeps to themselves and the other says that they are under 16."""
    made = club(is_public=is_public)
    account("Paul", is_private=True)
    account("Yuna", is_minor=True)
    for name in SHY:
        enrol(made, name)
    return made


def names(made: Club, name: str | None, **fields: bool) -> list[str]:
    return [member.account.display_name for member in see_members(made.pk, viewer(name, **fields))][::-1]


@pytest.mark.parametrize("is_public", [True, False])
@pytest.mark.parametrize("name", [*PEOPLE, *SHY])
def test_members_know_each_other(is_public: bool, name: str) -> None:
    assert names(with_shy_members(is_public), name) == [*PEOPLE, *SHY]


def test_strangers_see_of_a_public_club_who_shows_themselves() -> None:
    made = with_shy_members(is_public=True)
    assert names(made, STRANGER) == names(made, None) == names(made, "Max", is_staff=True) == [*PEOPLE]
    create_club(caller("Bob"), "Another")
    assert names(made, "Bob") == [*PEOPLE]


def test_strangers_see_nobody_of_a_private_club() -> None:
    made = with_shy_members(is_public=False)
    dan, auditor = viewer(STRANGER), viewer("Max", is_staff=True)
    for somebody in (dan, viewer(None)):
        with refused(NotFound, "club/not-found"):
            see_members(made.pk, somebody)
    with refused(Forbidden, "club/not-member"):
        see_members(made.pk, auditor)


def test_members_of_one_club_know_each_other_until_one_leaves() -> None:
    made = club()
    create_club(caller(STRANGER), "Another")
    mia, sven, dan = (account(name).pk for name in ("Mia", "Sven", STRANGER))
    assert acquaintances_among(mia, [sven, dan]) == {sven}
    leave_club(made.pk, caller("Sven"))
    assert acquaintances_among(mia, [sven, dan]) == set()


def test_an_export_names_the_clubs_of_an_account() -> None:
    made = club()
    mia = account("Mia")
    joined_at = Membership.objects.get(account=mia).joined_at.isoformat()
    row = {"club": made.pk, "name": made.name, "role": "member", "joined_at": joined_at}
    assert export_account(mia)["clubs"] == [row]
    assert export_account(account(STRANGER))["clubs"] == []
