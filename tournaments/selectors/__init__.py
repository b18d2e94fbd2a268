"""Every read of clubs that leaves the app: what a viewer may see of them, and who is what in one."""

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
)
from tournaments.selectors.members import about_member, export_memberships, see_members, share_a_club

__all__ = [
    "SeenClub",
    "about_club",
    "about_member",
    "as_seen",
    "club_names_of",
    "clubs_of",
    "clubs_seen_by",
    "export_memberships",
    "role_of",
    "runs_one",
    "see_club",
    "see_members",
    "share_a_club",
]
