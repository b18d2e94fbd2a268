"""Tournaments in backups: their logs count as much as those of games, and their rows are made anew."""

from pathlib import Path

import pytest
from django.core.management.base import CommandError

from games.audit.whole import audit
from tests.games.backups.conftest import site
from tests.games.backups.sites import backed_up, harm, run
from tests.games.tables import caller, command
from tests.tournaments.log.world import rows
from tests.tournaments.rounds.world import announced, settings
from tournaments.services import enter

__all__ = ["site"]


def test_rows_that_do_not_fit_their_log_are_made_anew(site: Path) -> None:
    tournament = announced(settings(), "Mia")
    backup, before = backed_up(site), rows(tournament)
    harm(backup, "UPDATE tournaments_entrant SET number = 7", "UPDATE tournaments_tournament SET round = 3")
    assert "Made anew from the logs, which they did not fit: rows of tournaments." in run("restore", backup)
    assert rows(tournament) == before
    assert audit().is_clean


def test_a_backup_in_which_less_has_happened_is_refused(site: Path) -> None:
    tournament = announced(settings(), "Mia")
    backup = backed_up(site)
    enter(tournament, caller("Sven"), command())
    with pytest.raises(CommandError, match=f"an example is {tournament}, whose event"):
        run("restore", backup)
