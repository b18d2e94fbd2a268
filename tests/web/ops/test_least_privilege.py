"""The role of deploy/postgresql-role.sql: it runs the whole site and cannot touch what is in the log."""

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg.errors import InsufficientPrivilege
from psycopg.sql import SQL, Identifier, Literal

from tests.databases import IS_EMBEDDED, own_database

pytestmark = pytest.mark.skipif(IS_EMBEDDED, reason="SQLite knows no roles")

ROOT = Path(__file__).resolve().parents[3]
GRANTS = (ROOT / "deploy" / "postgresql-role.sql").read_text()
PASSWORD = "only-for-this-test"


class Ground(NamedTuple):
    """A database that one role owns and another one uses."""

    owner: str
    app: str
    environment: dict[str, str]

    def python(self, *words: str) -> str:
        """What a program prints that runs as the second role; it must succeed."""
        done = subprocess.run(
            [sys.executable, *words], cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    """A migrated database with the rights as they are in production."""
    role = f"brikks_app_{secrets.token_hex(4)}"
    with own_database() as named:
        owner = named["DATABASE_URL"]
        with psycopg.connect(owner, autocommit=True) as server:
            made = SQL("CREATE ROLE {} LOGIN PASSWORD {} NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS")
            server.execute(made.format(Identifier(role), Literal(PASSWORD)))
            parts = urlsplit(owner)
            app = parts._replace(netloc=f"{role}:{PASSWORD}@{parts.netloc.rpartition('@')[2]}").geturl()
            folder = str(tmp_path_factory.mktemp("var"))
            environment = {**os.environ, "BRIKKS_VAR": folder, "DJANGO_SETTINGS_MODULE": "brikks_site.settings"}
            try:
                Ground(owner, app, {**environment, "DATABASE_URL": owner}).python("manage.py", "migrate", "-v0")
                server.execute(GRANTS.replace("brikks_app", role))
                yield Ground(owner, app, {**environment, "DATABASE_URL": app})
            finally:
                server.execute(SQL("DROP OWNED BY {}").format(Identifier(role)))
                server.execute(SQL("DROP ROLE {}").format(Identifier(role)))


PLAY = """
import django; django.setup()
from datetime import timedelta
from django.db.models import F
from games.accounts.erasure import erase_account
from games.integrity.checkpoints import make_checkpoint
from games.sweep import sweep_once
from games.models import Account, Heartbeat
from games.play.lifecycle import adjudicate
from tests.games.sample_tables import account, mixed_table, move, play_out, table
first, second = table(), table()
play_out(first); sweep_once(); make_checkpoint()
move(second)
erase_account(account("Bob"))
Heartbeat.objects.update(booted_at=F("booted_at") + timedelta(hours=1))
sweep_once()
assert Heartbeat.objects.get().step_seconds < -3599, "it may wait for all writers when the clock was set"
assert not Account.objects.filter(username="bob").exists()
print(first)
"""


def test_it_prepares_plays_erases_signs_and_audits(ground: Ground) -> None:
    ground.python("manage.py", "prepare")
    game = ground.python("-c", PLAY).split()[-1]
    assert game.startswith("g-")
    assert "everything is as it should be" in ground.python("manage.py", "audit", "--workers", "1")
    ground.python("manage.py", "rebuild")


DENIED = [
    "UPDATE games_event SET body = body",
    "DELETE FROM games_event",
    "TRUNCATE games_event CASCADE",
    "UPDATE games_checkpoint SET note = note",
    "DELETE FROM games_checkpointleaf",
    "DELETE FROM games_game",
    "DELETE FROM games_deal",
    "UPDATE tournaments_tournamentevent SET body = body",
    "DELETE FROM tournaments_tournamentevent",
    "UPDATE tournaments_tournamentleaf SET hash = hash",
    "DELETE FROM tournaments_tournamentleaf",
    "DELETE FROM tournaments_tournament",
    "INSERT INTO games_event (id, body) VALUES (1, 'b') ON CONFLICT (id) DO UPDATE SET body = 'x'",
    "ALTER TABLE games_event DISABLE TRIGGER ALL",
    "ALTER TABLE games_event DISABLE TRIGGER games_event_no_update",
    "DROP TRIGGER games_event_no_update ON games_event",
    "CREATE OR REPLACE FUNCTION games_event_no_update() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NEW; END$$",
    "CREATE RULE quietly AS ON INSERT TO games_event DO INSTEAD NOTHING",
    "SET session_replication_role = replica",
    "ALTER TABLE games_event OWNER TO CURRENT_USER",
    "DROP TABLE games_event CASCADE",
    "GRANT UPDATE ON games_event TO CURRENT_USER",
    "SELECT setval('games_event_id_seq', 1)",
    "CREATE TABLE mine (a int)",
    "CREATE TEMPORARY TABLE games_event (a int)",
    "DELETE FROM django_migrations",
]


@pytest.mark.parametrize("statement", DENIED)
def test_it_is_denied_what_would_change_the_log(ground: Ground, statement: str) -> None:
    with psycopg.connect(ground.app) as connection:
        if statement.startswith("GRANT"):
            # PostgreSQL only warns about it; what counts is that it has not helped.
            connection.execute(statement)
            statement = "UPDATE games_event SET body = body"
        with pytest.raises(InsufficientPrivilege):
            connection.execute(statement)


def test_it_owns_nothing(ground: Ground) -> None:
    with psycopg.connect(ground.app) as connection:
        owned = connection.execute(
            "SELECT count(*) FROM pg_class WHERE relowner = (SELECT oid FROM pg_roles WHERE rolname = current_user)"
        ).fetchone()
    assert owned == (0,)


def test_its_backup_can_be_restored_and_passes_the_audit(ground: Ground, tmp_path: Path) -> None:
    subprocess.run([ROOT / "deploy" / "backup", tmp_path], cwd=ROOT, env=ground.environment, check=True)
    [dump] = tmp_path.iterdir()
    assert dump.suffix == ".dump"
    assert dump.stat().st_mode & 0o077 == 0
    # It knows the role too, which can only be dropped after it.
    with own_database(is_dropped=True) as named:
        subprocess.run(["pg_restore", "--exit-on-error", "-d", named["DATABASE_URL"], dump], check=True)
        restored = Ground("", "", {**ground.environment, **named})
        assert "everything is as it should be" in restored.python("manage.py", "audit", "--workers", "1")
