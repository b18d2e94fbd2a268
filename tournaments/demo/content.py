"""Filling a site with sample content, in an order that can be broken off anywhere and gone on with."""

from datetime import timedelta
from typing import Final

from games.accounts.callers import viewer_of
from games.accounts.models import Account
from games.accounts.owner import has_owner
from games.clock.site_time import Clock, now, system_clock, use_clock
from games.extension import ORGANISER, SCOREKEEPER
from tournaments.clubs.models import Club
from tournaments.clubs.selectors import clubs_of
from tournaments.clubs.services.admission import join_club
from tournaments.clubs.services.announcements import make_announcement
from tournaments.clubs.services.clubs import create_club
from tournaments.clubs.services.members import set_role
from tournaments.clubs.services.persons import add_person
from tournaments.demo.competitions import make_competitions
from tournaments.demo.games import dispute_game, play_table, seat_players
from tournaments.demo.people import PLAYERS, make_first_owner, player, sign_up
from tournaments.demo.tables import RATED, TABLES, TODAY
from tournaments.ratings.services import count_waiting_results

CLUB: Final = "The Falling Bricks"
ABOUT: Final = "We meet on Thursdays at seven in the old library. Beginners are welcome; we bring the dice."
FOUNDER: Final = "mika"
MEMBERS: Final = {"noa": ORGANISER, "robin": None, "juno": None, "sascha": SCOREKEEPER, "kim": None}
"""Who else is in the club, and what they are in it if they are not simply members."""
NEWS: Final = (
    "No evening on the last Thursday of the month",
    "The library is being painted. We play online instead: look for our tables here, or begin one.",
)
PERSON: Final = "Aunt Billie"
"""Somebody who plays at the club's evenings and has no account."""
APART: Final = timedelta(days=3)
"""How far apart the rated games lie, the last of them so long ago: a graph of one evening would show nothing."""


def fill() -> None:
    """Make everything that is not there yet; nothing if it was all made before."""
    if has_owner():
        return
    for person in PLAYERS:
        sign_up(person)
    club = found_club()
    play_earlier(club)
    for table in (*TODAY, *TABLES):
        play_table(table, seat_players(table, club))
    make_competitions(club)
    dispute_game()
    count_waiting_results(now())
    make_first_owner()


def play_earlier(club: str) -> None:
    """Let the rated games have been played over some weeks, by people who have been here for longer."""
    began = now() - (len(RATED) + 1) * APART
    Account.objects.filter(username__in=[person.username for person in PLAYERS]).update(date_joined=began)
    for number, table in enumerate(RATED, 1):
        ahead = now() - (began + number * APART)
        with use_clock(_clock_behind(ahead)):
            play_table(table, seat_players(table, club))


def _clock_behind(ahead: timedelta) -> Clock:
    """A clock that goes on from a moment in the past."""
    return lambda: system_clock() - ahead


def found_club() -> str:
    """The club of the sample content with its members; its id."""
    founder = player(FOUNDER)
    viewer = viewer_of(Account.objects.get(username=FOUNDER))
    club = clubs_of(viewer).first() or create_club(founder, CLUB, ABOUT, is_public=True, time_zone="Europe/Berlin")
    for username, role in MEMBERS.items():
        join_club(club.pk, player(username), club.invite)
        if role is not None:
            set_role(club.pk, founder, username, role)
    _announce(club)
    return club.pk


def _announce(club: Club) -> None:
    """Announce something in the club, and enter somebody without an account, once."""
    founder = player(FOUNDER)
    if not club.announcements.exists():
        make_announcement(club.pk, founder, *NEWS)
    if not club.persons.exists():
        add_person(club.pk, founder, PERSON)
