"""The programming interface of clubs: clubs, members, requests to join, announcements, persons without an account."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.absolute_urls import one_time_link_url
from games.accounts.authentication import request_account, request_caller, request_viewer
from games.accounts.serializers import Nothing, PasswordLink
from games.accounts.tokens import ORGANISE
from games.api.paging import NewestFirstPagination
from games.api.schema import WRITE_REFUSALS, integer_parameter
from games.api.serializers import read_fields, read_number
from tournaments.clubs import serializers
from tournaments.clubs.models import Announcement, Club, ClubPerson, JoinRequest, Membership
from tournaments.clubs.selectors import (
    about_announcements,
    about_club,
    about_member,
    about_persons,
    about_request,
    as_seen,
    clubs_of,
    clubs_seen_by,
    see_announcements,
    see_club,
    see_members,
    see_person,
    see_persons,
    see_requests,
)
from tournaments.clubs.services.admission import (
    approve_request,
    ask_to_join,
    decline_request,
    join_club,
    rotate_invite,
    withdraw_request,
)
from tournaments.clubs.services.announcements import change_announcement, delete_announcement, make_announcement
from tournaments.clubs.services.clubs import change_club, create_club, delete_club
from tournaments.clubs.services.members import leave_club, make_member_password_link, remove_member, set_role
from tournaments.clubs.services.persons import (
    add_person,
    claim_person,
    end_claim_link,
    make_claim_link,
    remove_person,
    rename_person,
)


def answer_club(request: Request, club_id: str, status: int = 200) -> Response:
    """A club as whoever asks sees it now."""
    return Response(about_club(see_club(club_id, request_viewer(request))), status=status)


class Clubs(GenericAPIView[Club]):
    """The clubs that you may see."""

    is_public = True
    scope = ORGANISE
    serializer_class = serializers.Club
    pagination_class = NewestFirstPagination
    queryset = Club.objects.none()

    def get_queryset(self) -> QuerySet[Club]:
        """One's own, or these and all that are public."""
        who = request_viewer(self.request)
        if not read_number(self.request.query_params, "mine", 0, 1):
            return clubs_seen_by(who)
        if who.account is None:
            raise NotAuthenticated
        return clubs_of(who)

    @extend_schema(
        summary="Lists of clubs",
        parameters=[integer_parameter("mine", "1 for those of which you are a member.", 0, 1)],
        responses=serializers.Club(many=True),
    )
    def get(self, request: Request) -> Response:
        """Clubs that everybody may see and your own, the newest first."""
        page: Any = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response([about_club(seen) for seen in as_seen(page, request_viewer(request))])

    @extend_schema(
        summary="Found a club",
        request=serializers.FoundingClub,
        responses={201: serializers.Club, 409: WRITE_REFUSALS[409]},
    )
    def post(self, request: Request) -> Response:
        """You own it; others join by its link."""
        made = create_club(request_caller(request), **read_fields(request.data, serializers.FoundingClub))
        return answer_club(request, made.pk, 201)


class OneClub(APIView):
    """One club."""

    is_public = True
    scope = ORGANISE

    @extend_schema(summary="One club", responses=serializers.Club)
    def get(self, request: Request, club_id: str) -> Response:
        """What is said of it; its link too if you run it."""
        return answer_club(request, club_id)

    @extend_schema(
        summary="Change a club",
        request=serializers.ChangingClub,
        responses={200: serializers.Club, 409: WRITE_REFUSALS[409]},
    )
    def patch(self, request: Request, club_id: str) -> Response:
        """For those who run it."""
        change_club(club_id, request_caller(request), read_fields(request.data, serializers.ChangingClub))
        return answer_club(request, club_id)

    @extend_schema(summary="End a club", responses={204: None, 409: WRITE_REFUSALS[409]})
    def delete(self, request: Request, club_id: str) -> Response:
        """For its owner, when there is nobody else in it; its games stay."""
        read_fields(request.data, Nothing)
        delete_club(club_id, request_caller(request))
        return Response(status=204)


