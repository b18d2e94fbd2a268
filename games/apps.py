"""Wires the app into Django."""

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate, pre_migrate


class GamesConfig(AppConfig):
    """Games and their logs."""

    name = "games"

    def ready(self) -> None:
        """Have the guards of the log made anew whenever a migration may have dropped them, and say which times move
        when the machine's clock is set.

        Guards that are gone before a migration has begun, somebody else has dropped.
        """
        from games.accounts.models import OutgoingMail
        from games.clock.models import Chore
        from games.extension import move_with_steps
        from games.integrity.models import CheckpointDelivery
        from games.play.models import Deal, ResultChange, UncountedResult

        pre_migrate.connect(_look_for_guards, sender=self)
        post_migrate.connect(_make_guards, sender=self)
        move_with_steps(CheckpointDelivery, "due_at")
        move_with_steps(Chore, "due_at")
        move_with_steps(Deal, "reveal_due_at")
        move_with_steps(OutgoingMail, "due_at")
        move_with_steps(ResultChange, "made_at")
        move_with_steps(UncountedResult, "made_at")


def _look_for_guards(sender: AppConfig, using: str, plan: list[Any], **rest: Any) -> None:
    from games.integrity.covering_indexes import drop_covering_indexes
    from games.integrity.witness.guards import look_for_guards

    look_for_guards(connections[using])
    if plan:
        drop_covering_indexes(connections[using])


def _make_guards(sender: AppConfig, using: str, **rest: Any) -> None:
    from games.integrity.covering_indexes import make_covering_indexes
    from games.integrity.witness.guards import remember_guards
    from games.log.guards import make_guards, missing_guards
    from games.log.guards.tables import EVENTS

    database = connections[using]
    if EVENTS.name not in database.introspection.table_names():
        return
    # Making them locks the log, for which a start without migrations gives no reason.
    if missing_guards(database):
        make_guards(database)
    make_covering_indexes(database)
    remember_guards(database)
