"""Filling a site with sample content, in an order that can be broken off anywhere and gone on with."""

from typing import Final

from games.accounts.owner import has_owner
from games.clubs import ORGANISER, SCOREKEEPER
from games.models import Account
from games.selectors import viewer_of
from tournaments.demo.people import PLAYERS, make_first_owner, player, sign_up
from tournaments.demo.playing import play, seat
from tournaments.demo.tables import TABLES
from tournaments.selectors.clubs import clubs_of
from tournaments.services import create_club, join_club, set_role

CLUB: Final = "The Falling Bricks"
ABOUT: Final = "We meet on Thursdays at seven in the old library. Beginners are welcome; we bring the dice."
FOUNDER: Final = "mika"
MEMBERS: Final = {"noa": ORGANISER, "robin": None, "juno": None, "sascha": SCOREKEEPER, "kim": None}
"""Who else is in the club, and what they are in it if they are not simply members."""


def fill() -> None:
    """Make everything that is not there yet; nothing if it was all made before."""
    if has_owner():
        return
    for person in PLAYERS:
        sign_up(person)
    club = found_club()
    for table in TABLES:
        play(table, seat(table, club))
    make_first_owner()


def found_club() -> str:
    """The club of the sample content with its members; its id."""
    founder = player(FOUNDER)
    viewer = viewer_of(Account.objects.get(username=FOUNDER))
    club = clubs_of(viewer).first() or create_club(founder, CLUB, ABOUT, is_public=True, time_zone="Europe/Berlin")
    for username, role in MEMBERS.items():
        join_club(club.pk, player(username), club.invite)
        if role is not None:
            set_role(club.pk, founder, username, role)
    return club.pk