class MemberPages(NewestFirstPagination):
    """Pages of members."""

    field = "joined_at"


class Members(GenericAPIView[Membership]):
    """The members of a club."""

    is_public = True
    scope = ORGANISE
    serializer_class = serializers.Member
    pagination_class = MemberPages
    queryset = Membership.objects.none()

    @extend_schema(summary="Members of a club", responses=serializers.Member(many=True))
    def get(self, request: Request, club_id: str) -> Response:
        """All of them for members; for others only those whose profile is public, the newest first."""
        page: Any = self.paginate_queryset(see_members(club_id, request_viewer(request)))
        return self.get_paginated_response([about_member(member) for member in page])


class OneMember(APIView):
    """One member of a club."""

    scope = ORGANISE

    @extend_schema(
        summary="Give a member a role",
        request=serializers.GivingRole,
        responses={200: serializers.Member, 409: WRITE_REFUSALS[409]},
    )
    def put(self, request: Request, club_id: str, handle: str) -> Response:
        """Owners give any, organisers those below them; everybody may step down themselves."""
        role = read_fields(request.data, serializers.GivingRole)["role"]
        return Response(about_member(set_role(club_id, request_caller(request), handle, role)))

    @extend_schema(summary="Remove a member", responses={204: None, 409: WRITE_REFUSALS[409]})
    def delete(self, request: Request, club_id: str, handle: str) -> Response:
        """Owners remove anybody, organisers those below them."""
        read_fields(request.data, Nothing)
        remove_member(club_id, request_caller(request), handle)
        return Response(status=204)


class MemberPasswordLink(APIView):
    """Letting a member back in who has lost the password; no token does that."""

    scope = read_scope = None

    @extend_schema(summary="Make a link to a member's new password", request=Nothing, responses={201: PasswordLink})
    def post(self, request: Request, club_id: str, handle: str) -> Response:
        """For those who run the club, about ordinary members who have no mail address."""
        read_fields(request.data, Nothing)
        secret = make_member_password_link(club_id, request_account(request), handle)
        return Response({"link": one_time_link_url(request._request, secret)}, status=201)


class JoinClub(APIView):
    """Becoming a member."""

    scope = ORGANISE

    @extend_schema(
        summary="Join a club",
        request=serializers.JoiningClub,
        responses={200: serializers.Club, 409: WRITE_REFUSALS[409]},
    )
    def post(self, request: Request, club_id: str) -> Response:
        """By its link, or without it where the club is open; whoever is a member already stays what they are."""
        said = read_fields(request.data, serializers.JoiningClub)
        join_club(club_id, request_caller(request), said.get("invite"))
        return answer_club(request, club_id)


class LeaveClub(APIView):
    """Ceasing to be a member."""

    scope = ORGANISE

    @extend_schema(summary="Leave a club", request=Nothing, responses={204: None, 409: WRITE_REFUSALS[409]})
    def post(self, request: Request, club_id: str) -> Response:
        """The only owner makes somebody else one first."""
        read_fields(request.data, Nothing)
        leave_club(club_id, request_caller(request))
        return Response(status=204)


class ClubInvite(APIView):
    """The link of a club."""

    scope = ORGANISE

    @extend_schema(summary="Make the link of a club anew", request=Nothing, responses=serializers.Invite)
    def post(self, request: Request, club_id: str) -> Response:
        """For those who run it; the old link ends."""
        read_fields(request.data, Nothing)
        return Response({"invite": rotate_invite(club_id, request_caller(request))})


class RequestPages(NewestFirstPagination):
    """Pages of those who wait."""

    field = "asked_at"


