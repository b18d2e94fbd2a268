"""Every change of clubs and tournaments, each named by its verb.

A service locks the row of what it changes, asks only then who is what, and changes it in one transaction; what is
refused has changed nothing.
"""

from tournaments.services.announcements import change_announcement, delete_announcement, make_announcement
from tournaments.services.assigning import assign, assign_members, move_assigned, remove_assigned
from tournaments.services.checking_in import check_in
from tournaments.services.claims import claim_person, end_claim_link, make_claim_link
from tournaments.services.clubs import change_club, create_club, delete_club
from tournaments.services.contributing import contribute_to_round
from tournaments.services.entering import enter, enter_other
from tournaments.services.erasing import leave_every_club
from tournaments.services.invites import join_club, rotate_invite
from tournaments.services.leagues import change_league, create_league
from tournaments.services.leaving import remove_entrant, return_entrant, withdraw
from tournaments.services.members import leave_club, remove_member, set_role
from tournaments.services.pairs import allow_pair, forbid_pair
from tournaments.services.passwords import make_member_link
from tournaments.services.persons import add_person, remove_person, rename_person
from tournaments.services.publishing import publish_tournament, unpublish_tournament
from tournaments.services.requests import approve_request, ask_to_join, decline_request, withdraw_request
from tournaments.services.rounds import (
    cancel,
    enter_paper_result,
    extend_round,
    override_result,
    pair_again,
    pause,
    publish_round,
    reopen_last_round,
    resume,
    start_early,
    start_table,
    take_back_result,
    unpublish_round,
)
from tournaments.services.season_publishing import publish_season
from tournaments.services.seasons import change_season, discard_season, draft_season, finish_season
from tournaments.services.tournaments import change_tournament, create_tournament

__all__ = [
    "add_person",
    "allow_pair",
    "approve_request",
    "ask_to_join",
    "assign",
    "assign_members",
    "cancel",
    "change_announcement",
    "change_club",
    "change_league",
    "change_season",
    "change_tournament",
    "check_in",
    "claim_person",
    "contribute_to_round",
    "create_club",
    "create_league",
    "create_tournament",
    "decline_request",
    "delete_announcement",
    "delete_club",
    "discard_season",
    "draft_season",
    "end_claim_link",
    "enter",
    "enter_other",
    "enter_paper_result",
    "extend_round",
    "finish_season",
    "forbid_pair",
    "join_club",
    "leave_club",
    "leave_every_club",
    "make_announcement",
    "make_claim_link",
    "make_member_link",
    "move_assigned",
    "override_result",
    "pair_again",
    "pause",
    "publish_round",
    "publish_season",
    "publish_tournament",
    "remove_assigned",
    "remove_entrant",
    "remove_member",
    "remove_person",
    "rename_person",
    "reopen_last_round",
    "resume",
    "return_entrant",
    "rotate_invite",
    "set_role",
    "start_early",
    "start_table",
    "take_back_result",
    "unpublish_round",
    "unpublish_tournament",
    "withdraw",
    "withdraw_request",
]
