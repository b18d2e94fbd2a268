"""The addresses of the interface for clubs."""

from django.urls import URLPattern, path

from tournaments.api import clubs, games, members

ONE = "clubs/<str:club_id>"
MEMBER = f"{ONE}/members/<str:handle>"

urlpatterns: list[URLPattern] = [
    path("clubs", clubs.Clubs.as_view(), name="api-clubs"),
    path(ONE, clubs.OneClub.as_view(), name="api-club"),
    path(f"{ONE}/members", members.Members.as_view(), name="api-club-members"),
    path(MEMBER, members.OneMember.as_view(), name="api-club-member"),
    path(f"{MEMBER}/password-link", members.MemberPasswordLink.as_view(), name="api-club-member-password-link"),
    path(f"{ONE}/join", members.JoinClub.as_view(), name="api-club-join"),
    path(f"{ONE}/leave", members.LeaveClub.as_view(), name="api-club-leave"),
    path(f"{ONE}/invite", members.InviteOf.as_view(), name="api-club-invite"),
    path(f"{ONE}/games", games.GamesOf.as_view(), name="api-club-games"),
]
