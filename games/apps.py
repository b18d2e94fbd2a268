"""Wires the app into Django."""

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate


class GamesConfig(AppConfig):
    """Games and their logs."""

    name = "games"

    def ready(self) -> None:
        """Have the guards of the log made anew whenever a migration may have dropped them."""
        post_migrate.connect(_make_guards, sender=self)


def _make_guards(sender: AppConfig, using: str, **rest: Any) -> None:
    from games.guards import make_guards, missing_guards
    from games.guards.tables import EVENTS

    database = connections[using]
    # Making them locks the log, for which a start without migrations gives no reason.
    if EVENTS.name in database.introspection.table_names() and missing_guards(database):
        make_guards(database)
