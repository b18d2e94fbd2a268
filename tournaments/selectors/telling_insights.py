"""Insights as programs are told of them."""

from engine.protocol import Json
from tournaments.insights.values import Attendance, Insights, Length


def about_insights(found: Insights) -> Json:
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
