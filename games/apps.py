"""Wires the app into Django."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games and their logs."""

    name = "games"
