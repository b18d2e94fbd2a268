"""Every read of clubs that leaves the app: what a viewer may see of them, and who is what in one."""

from tournaments.selectors.announcements import about_announcements, see_announcement, see_announcements
from tournaments.selectors.clubs import (
    SeenClub,
    about_club,
    as_seen,
    club_names_of,
    clubs_of,
    clubs_seen_by,
    role_of,
    runs_one,
    see_club,
    see_club_as_runner,
)
from tournaments.selectors.competitions import leagues_of, overridden_among, tournament_names, tournaments_of
from tournaments.selectors.exporting import export_clubs
from tournaments.selectors.members import about_member, see_members
from tournaments.selectors.persons import about_persons, see_claimed, see_person, see_persons
from tournaments.selectors.requests import about_request, requests_of, see_requests

__all__ = [
    "SeenClub",
    "about_announcements",
    "about_club",
    "about_member",
    "about_persons",
    "about_request",
    "as_seen",
    "club_names_of",
    "clubs_of",
    "clubs_seen_by",
    "export_clubs",
    "leagues_of",
    "overridden_among",
    "requests_of",
    "role_of",
    "runs_one",
    "see_announcement",
    "see_announcements",
    "see_claimed",
    "see_club",
    "see_club_as_runner",
    "see_members",
    "see_person",
    "see_persons",
    "see_requests",
    "tournament_names",
    "tournaments_of",
]
