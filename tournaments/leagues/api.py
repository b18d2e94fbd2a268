"""Leagues and their seasons, and who is to play in a season that is being drafted."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.authentication import request_caller, request_viewer
from games.accounts.serializers import Nothing
from games.accounts.tokens import ORGANISE
from games.api.paging import NewestFirstPagination
from games.api.schema import WRITE_REFUSALS
from games.api.serializers import read_fields
from tournaments.clubs.selectors import see_club
from tournaments.leagues import serializers as shapes
from tournaments.leagues.models import League
from tournaments.leagues.selectors import (
    about_league,
    about_season,
    about_whole_league,
    leagues_of,
    see_league,
    see_season,
)
from tournaments.leagues.services.assignments import (
    assign_members,
    assign_player,
    move_assigned_player,
    remove_assigned_player,
)
from tournaments.leagues.services.leagues import change_league, create_league
from tournaments.leagues.services.seasons import (
    change_season,
    discard_season,
    draft_season,
    finish_season,
    publish_season,
)


class Leagues(GenericAPIView[League]):
    """The leagues of a club."""

    is_public = True
    scope = ORGANISE
    serializer_class = shapes.LeagueInShort
    pagination_class = NewestFirstPagination
    queryset = League.objects.none()

    def get_queryset(self) -> QuerySet[League]:
        """Those that one may see, of a club that one may see."""
        who = request_viewer(self.request)
        return leagues_of(see_club(self.kwargs["club_id"], who), who)

    @extend_schema(summary="Leagues of a club", responses=shapes.LeagueInShort(many=True))
    def get(self, request: Request, club_id: str) -> Response:
        """Those of which a season has begun, and all of them if you run the club; the newest first."""
        page: Any = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response([about_league(league) for league in page])

    @extend_schema(
        summary="Make a league",
        request=shapes.MakingLeague,
        responses={201: shapes.League, 409: WRITE_REFUSALS[409], 422: WRITE_REFUSALS[422]},
    )
    def post(self, request: Request, club_id: str) -> Response:
        """For those who run the club."""
        made = create_league(club_id, request_caller(request), **read_fields(request.data, shapes.MakingLeague))
        return _answer_league(request, made.pk, 201)


class OneLeague(APIView):
    """One league."""

    is_public = True
    scope = ORGANISE

    @extend_schema(summary="One league", responses=shapes.League)
    def get(self, request: Request, league_id: str) -> Response:
        """Its rules and its seasons; a draft only if you run the club."""
        return _answer_league(request, league_id)

    @extend_schema(
        summary="Change a league",
        request=shapes.ChangingLeague,
        responses={200: shapes.League, 422: WRITE_REFUSALS[422]},
    )
    def patch(self, request: Request, league_id: str) -> Response:
        """For those who run the club; seasons that are published keep their rules."""
        change_league(league_id, request_caller(request), **read_fields(request.data, shapes.ChangingLeague))
        return _answer_league(request, league_id)


class Seasons(APIView):
    """The seasons of a league."""

    scope = ORGANISE

    @extend_schema(
        summary="Draft the next season",
        request=shapes.DraftingSeason,
        responses={201: shapes.Season, 409: WRITE_REFUSALS[409], 422: WRITE_REFUSALS[422]},
    )
    def post(self, request: Request, league_id: str) -> Response:
        """For those who run the club; from the last season if all its divisions are finished, or from scratch."""
        made = draft_season(league_id, request_caller(request), **read_fields(request.data, shapes.DraftingSeason))
        return answer_season(request, league_id, made.number, 201)


class OneSeason(APIView):
    """One season of a league."""

    is_public = True
    scope = ORGANISE

    @extend_schema(summary="One season", responses=shapes.Season)
    def get(self, request: Request, league_id: str, number: int) -> Response:
        """The tables of its divisions with who would go up and down; or its draft, if you run the club."""
        return answer_season(request, league_id, number)

    @extend_schema(
        summary="Date the draft of a season",
        request=shapes.DatingSeason,
        responses={200: shapes.Season, 409: WRITE_REFUSALS[409], 422: WRITE_REFUSALS[422]},
    )
    def patch(self, request: Request, league_id: str, number: int) -> Response:
        """For those who run the club."""
        change_season(league_id, number, request_caller(request), **read_fields(request.data, shapes.DatingSeason))
        return answer_season(request, league_id, number)

    @extend_schema(summary="Drop the draft of a season", responses={204: None, 409: WRITE_REFUSALS[409]})
    def delete(self, request: Request, league_id: str, number: int) -> Response:
        """For those who run the club."""
        read_fields(request.data, Nothing)
        discard_season(league_id, number, request_caller(request))
        return Response(status=204)


class PublishSeason(APIView):
    """Publishing a season."""

    scope = ORGANISE

    @extend_schema(
        summary="Publish a season",
        request=Nothing,
        responses={200: shapes.Season, 409: WRITE_REFUSALS[409], 422: WRITE_REFUSALS[422]},
    )
    def post(self, request: Request, league_id: str, number: int) -> Response:
        """For those who run the club: a tournament is made of each division, and everybody is entered."""
        read_fields(request.data, Nothing)
        publish_season(league_id, number, request_caller(request))
        return answer_season(request, league_id, number)


class FinishSeason(APIView):
    """Finishing a season."""

    scope = ORGANISE

    @extend_schema(summary="Finish a season", request=Nothing, responses={200: shapes.Season, 409: WRITE_REFUSALS[409]})
    def post(self, request: Request, league_id: str, number: int) -> Response:
        """For those who run the club; it happens by itself when the last division is finished."""
        read_fields(request.data, Nothing)
        finish_season(league_id, number, request_caller(request))
        return answer_season(request, league_id, number)


def _answer_league(request: Request, league_id: str, status: int = 200) -> Response:
    return Response(about_whole_league(see_league(league_id, request_viewer(request))), status=status)


def answer_season(request: Request, league_id: str, number: int, status: int = 200) -> Response:
    """A season as whoever asks sees it now."""
    who = request_viewer(request)
    return Response(about_season(see_season(league_id, number, who), who), status=status)


class DraftPlayers(APIView):
    """The players of a draft."""

    scope = ORGANISE

    @extend_schema(
        summary="Put somebody into a division",
        request=shapes.AssigningPlayer,
        responses={201: shapes.Season, 409: WRITE_REFUSALS[409], 422: WRITE_REFUSALS[422]},
    )
    def post(self, request: Request, league_id: str, number: int) -> Response:
        """For those who run the club: a member, a person without an account, or a bot, behind those who are there."""
        assign_player(league_id, number, request_caller(request), **read_fields(request.data, shapes.AssigningPlayer))
        return answer_season(request, league_id, number, 201)


class DraftAllMembers(APIView):
    """All members at once."""

    scope = ORGANISE

    @extend_schema(
        summary="Put all members into divisions",
        request=Nothing,
        responses={200: shapes.Filled, 409: WRITE_REFUSALS[409]},
    )
    def post(self, request: Request, league_id: str, number: int) -> Response:
        """For those who run the club: whoever is not in the draft yet, in divisions filled from the top."""
        read_fields(request.data, Nothing)
        return Response({"added": assign_members(league_id, number, request_caller(request))})


class DraftPlayer(APIView):
    """One player of a draft."""

    scope = ORGANISE

    @extend_schema(
        summary="Move somebody in a draft",
        request=shapes.MovingPlayer,
        responses={200: shapes.Season, 409: WRITE_REFUSALS[409], 422: WRITE_REFUSALS[422]},
    )
    def patch(self, request: Request, league_id: str, number: int, player: int) -> Response:
        """For those who run the club."""
        move_assigned_player(
            league_id, number, request_caller(request), player, **read_fields(request.data, shapes.MovingPlayer)
        )
        return answer_season(request, league_id, number)

    @extend_schema(summary="Take somebody out of a draft", responses={204: None, 409: WRITE_REFUSALS[409]})
    def delete(self, request: Request, league_id: str, number: int, player: int) -> Response:
        """For those who run the club."""
        read_fields(request.data, Nothing)
        remove_assigned_player(league_id, number, request_caller(request), player)
        return Response(status=204)
