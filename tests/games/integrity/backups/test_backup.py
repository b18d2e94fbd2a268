"""Backups: whole, of one moment, in one file, and never in the place of something else."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from stat import S_IMODE
from threading import Event as Signal

import pytest
from django.conf import settings
from django.core.management import CommandError
from django.db import connection, connections

from games.integrity.audit.full_audit import audit
from games.integrity.backups.check import database_replaced_by
from games.log.guards import missing_guards
from games.log.models import Event, Game
from tests.games.integrity.backups.sites import backed_up, bodies, bodies_in, in_a_process, play_and_sign, ruin, run
from tests.games.sample_tables import fold_of, move, table


def test_a_backup_holds_everything_in_one_file_of_its_owner(site: Path) -> None:
    play_and_sign(2)
    path = backed_up(site)
    assert bodies_in(path) == bodies()
    assert [file.name for file in sorted(path.parent.iterdir())] == ["backup.sqlite3", "var"]
    assert S_IMODE(path.stat().st_mode) == 0o600
    with database_replaced_by(path):
        assert missing_guards() == []


def test_it_says_what_is_in_it_and_that_keys_are_not(site: Path) -> None:
    play_and_sign(2)
    said = run("backup", site.parent.parent / "b")
    assert f"holds 1 game with {Event.objects.count()} events, up to checkpoint 2." in said
    assert "Keys are not in a backup" in said
    content = (site.parent.parent / "b").read_bytes()
    assert (Path(settings.KEYS) / "deal.key").read_bytes().strip() not in content
    assert b"PRIVATE KEY" not in content


def test_a_file_that_is_there_is_replaced_only_by_force(site: Path) -> None:
    path = backed_up(site)
    play_and_sign(1)
    with pytest.raises(CommandError, match="is there already"):
        run("backup", path)
    assert bodies_in(path) == []
    run("backup", path, force=True)
    assert bodies_in(path) == bodies()


@pytest.mark.parametrize("ending", ["", "-wal", "-shm", "-queue", "-queue-door"])
def test_the_database_itself_is_never_written_over(site: Path, ending: str) -> None:
    with pytest.raises(CommandError, match="is the database itself"):
        run("backup", f"{site}{ending}", force=True)
    link = site.parent.parent / "link"
    link.symlink_to(site)
    with pytest.raises(CommandError, match="is the database itself"):
        run("backup", link, force=True)


def test_what_cannot_be_written_is_told_and_leaves_nothing(site: Path) -> None:
    with pytest.raises(CommandError, match=r"There is no backup: .*No such file or directory"):
        run("backup", site.parent / "nowhere" / "backup")
    before = sorted(site.parent.parent.rglob("*"))
    site.parent.parent.joinpath("folder").mkdir()
    with pytest.raises(CommandError, match="There is no backup"):
        run("backup", site.parent.parent / "folder", force=True)
    site.parent.parent.joinpath("folder").rmdir()
    assert sorted(site.parent.parent.rglob("*")) == before


def test_a_damaged_database_is_not_taken_for_a_backup(site: Path) -> None:
    play_and_sign(1)
    ruin(site)
    with pytest.raises(CommandError, match="damaged"):
        run("backup", site.parent.parent / "backup.sqlite3")
    assert not (site.parent.parent / "backup.sqlite3").exists()


def test_a_backup_of_a_site_that_is_played_on_is_of_one_moment(site: Path) -> None:
    games = [table(seats=2) for _ in range(4)]
    is_over = Signal()

    def play(game: str) -> int:
        moves = 0
        try:
            while not is_over.is_set() and not fold_of(game).is_over:
                move(game)
                moves += 1
        finally:
            connections.close_all()
        return moves

    with ThreadPoolExecutor(4) as pool:
        playing = [pool.submit(play, game) for game in games]
        taken = [backed_up(site, f"backup-{number}") for number in range(5)]
        is_over.set()
        assert all(future.result() > 0 for future in playing)
    whole = bodies()
    seen = []
    for path in taken:
        seen.append(len(bodies_in(path)))
        assert set(bodies_in(path)) <= set(whole)
        with database_replaced_by(path):
            for game in Game.objects.all():
                assert list(game.events.order_by("seq").values_list("seq", flat=True)) == list(range(1, game.seq + 1))
                assert game.events.get(seq=game.seq).hash == game.head_hash
    assert seen == sorted(seen)
    run("restore", taken[-1], "--accept-older")
    assert audit().is_clean
    assert len(bodies()) == seen[-1]


@pytest.mark.slow
def test_what_a_killed_site_had_not_yet_put_into_its_file_is_in_the_backup(site: Path) -> None:
    play_and_sign(2)
    wal = site.with_name(site.name + "-wal")
    assert wal.stat().st_size > 0
    dead = site.parent.parent / "dead" / site.name
    dead.parent.mkdir()
    for file in (site, wal):
        shutil.copy(file, dead.parent / file.name)
    expected, path = bodies(), dead.parent.parent / "backup.sqlite3"
    done = in_a_process(dead, "backup", path)
    assert done.returncode == 0, done.stderr
    assert bodies_in(path) == expected


@pytest.mark.django_db
@pytest.mark.parametrize("command", ["backup", "restore"])
def test_on_postgresql_its_own_tools_are_named(tmp_path: Path, command: str) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("only on PostgreSQL")
    with pytest.raises(CommandError, match=r"pg_dump .* pg_restore"):
        run(command, tmp_path / "backup")
    assert list(tmp_path.iterdir()) == []
