"""How a club is doing, for those who run it."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.protocol import Json
from games.accounts.authentication import request_viewer
from games.api.serializers import Shape, read_number
from tournaments.clubs.selectors import see_club_as_runner
from tournaments.profiles.insights.selectors import USUAL, WEEKS, Attendance, Insights, Length, insights_of


def insights_as_json(found: Insights) -> Json:
    """How a club is doing."""
    return {
        **found._asdict(),
        "participation": [week._asdict() for week in found.participation],
        "attendance": [_attendance(one) for one in found.attendance],
        "lengths": [_length(one) for one in found.lengths],
        "levels": [{"level": level, "seats": seats} for level, seats in found.levels.items()],
    }


def _attendance(one: Attendance) -> Json:
    return {**one._asdict(), "percent": one.percent}


def _length(one: Length) -> Json:
    return {
        "variant": one.variant,
        "games": one.games,
        "seconds": round(one.length.total_seconds()),
        "events": one.events,
    }


class WeekShape(Shape):
    """How many people have finished a game in a week."""

    begins = serializers.DateField()
    players = serializers.IntegerField()
    games = serializers.IntegerField()


class AttendanceShape(Shape):
    """How many did not come, in a tournament or a season of a league."""

    name = serializers.CharField()
    season = serializers.IntegerField(allow_null=True, help_text="The number of the season, of a league.")
    seats = serializers.IntegerField(help_text="How many were expected, in all rounds together.")
    missed = serializers.IntegerField()
    percent = serializers.IntegerField()


class LengthShape(Shape):
    """How long games of one kind took on average."""

    variant = serializers.CharField()
    games = serializers.IntegerField()
    seconds = serializers.IntegerField()
    events = serializers.IntegerField(help_text="How many events their logs hold.")


class LevelShape(Shape):
    """How many seats were played on a level."""

    level = serializers.IntegerField()
    seats = serializers.IntegerField()


class InsightsShape(Shape):
    """How a club was doing in some weeks."""

    weeks = serializers.IntegerField()
    members = serializers.IntegerField()
    active = serializers.IntegerField(help_text="How many of the members have finished a game.")
    players = serializers.IntegerField(help_text="How many people have, members or not.")
    games = serializers.IntegerField()
    participation = WeekShape(many=True, help_text="Week by week, the oldest first.")
    attendance = AttendanceShape(many=True, help_text="The latest first.")
    lengths = LengthShape(many=True)
    levels = LevelShape(many=True)
    weekdays = serializers.ListField(child=serializers.IntegerField(), help_text="Games begun, Monday first.")
    hours = serializers.ListField(
        child=serializers.IntegerField(), help_text="Games begun, by hours of the club's day."
    )


class InsightsOf(APIView):
    """How a club is doing."""

    @extend_schema(
        summary="How a club is doing",
        parameters=[OpenApiParameter("weeks", int, enum=WEEKS, default=USUAL, description="How far back.")],
        responses=InsightsShape,
    )
    def get(self, request: Request, club_id: str) -> Response:
        """For those who run it."""
        seen = see_club_as_runner(club_id, request_viewer(request))
        return Response(insights_as_json(insights_of(seen, read_number(request.query_params, "weeks"))))
