"""Wires the app into Django."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Clubs, leagues and tournaments."""

    name = "tournaments"
