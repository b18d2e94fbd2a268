"""Tournaments: lists of them, new ones, all that is shown of one, and its live stream."""

from typing import Any, Final

from django.db.models import QuerySet
from django.http import StreamingHttpResponse
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
from games.live.response import stream_response
from games.live.streams import TopicStream
from games.live.views import LAST_ID_HEADER, STREAMED, StreamView, encoder_for, read_after
from tournaments.clubs.selectors import see_club
from tournaments.events.live_topic import TOPIC
from tournaments.events.models import Tournament
from tournaments.events.selectors.entrants import entrant_names
from tournaments.events.selectors.log import EVENTS_PER_PAGE, log_events, see_log_proof
from tournaments.events.selectors.rounds import explain_pairing, rounds_of, see_round
from tournaments.events.selectors.visibility import SeenTournament, see_tournament, tournaments_of, tournaments_seen_by
from tournaments.events.serializers import request_bodies as bodies
from tournaments.events.serializers import response_schemas as shapes
from tournaments.events.serializers.responses import (
    crosstable_as_json,
    entrants_as_json,
    event_as_json,
    round_as_json,
    standings_as_json,
    tournament_as_json,
    whole_round_as_json,
    whole_tournament_as_json,
)
from tournaments.events.services.tournaments import change_tournament, create_tournament
from tournaments.paging import LAST_PAGE

PAGE = integer_parameter("page", "Which part, from 1; each has up to 100.", 1, LAST_PAGE)
INVITE = OpenApiParameter("invite", str, description="The secret part of the tournament's link, if you have it.")


class Tournaments(GenericAPIView[Tournament]):
    """Tournaments of all clubs."""

    is_public = True
    serializer_class = shapes.TournamentInShort
    pagination_class = NewestFirstPagination
    queryset = Tournament.objects.none()

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
        return self.get_paginated_response([tournament_as_json(one) for one in page])


class TournamentsOf(GenericAPIView[Tournament]):
    """The tournaments of a club."""

    is_public = True
    scope = ORGANISE
    serializer_class = shapes.TournamentInShort
    pagination_class = NewestFirstPagination
    queryset = Tournament.objects.none()

    def get_queryset(self) -> QuerySet[Tournament]:
        """Those that one may see, of a club that one may see."""
        who = request_viewer(self.request)
        return tournaments_of(see_club(self.kwargs["club_id"], who), who)

    @extend_schema(summary="Tournaments of a club", responses=shapes.TournamentInShort(many=True))
    def get(self, request: Request, club_id: str) -> Response:
        """Those that you may see, without the divisions of its leagues; the newest first."""
        page: Any = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response([tournament_as_json(one) for one in page])

    @extend_schema(
        summary="Draft a tournament",
        request=bodies.DraftingTournament,
        responses={201: shapes.Tournament, **WRITE_REFUSALS},
    )
    def post(self, request: Request, club_id: str) -> Response:
        """For those who run the club; nobody else sees it until it is published."""
        said = read_fields(request.data, bodies.DraftingTournament)
        made = create_tournament(club_id, request_caller(request), **said)
        return _answer_tournament(request, made.tournament, 201)


class OneTournament(APIView):
    """One tournament."""

    is_public = True
    scope = ORGANISE

    @extend_schema(summary="One tournament", parameters=[INVITE], responses=shapes.Tournament)
    def get(self, request: Request, tournament_id: str) -> Response:
        """What was agreed on, how far it is, and what you are in it."""
        return _answer_tournament(request, tournament_id)

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
        return _answer_tournament(request, tournament_id)


def _answer_tournament(request: Request, tournament_id: str, status: int = 200) -> Response:
    return Response(whole_tournament_as_json(seen_tournament(request, tournament_id)), status=status)


def seen_tournament(request: Request, tournament_id: str) -> SeenTournament:
    """A tournament as whoever asks sees it."""
    return see_tournament(tournament_id, request_viewer(request))


class TournamentRead(APIView):
    """Something that is shown of a tournament."""

    is_public = True


def page_number_in(request: Request) -> int:
    """Which part of a list is asked for."""
    return read_number(request.query_params, "page", 1, LAST_PAGE) or 1


class Entrants(TournamentRead):
    """Who takes part."""

    @extend_schema(summary="Entrants", parameters=[INVITE, PAGE], responses=shapes.Entrants)
    def get(self, request: Request, tournament_id: str) -> Response:
        """In the order of entering, with those who have left."""
        seen, number = seen_tournament(request, tournament_id), page_number_in(request)
        return Response(entrants_as_json(seen, entrant_names(seen), number))


