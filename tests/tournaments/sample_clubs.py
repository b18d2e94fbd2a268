"""Clubs for tests: the same few named people everywhere, each with the role that their name stands for."""

from typing import Any

from games.accounts.callers import ANYBODY, Viewer, viewer_of
from games.extension import MEMBER, ORGANISER, OWNER, SCOREKEEPER
from tests.games.sample_tables import account, caller
from tournaments.clubs.models import Club, Membership
from tournaments.clubs.services.admission import join_club
from tournaments.clubs.services.clubs import create_club
from tournaments.clubs.services.members import set_role

PEOPLE = {"Olga": OWNER, "Otto": ORGANISER, "Sven": SCOREKEEPER, "Mia": MEMBER}
STRANGER = "Dan"


def club(name: str = "The Bricklayers", **fields: Any) -> Club:
    """A club with one person of each role."""
    founded = create_club(caller("Olga"), name, **fields)
    for somebody, role in PEOPLE.items():
        if role != OWNER:
            enrol(founded, somebody, role)
    return founded


def enrol(founded: Club, name: str, role: str = MEMBER) -> Membership:
    """Let somebody join by the link, and give them a role."""
    join_club(founded.pk, caller(name), founded.invite)
    return set_role(founded.pk, caller("Olga"), name.lower(), role)


def roles(founded: Club) -> dict[str, str]:
    """Who is what, by display name."""
    members = Membership.objects.filter(club=founded)
    return dict(members.values_list("account__display_name", "role"))


def viewer(name: str | None, **fields: Any) -> Viewer:
    """Somebody who looks, or anybody."""
    return ANYBODY if name is None else viewer_of(account(name, **fields))
