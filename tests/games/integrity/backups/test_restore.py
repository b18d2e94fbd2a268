"""Restoring: a sound backup takes the place of the database, and the old one is kept."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError
from django.db import connections
from pytest_django import Settings

from games.disputes.services import open_dispute
from games.integrity.audit.full_audit import audit
from games.integrity.backups.backup import require_sound
from games.log.guards import missing_guards
from games.log.models import Checkpoint
from games.refusals import Conflict
from tests.games.integrity.backups.sites import (
    backed_up,
    bodies,
    bodies_in,
    harm,
    in_a_process,
    kept_aside,
    play_and_sign,
    ruin,
    run,
)
from tests.games.sample_tables import caller, command, fold_of, move, play_until, table


def test_a_backup_takes_the_place_of_the_database_and_the_old_one_is_kept(site: Path) -> None:
    play_and_sign(2)
    backup, before = backed_up(site), bodies()
    said = run("restore", backup)
    assert bodies() == before
    assert f"The database holds 1 game with {len(before)} events, up to checkpoint 2." in said
    [old] = kept_aside(site)
    assert f"is kept as {old}" in said
    assert "Keys are not in a backup" in said
    assert bodies_in(old) == before
    assert sorted(
        file.name for file in site.parent.iterdir() if not file.name.endswith(("-wal", "-shm", "-queue", "-door"))
    ) == sorted([site.name, old.name])


def test_games_go_on_after_it(site: Path) -> None:
    play_and_sign(2)
    backup, games = backed_up(site), set(Checkpoint.objects.values_list("leaves__game", flat=True))
    run("restore", backup)
    assert missing_guards() == []
    [game] = games
    before = fold_of(game).seq
    move(game)
    assert fold_of(game).seq > before
    assert bodies_in(backup) != bodies()


def test_a_site_that_has_lost_its_database_gets_it_back(site: Path) -> None:
    play_and_sign(1)
    backup, before = backed_up(site), bodies()
    connections.close_all()
    site.unlink()
    assert "What was there before" not in run("restore", backup)
    assert bodies() == before
    assert kept_aside(site) == []


def test_a_database_that_is_none_any_more_is_kept_as_it_is(site: Path) -> None:
    play_and_sign(1)
    backup, before = backed_up(site), bodies()
    connections.close_all()
    site.write_bytes(b"nothing that anybody could read" * 1000)
    site.with_name(site.name + "-wal").write_bytes(b"remains")
    run("restore", backup)
    assert bodies() == before
    [old] = kept_aside(site)
    assert old.read_bytes().startswith(b"nothing that anybody")
    assert old.with_name(old.name + "-wal").read_bytes() == b"remains"


def test_a_ruined_database_is_replaced_and_kept(site: Path) -> None:
    play_and_sign(1)
    backup, before = backed_up(site), bodies()
    ruin(site)
    run("restore", backup)
    assert bodies() == before
    [old] = kept_aside(site)
    with closing(sqlite3.connect(old)) as database, pytest.raises(Conflict, match="damaged"):
        require_sound(database)


@pytest.mark.slow
def test_what_a_killed_site_had_left_over_does_not_get_into_the_restored_database(site: Path) -> None:
    play_and_sign(1)
    backup, expected = backed_up(site), bodies()
    play_and_sign(2)
    later, dead = bodies(), site.parent.parent / "dead" / site.name
    dead.parent.mkdir()
    for ending in ("", "-wal"):
        shutil.copy(f"{site}{ending}", f"{dead}{ending}")
    done = in_a_process(dead, "restore", backup, "--accept-older")
    assert done.returncode == 0, done.stderr
    assert bodies_in(dead) == expected
    [old] = kept_aside(dead)
    assert bodies_in(old) == later


@pytest.mark.slow
def test_an_older_schema_is_brought_up_to_date(site: Path) -> None:
    play_and_sign(1)
    backup, before = backed_up(site), bodies()
    done = in_a_process(site, "restore", backup, DJANGO_SETTINGS_MODULE="tests.games.integrity.backups.later_settings")
    assert done.returncode == 0, done.stderr
    assert bodies_in(site) == before
    with closing(sqlite3.connect(site)) as database:
        assert database.execute("SELECT count(*) FROM later").fetchone() == (0,)
    with closing(sqlite3.connect(backup)) as database, pytest.raises(sqlite3.OperationalError):
        database.execute("SELECT count(*) FROM later")


def refuses(backup: Path, match: str, *arguments: object) -> None:
    """A backup is not restored, and everything is as it was."""
    before = bodies()
    with pytest.raises(CommandError, match=match):
        run("restore", backup, *arguments)
    assert bodies() == before


def test_a_file_that_is_no_database_is_refused(site: Path) -> None:
    play_and_sign(1)
    path = site.parent.parent / "backup"
    path.write_text("no database" * 1000)
    refuses(path, "cannot be used: file is not a database")
    refuses(site.parent.parent / "nowhere", "cannot be used: unable to open")
    refuses(site, "is the database itself")


def test_a_ruined_backup_is_refused(site: Path) -> None:
    play_and_sign(1)
    backup = backed_up(site)
    ruin(backup)
    refuses(backup, "The database is damaged")


def test_a_backup_whose_end_is_missing_is_refused(site: Path) -> None:
    play_and_sign(1)
    backup = backed_up(site)
    with backup.open("r+b") as file:
        file.truncate(backup.stat().st_size // 2)
    refuses(backup, "malformed")


def test_a_database_of_something_else_is_refused(site: Path) -> None:
    path = site.parent.parent / "other.sqlite3"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE notes (text)")
    refuses(path, "not one of this site")


def test_a_backup_without_its_guards_is_refused(site: Path) -> None:
    play_and_sign(1)
    backup = backed_up(site)
    with closing(sqlite3.connect(backup, isolation_level=None)) as database:
        database.execute("DROP TRIGGER games_event_no_update")
    refuses(backup, "guards are missing: games_event_no_update")


def test_a_backup_of_a_newer_version_is_refused(site: Path) -> None:
    backup = backed_up(site)
    harm(backup, "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '0099_later', '2026-11-16')")
    refuses(backup, r"newer version of the site, with the migration games\.0099_later")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games_event SET body = replace(body, '\"x\":', '\"x\":1') WHERE kind = 'start'",
        "UPDATE games_event SET actor = 'p-0' WHERE seq = 1",
        "DELETE FROM games_event WHERE seq = (SELECT max(seq) FROM games_event)",
        "UPDATE games_checkpoint SET note = replace(note, 'T', 't') WHERE number = 1",
        "UPDATE games_game SET head_hash = replace(head_hash, 'a', 'b'), seq = seq - 1",
        "UPDATE games_deal SET commitment = 'c'",
    ],
)
def test_a_backup_that_somebody_has_changed_is_refused(site: Path, statement: str) -> None:
    play_and_sign(1)
    backup = backed_up(site)
    harm(backup, statement)
    refuses(backup, "The audit of the backup has found")


def test_what_is_only_derived_is_made_anew_instead_of_being_refused(site: Path) -> None:
    play_and_sign(1)
    play_and_sign(1)
    backup, before = backed_up(site), bodies()
    harm(
        backup,
        "UPDATE games_gamecard SET status = 'finished' WHERE game_id = (SELECT min(id) FROM games_game)",
        "DELETE FROM games_playergame WHERE seat = 1",
        "UPDATE games_game SET awaited = 0, asked_at = NULL",
    )
    said = run("restore", backup)
    assert "Made anew from the logs, which they did not fit: list, results, snapshot and clocks of 2 games." in said
    assert bodies() == before
    assert audit().is_clean


def test_a_stale_snapshot_is_made_anew(site: Path) -> None:
    game = table()
    play_until(game, lambda fold: fold.seq > 40)
    backup = backed_up(site)
    harm(backup, "UPDATE games_snapshot SET state = replace(state, '1', '2')")
    assert "clocks of 1 game." in run("restore", backup)
    assert audit().is_clean


def test_a_stale_queue_of_disputes_is_made_anew(site: Path) -> None:
    game = table()
    play_until(game, lambda fold: fold.seq > 10)
    open_dispute(game, caller("Bob"), command(), 3, "This was not my move.")
    backup = backed_up(site)
    harm(backup, "UPDATE games_dispute SET status = 'dismissed'")
    assert "clocks of 1 game." in run("restore", backup)
    assert audit().is_clean


def test_nothing_is_said_of_that_when_everything_fits(site: Path) -> None:
    play_and_sign(1)
    assert "Made anew" not in run("restore", backed_up(site))


def test_a_fault_in_the_log_is_named_even_among_stale_caches(site: Path) -> None:
    play_and_sign(1)
    backup = backed_up(site)
    harm(backup, "UPDATE games_gamecard SET status = 'finished'", "UPDATE games_event SET actor = 'p-0' WHERE seq = 1")
    refuses(backup, "The audit of the backup has found .* The first: column/actor")


def test_a_backup_with_a_trigger_of_somebody_else_is_refused(site: Path) -> None:
    play_and_sign(1)
    backup = backed_up(site)
    harm(backup, "CREATE TRIGGER favour AFTER INSERT ON games_attempt BEGIN DELETE FROM games_contribution; END")
    refuses(backup, "triggers that are not ours: favour")


def test_a_backup_whose_rows_refer_to_nothing_is_refused(site: Path) -> None:
    play_and_sign(1)
    backup = backed_up(site)
    harm(backup, "UPDATE games_playergame SET account_id = 4711")
    refuses(backup, "damaged: a row of games_playergame refers to one in games_account that is not there")


@pytest.mark.parametrize("name", ["signing.pem", "deal.key"])
def test_without_the_keys_of_the_backup_nothing_is_restored(site: Path, settings: Settings, name: str) -> None:
    play_and_sign(1)
    backup, folder = backed_up(site), site.parent / "keys"
    shutil.copytree(settings.KEYS, folder)
    (folder / name).unlink()
    settings.KEYS = folder
    refuses(backup, f"{name} is missing, .* backup of your keys")
    assert not (folder / name).exists()


def test_with_another_key_for_deals_nothing_is_restored(
    site: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_and_sign(1)
    backup = backed_up(site)
    monkeypatch.setenv("BRIKKS_DEAL_KEY", "ab" * 32)
    refuses(backup, "BRIKKS_DEAL_KEY holds another key than the one that has sealed deal")
