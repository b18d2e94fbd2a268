"""Tournaments: lists of them, new ones, and all that is shown of one."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.authentication import request_caller, request_viewer
from games.accounts.tokens import ORGANISE
from games.api.paging import NewestFirstPagination
from games.api.schema import WRITE_REFUSALS, integer_parameter
from games.api.serializers import read_fields, read_number
from games.integrity.api import Proof
from tournaments import models
from tournaments.api import tournament_bodies as bodies
from tournaments.api import tournament_shapes as shapes
from tournaments.selectors import see_club
from tournaments.selectors.competitions import tournaments_of, tournaments_seen_by
from tournaments.selectors.shown import chronicle, players_of, rounds_of, see_log_proof, see_round, why
from tournaments.selectors.shown.chronicle import PER_PAGE
from tournaments.selectors.shown.paging import LAST_PAGE
from tournaments.selectors.telling_tournaments import (
    about_crosstable,
    about_entrants,
    about_event,
    about_round,
    about_standings,
    about_tournament,
    about_whole_round,
    about_whole_tournament,
)
from tournaments.selectors.tournaments import SeenTournament, see_tournament
from tournaments.services import change_tournament, create_tournament

PAGE = integer_parameter("page", "Which part, from 1; each has up to 100.", 1, LAST_PAGE)
INVITE = OpenApiParameter("invite", str, description="The secret part of the tournament's link, if you have it.")


class Tournaments(GenericAPIView[models.Tournament]):
    """Tournaments of all clubs."""

    is_public = True
    serializer_class = shapes.TournamentInShort
    pagination_class = NewestFirstPagination
    queryset = models.Tournament.objects.none()

    @extend_schema(
        summary="Lists of tournaments",
        parameters=[integer_parameter("mine", "1 for those that you have entered.", 0, 1)],
        responses=shapes.TournamentInShort(many=True),
    )
    def get(self, request: Request) -> Response:
        """Those that everybody may see, those of your clubs and those that you have entered; the newest first."""
        who, is_mine = request_viewer(request), bool(read_number(request.query_params, "mine", 0, 1))
        if is_mine and who.account is None:
            raise NotAuthenticated
        page: Any = self.paginate_queryset(tournaments_seen_by(who, is_mine))
        return self.get_paginated_response([about_tournament(one) for one in page])


class TournamentsOf(GenericAPIView[models.Tournament]):
    """The tournaments of a club."""

    is_public = True
    scope = ORGANISE
    serializer_class = shapes.TournamentInShort
    pagination_class = NewestFirstPagination
    queryset = models.Tournament.objects.none()

    def get_queryset(self) -> QuerySet[models.Tournament]:
        """Those that one may see, of a club that one may see."""
        who = request_viewer(self.request)
        return tournaments_of(see_club(self.kwargs["club_id"], who), who)

    @extend_schema(summary="Tournaments of a club", responses=shapes.TournamentInShort(many=True))
    def get(self, request: Request, club_id: str) -> Response:
        """Those that you may see, without the divisions of its leagues; the newest first."""
        page: Any = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response([about_tournament(one) for one in page])

    @extend_schema(
        summary="Draft a tournament",
        request=bodies.DraftingTournament,
        responses={201: shapes.Tournament, **WRITE_REFUSALS},
    )
    def post(self, request: Request, club_id: str) -> Response:
        """For those who run the club; nobody else sees it until it is published."""
        said = read_fields(request.data, bodies.DraftingTournament)
        made = create_tournament(club_id, request_caller(request), **said)
        return _answer(request, made.tournament, 201)


class OneTournament(APIView):
    """One tournament."""

    is_public = True
    scope = ORGANISE

    @extend_schema(summary="One tournament", parameters=[INVITE], responses=shapes.Tournament)
    def get(self, request: Request, tournament_id: str) -> Response:
        """What was agreed on, how far it is, and what you are in it."""
        return _answer(request, tournament_id)

    @extend_schema(
        summary="Change a tournament",
        request=bodies.ChangingTournament,
        responses={200: shapes.Tournament, **WRITE_REFUSALS},
    )
    def patch(self, request: Request, tournament_id: str) -> Response:
        """For those who run it; what concerns those who have entered stays as it is."""
        change_tournament(
            tournament_id, request_caller(request), **read_fields(request.data, bodies.ChangingTournament)
        )
        return _answer(request, tournament_id)


def _answer(request: Request, tournament_id: str, status: int = 200) -> Response:
    return Response(about_whole_tournament(seen_in(request, tournament_id)), status=status)


def seen_in(request: Request, tournament_id: str) -> SeenTournament:
    """A tournament as whoever asks sees it."""
    return see_tournament(tournament_id, request_viewer(request))


class Looking(APIView):
    """Something that is shown of a tournament."""

    is_public = True


def page_in(request: Request) -> int:
    """Which part of a list is asked for."""
    return read_number(request.query_params, "page", 1, LAST_PAGE) or 1


class Entrants(Looking):
    """Who takes part."""

    @extend_schema(summary="Entrants", parameters=[INVITE, PAGE], responses=shapes.Entrants)
    def get(self, request: Request, tournament_id: str) -> Response:
        """In the order of entering, with those who have left."""
        seen, number = seen_in(request, tournament_id), page_in(request)
        return Response(about_entrants(seen, players_of(seen), number))


class Rounds(Looking):
    """The rounds."""

    @extend_schema(summary="Rounds", parameters=[INVITE], responses=shapes.RoundInShort(many=True))
    def get(self, request: Request, tournament_id: str) -> Response:
        """Those that are published, in order; one that is only prepared too if you run the tournament."""
        return Response([about_round(found) for found in rounds_of(seen_in(request, tournament_id))])


class OneRound(Looking):
    """One round."""

    @extend_schema(summary="One round", parameters=[INVITE, PAGE], responses=shapes.RoundSeen)
    def get(self, request: Request, tournament_id: str, number: int) -> Response:
        """Who sits where, who has a bye, and what came of it; your own table first."""
        seen = seen_in(request, tournament_id)
        return Response(about_whole_round(see_round(seen, number, players_of(seen), page_in(request))))


class Why(Looking):
    """Why somebody was paired like this."""

    @extend_schema(summary="Why this pairing", parameters=[INVITE], responses=shapes.Explained)
    def get(self, request: Request, tournament_id: str, number: int, entrant: str) -> Response:
        """The reasons as codes with their numbers, and what it was drawn from."""
        drawn = why(seen_in(request, tournament_id), number, entrant)
        return Response({**drawn._asdict(), "reasons": [reason._asdict() for reason in drawn.reasons]})


class Standings(Looking):
    """Who stands where."""

    @extend_schema(summary="Standings", parameters=[INVITE, PAGE], responses=shapes.Standings)
    def get(self, request: Request, tournament_id: str) -> Response:
        """Best first, with the numbers that every tie-break is made of, unless the field is one of many hundreds."""
        seen = seen_in(request, tournament_id)
        return Response(about_standings(seen, players_of(seen), page_in(request)))


class Crosstable(Looking):
    """The crosstable."""

    @extend_schema(summary="Crosstable", parameters=[INVITE, PAGE], responses=shapes.Crosstable)
    def get(self, request: Request, tournament_id: str) -> Response:
        """Everybody by standing, and what each round was for them."""
        seen = seen_in(request, tournament_id)
        return Response(about_crosstable(seen, players_of(seen), page_in(request)))


class LogOf(Looking):
    """The log."""

    @extend_schema(
        operation_id="tournament_log",
        summary="Log of a tournament",
        parameters=[INVITE, integer_parameter("before", "Events with a smaller number only.", 1)],
        responses=shapes.LogOf,
    )
    def get(self, request: Request, tournament_id: str) -> Response:
        """What happened, who did it and why, the latest first."""
        before = read_number(request.query_params, "before", 1)
        told = chronicle(seen_in(request, tournament_id), before)
        following = told[-1].seq if len(told) == PER_PAGE and told[-1].seq > 1 else None
        return Response({"next": following, "events": [about_event(event) for event in told]})


class ProofOf(Looking):
    """The proof of the log."""

    @extend_schema(
        operation_id="tournament_proof", summary="Proof of a tournament's log", parameters=[INVITE], responses=Proof
    )
    def get(self, request: Request, tournament_id: str) -> Response:
        """The newest signed note that covers the log, and the way from the end that it then had to the note's root."""
        return Response(see_log_proof(seen_in(request, tournament_id)))