class Rounds(TournamentRead):
    """The rounds."""

    @extend_schema(summary="Rounds", parameters=[INVITE], responses=shapes.RoundInShort(many=True))
    def get(self, request: Request, tournament_id: str) -> Response:
        """Those that are published, in order; one that is only prepared too if you run the tournament."""
        return Response([round_as_json(found) for found in rounds_of(seen_tournament(request, tournament_id))])


class OneRound(TournamentRead):
    """One round."""

    @extend_schema(summary="One round", parameters=[INVITE, PAGE], responses=shapes.RoundSeen)
    def get(self, request: Request, tournament_id: str, number: int) -> Response:
        """Who sits where, who has a bye, and what came of it; your own table first."""
        seen = seen_tournament(request, tournament_id)
        return Response(whole_round_as_json(see_round(seen, number, entrant_names(seen), page_number_in(request))))


class Why(TournamentRead):
    """Why somebody was paired like this."""

    @extend_schema(summary="Why this pairing", parameters=[INVITE], responses=shapes.Explained)
    def get(self, request: Request, tournament_id: str, number: int, entrant: str) -> Response:
        """The reasons as codes with their numbers, and what it was drawn from."""
        drawn = explain_pairing(seen_tournament(request, tournament_id), number, entrant)
        return Response({**drawn._asdict(), "reasons": [reason._asdict() for reason in drawn.reasons]})


class Standings(TournamentRead):
    """Who stands where."""

    @extend_schema(summary="Standings", parameters=[INVITE, PAGE], responses=shapes.Standings)
    def get(self, request: Request, tournament_id: str) -> Response:
        """Best first, with the numbers that every tie-break is made of, unless the field is one of many hundreds."""
        seen = seen_tournament(request, tournament_id)
        return Response(standings_as_json(seen, entrant_names(seen), page_number_in(request)))


class Crosstable(TournamentRead):
    """The crosstable."""

    @extend_schema(summary="Crosstable", parameters=[INVITE, PAGE], responses=shapes.Crosstable)
    def get(self, request: Request, tournament_id: str) -> Response:
        """Everybody by standing, and what each round was for them."""
        seen = seen_tournament(request, tournament_id)
        return Response(crosstable_as_json(seen, entrant_names(seen), page_number_in(request)))


class LogOf(TournamentRead):
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
        told = log_events(seen_tournament(request, tournament_id), before)
        following = told[-1].seq if len(told) == EVENTS_PER_PAGE and told[-1].seq > 1 else None
        return Response({"next": following, "events": [event_as_json(event) for event in told]})


class ProofOf(TournamentRead):
    """The proof of the log."""

    @extend_schema(
        operation_id="tournament_proof", summary="Proof of a tournament's log", parameters=[INVITE], responses=Proof
    )
    def get(self, request: Request, tournament_id: str) -> Response:
        """The newest signed note that covers the log, and the way from the end that it then had to the note's root."""
        return Response(see_log_proof(seen_tournament(request, tournament_id)))


FURTHEST_BACK: Final = 1000
"""How many past events a stream begins with: it only says that something has changed, and logs can be long."""


class TournamentStream(StreamView):
    """A tournament as it goes on."""

    is_public = True

    @extend_schema(
        operation_id="stream_tournament",
        summary="Watch a tournament",
        description="Each message has the number, hash and kind of an event of the tournament's log, and its round if"
        " it belongs to one; ask for the tournament to learn what has changed. The stream goes on after the event named"
        " in Last-Event-ID or `after`, a thousand events back at most.",
        parameters=[
            LAST_ID_HEADER,
            integer_parameter("after", "The same for whoever cannot send headers."),
            OpenApiParameter("invite", str, description="The secret part of the tournament's link, if you have it."),
        ],
        responses=STREAMED,
    )
    def get(self, request: Request, tournament_id: str) -> StreamingHttpResponse:
        """Everything after an event, and then what happens, as long as the viewer may see the tournament."""
        who, counted_as = self.let_in(request)
        found = see_tournament(tournament_id, who.viewer).tournament
        after = max(read_after(request, found.seq), found.seq - FURTHEST_BACK)
        return stream_response(lambda: TopicStream(who, counted_as, TOPIC, found.pk, after), encoder_for(request))