class JoinRequests(GenericAPIView[JoinRequest]):
    """Those who wait to be let in."""

    scope = ORGANISE
    serializer_class = serializers.Waiting
    pagination_class = RequestPages
    queryset = JoinRequest.objects.none()

    @extend_schema(summary="Who asks to join a club", responses=serializers.Waiting(many=True))
    def get(self, request: Request, club_id: str) -> Response:
        """For those who run it, the newest first."""
        page: Any = self.paginate_queryset(see_requests(club_id, request_viewer(request)))
        return self.get_paginated_response([about_request(asked) for asked in page])

    @extend_schema(
        summary="Ask to join a club",
        request=serializers.JoiningClub,
        responses={201: serializers.Waiting, 409: WRITE_REFUSALS[409]},
    )
    def post(self, request: Request, club_id: str) -> Response:
        """Where those who run it decide who joins; by its link also where you do not see it. Again changes nothing."""
        said = read_fields(request.data, serializers.JoiningClub)
        asked = ask_to_join(club_id, request_caller(request), said.get("invite"))
        return Response(about_request(asked), status=201)


class OneJoinRequest(APIView):
    """One who waits."""

    scope = ORGANISE

    @extend_schema(summary="Decline or withdraw a request to join", responses={204: None, 409: WRITE_REFUSALS[409]})
    def delete(self, request: Request, club_id: str, handle: str) -> Response:
        """Your own, or for those who run the club anybody's."""
        read_fields(request.data, Nothing)
        if request_account(request).username == handle:
            withdraw_request(club_id, request_caller(request))
        else:
            decline_request(club_id, request_caller(request), handle)
        return Response(status=204)


class ApproveJoinRequest(APIView):
    """Letting somebody in."""

    scope = ORGANISE

    @extend_schema(
        summary="Let somebody into a club",
        request=Nothing,
        responses={200: serializers.Member, 409: WRITE_REFUSALS[409]},
    )
    def post(self, request: Request, club_id: str, handle: str) -> Response:
        """For those who run it."""
        read_fields(request.data, Nothing)
        return Response(about_member(approve_request(club_id, request_caller(request), handle)))


class AnnouncementPages(NewestFirstPagination):
    """Pages of announcements."""

    field = "made_at"


class Announcements(GenericAPIView[Announcement]):
    """The announcements of a club."""

    is_public = True
    scope = ORGANISE
    serializer_class = serializers.Announcement
    pagination_class = AnnouncementPages
    queryset = Announcement.objects.none()

    @extend_schema(summary="Announcements of a club", responses=serializers.Announcement(many=True))
    def get(self, request: Request, club_id: str) -> Response:
        """For its members, and for everybody if the club is public; the newest first, whatever is pinned."""
        seen = see_club(club_id, request_viewer(request))
        page: Any = self.paginate_queryset(see_announcements(seen))
        return self.get_paginated_response(about_announcements(page, request_viewer(request)))

    @extend_schema(
        summary="Announce something in a club",
        request=serializers.MakingAnnouncement,
        responses={201: serializers.Announcement, 409: WRITE_REFUSALS[409]},
    )
    def post(self, request: Request, club_id: str) -> Response:
        """For those who run it."""
        made = make_announcement(
            club_id, request_caller(request), **read_fields(request.data, serializers.MakingAnnouncement)
        )
        return _answer_announcement(request, made, 201)


class OneAnnouncement(APIView):
    """One announcement."""

    scope = ORGANISE

    @extend_schema(
        summary="Change an announcement", request=serializers.ChangingAnnouncement, responses=serializers.Announcement
    )
    def patch(self, request: Request, club_id: str, number: int) -> Response:
        """For those who run the club; when it was made stays."""
        said = read_fields(request.data, serializers.ChangingAnnouncement)
        return _answer_announcement(request, change_announcement(club_id, request_caller(request), number, said))

    @extend_schema(summary="Delete an announcement", responses={204: None})
    def delete(self, request: Request, club_id: str, number: int) -> Response:
        """For those who run the club."""
        read_fields(request.data, Nothing)
        delete_announcement(club_id, request_caller(request), number)
        return Response(status=204)


