"""Wires the app into Django."""

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate, pre_migrate


class GamesConfig(AppConfig):
    """Games and their logs."""

    name = "games"
    default = True

    def ready(self) -> None:
        """Look after the guards of the log, and let each room take part in what lower ones do."""
        _look_after_guards(self)
        self._move_with_the_clock()
        self._take_part_in_accounts()

    def _move_with_the_clock(self) -> None:
        """Say which times move when the machine's clock is set."""
        from games.accounts.models import OutgoingMail
        from games.clock.models import Chore
        from games.extension import move_times, on_step
        from games.integrity.models import CheckpointDelivery
        from games.play.models import Deal, ResultChange, UncountedResult

        on_step.connect(
            move_times(CheckpointDelivery, "due_at"),
            move_times(Chore, "due_at"),
            move_times(Deal, "reveal_due_at"),
            move_times(OutgoingMail, "due_at"),
            move_times(ResultChange, "made_at"),
            move_times(UncountedResult, "made_at"),
        )

    def _take_part_in_accounts(self) -> None:
        """Let games and uploaded records be left, exported and forgotten with an account, and shown on its profile."""
        from games import extension
        from games.play import account_hooks as of_games
        from games.play import departure
        from games.records import account_hooks as of_records

        extension.unfinished_games.fill(departure.unfinished_games)
        extension.leave_game.fill(departure.leave_game)
        extension.ended_public_games.fill(of_games.count_ended_public_games)
        extension.require_game_seen.fill(of_games.require_game_seen)
        extension.on_forget.connect(of_records.forget_imports)
        extension.on_guest_game_moved.connect(of_games.move_guest_game)
        extension.account_export.connect(of_games.export_games, of_records.export_imports)
        extension.acquaintances.connect(of_games.seated_among)


class AuditedConfig(AppConfig):
    """The same for `manage.py audit`, which needs the logs and nothing of what grows them."""

    name = "games"

    def ready(self) -> None:
        """Look after the guards of the log."""
        _look_after_guards(self)


def _look_after_guards(app: AppConfig) -> None:
    """Have the guards made anew whenever a migration may have dropped them.

    Guards that are gone before a migration has begun, somebody else has dropped.
    """
    pre_migrate.connect(_look_for_guards, sender=app)
    post_migrate.connect(_make_guards, sender=app)


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
