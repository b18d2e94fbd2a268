"""Tournaments in backups: their logs count as much as those of games, and their rows are made anew."""

from pathlib import Path

import pytest
from django.core.management.base import CommandError

from games.integrity.audit.full_audit import audit
from games.integrity.checkpoints import make_checkpoints
from tests.games.integrity.backups.conftest import site
from tests.games.integrity.backups.sites import backed_up, harm, run
from tests.games.sample_tables import caller, command, play_out, table
from tests.tournaments.events.log.world import rows
from tests.tournaments.events.rounds.world import announced, settings
from tests.tournaments.ratings.world import count
from tournaments.events.services.entrants import enter

pytestmark = pytest.mark.slow

__all__ = ["site"]


def test_rows_that_do_not_fit_their_log_are_made_anew(site: Path) -> None:
    tournament = announced(settings(), "Mia")
    backup, before = backed_up(site), rows(tournament)
    harm(backup, "UPDATE tournaments_entrant SET number = 7", "UPDATE tournaments_tournament SET round = 3")
    assert "Made anew from the logs, which they did not fit: rows of tournaments." in run("restore", backup)
    assert rows(tournament) == before
    assert audit().is_clean


def test_rows_with_values_of_odd_types_are_made_anew(site: Path) -> None:
    tournament = announced(settings(), "Mia")
    backup, before = backed_up(site), rows(tournament)
    harm(backup, "UPDATE tournaments_entrant SET is_checked_in = -1, number = 'one'")
    assert "Made anew from the logs, which they did not fit: rows of tournaments." in run("restore", backup)
    assert rows(tournament) == before
    assert audit().is_clean


@pytest.mark.parametrize("harmed", ["is_public = -1", "created_at = 'once'", "name = x'ff'"])
def test_a_backup_with_values_that_nothing_says_anew_is_refused(site: Path, harmed: str) -> None:
    announced(settings(), "Mia")
    backup = backed_up(site)
    harm(backup, f"UPDATE tournaments_club SET {harmed}")
    with pytest.raises(CommandError, match="value/type: Row"):
        run("restore", backup)


@pytest.mark.parametrize("harmed", ["tournaments_rating SET games = games + 1", "tournaments_boardrow SET value = -1"])
def test_ratings_that_do_not_fit_the_results_are_made_anew(site: Path, harmed: str) -> None:
    play_out(table(rated=True, seconds=60))
    count()
    backup = backed_up(site)
    harm(backup, f"UPDATE {harmed}")
    assert "Made anew from the logs, which they did not fit: ratings and rows of tournaments." in run("restore", backup)
    assert audit().is_clean


def test_ratings_of_a_result_that_has_to_be_made_anew_itself_are_none_the_worse(site: Path) -> None:
    game = table(rated=True, seconds=60)
    play_out(game)
    count()
    backup = backed_up(site)
    harm(backup, "UPDATE games_gamecard SET is_rated = 0", "UPDATE games_seatresult SET place = 3 - place")
    assert "snapshot and clocks of 1 game." in run("restore", backup)
    assert audit().is_clean


def test_a_backup_in_which_less_has_happened_is_refused(site: Path) -> None:
    tournament = announced(settings(), "Mia")
    backup = backed_up(site)
    enter(tournament, caller("Sven"), command())
    with pytest.raises(CommandError, match=f"an example is {tournament}, whose event"):
        run("restore", backup)


def test_a_backup_that_ends_before_a_checkpoint_over_tournaments_is_refused_wherever_that_is_known(site: Path) -> None:
    tournament = announced(settings(), "Mia")
    assert make_checkpoints() == [1]
    backup = backed_up(site)
    enter(tournament, caller("Sven"), command())
    assert make_checkpoints() == [2]
    kept = site.parent.parent / "notes"
    kept.write_text(run("checkpoints"))
    with pytest.raises(CommandError, match="The backup ends at checkpoint 1, but checkpoint 2 was signed"):
        run("restore", backup)
    run("restore", backup, "--accept-older")
    assert audit().is_clean
    assert [finding.code for finding in audit(kept=kept).findings] == ["checkpoint/rolled-back"]
    with pytest.raises(CommandError, match="The backup ends at checkpoint 1, but checkpoint 2 was signed"):
        run("restore", backup, "--checkpoints", kept)
    enter(tournament, caller("Otto"), command())
    assert make_checkpoints() == [2]
    assert [finding.code for finding in audit(kept=kept).findings] == ["checkpoint/rewritten"]


@pytest.mark.parametrize(
    ("harmed", "code"),
    [
        ("UPDATE tournaments_tournamentleaf SET hash = substr(hash, 2) || 'f'", "checkpoint/leaf"),
        ("UPDATE tournaments_tournament SET checkpointed_seq = 0", "head/checkpointed_seq"),
    ],
)
def test_a_backup_in_which_checkpoints_do_not_fit_the_tournaments_is_refused(
    site: Path, harmed: str, code: str
) -> None:
    tournament = announced(settings(), "Mia")
    make_checkpoints()
    backup = backed_up(site)
    harm(backup, harmed)
    with pytest.raises(CommandError, match=f"{code}: tournament {tournament}"):
        run("restore", backup)
