"""Every change of a club, each named by its verb.

A service locks the club's row, asks only then who is what in it, and changes it in one transaction; what is refused
has changed nothing.
"""

from tournaments.services.clubs import change_club, create_club, delete_club
from tournaments.services.erasing import leave_every_club
from tournaments.services.invites import join_club, rotate_invite
from tournaments.services.members import leave_club, remove_member, set_role
from tournaments.services.passwords import make_member_link

__all__ = [
    "change_club",
    "create_club",
    "delete_club",
    "join_club",
    "leave_club",
    "leave_every_club",
    "make_member_link",
    "remove_member",
    "rotate_invite",
    "set_role",
]