def _answer_announcement(request: Request, announcement: Announcement, status: int = 200) -> Response:
    [told] = about_announcements([announcement], request_viewer(request))
    return Response(told, status=status)


class PersonPages(NewestFirstPagination):
    """Pages of people."""

    field = "added_at"


class Persons(GenericAPIView[ClubPerson]):
    """The people without an account in a club."""

    scope = ORGANISE
    serializer_class = serializers.Person
    pagination_class = PersonPages
    queryset = ClubPerson.objects.none()

    @extend_schema(summary="People without an account in a club", responses=serializers.Person(many=True))
    def get(self, request: Request, club_id: str) -> Response:
        """For its members, the newest first; those who run it also see who has an account by now."""
        seen = see_club(club_id, request_viewer(request))
        page: Any = self.paginate_queryset(see_persons(seen))
        return self.get_paginated_response(about_persons(page, seen, request_viewer(request)))

    @extend_schema(
        summary="Enter somebody without an account",
        request=serializers.NamingPerson,
        responses={201: serializers.Person, 409: WRITE_REFUSALS[409]},
    )
    def post(self, request: Request, club_id: str) -> Response:
        """For those who run the club."""
        made = add_person(club_id, request_caller(request), read_fields(request.data, serializers.NamingPerson)["name"])
        return _answer_person(request, club_id, made.pk, 201)


class OnePerson(APIView):
    """One of them."""

    scope = ORGANISE

    @extend_schema(
        summary="Rename somebody without an account",
        request=serializers.NamingPerson,
        responses={200: serializers.Person, 409: WRITE_REFUSALS[409]},
    )
    def patch(self, request: Request, club_id: str, number: int) -> Response:
        """For those who run the club."""
        rename_person(
            club_id, request_caller(request), number, read_fields(request.data, serializers.NamingPerson)["name"]
        )
        return _answer_person(request, club_id, number)

    @extend_schema(summary="Remove somebody without an account", responses={204: None, 409: WRITE_REFUSALS[409]})
    def delete(self, request: Request, club_id: str, number: int) -> Response:
        """For those who run the club, while they have not taken part in a tournament."""
        read_fields(request.data, Nothing)
        remove_person(club_id, request_caller(request), number)
        return Response(status=204)


class PersonClaimLink(APIView):
    """The link by which somebody claims what was kept under their name."""

    scope = ORGANISE

    @extend_schema(
        summary="Make a link to claim a name",
        request=Nothing,
        responses={200: serializers.Claim, 409: WRITE_REFUSALS[409]},
    )
    def post(self, request: Request, club_id: str, number: int) -> Response:
        """For those who run the club; one that was made before ends."""
        read_fields(request.data, Nothing)
        return Response({"claim": make_claim_link(club_id, request_caller(request), number)})

    @extend_schema(summary="End the link to claim a name", responses={204: None})
    def delete(self, request: Request, club_id: str, number: int) -> Response:
        """For those who run the club."""
        read_fields(request.data, Nothing)
        end_claim_link(club_id, request_caller(request), number)
        return Response(status=204)


class ClaimPerson(APIView):
    """Making one's own what a club has kept under one's name."""

    scope = ORGANISE

    @extend_schema(
        summary="Claim a name",
        request=serializers.ClaimingPerson,
        responses={200: serializers.Club, 409: WRITE_REFUSALS[409]},
    )
    def post(self, request: Request, club_id: str) -> Response:
        """By the link; you become a member, and what was played under the name is your account's."""
        claim_person(club_id, request_caller(request), read_fields(request.data, serializers.ClaimingPerson)["claim"])
        return answer_club(request, club_id)


def _answer_person(request: Request, club_id: str, number: int, status: int = 200) -> Response:
    found, seen = see_person(club_id, number, request_viewer(request))
    [told] = about_persons([found], seen, request_viewer(request))
    return Response(told, status=status)
