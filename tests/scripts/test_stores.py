"""Which database and cache the settings choose."""

from pathlib import Path

import pytest

from brikks_site.config import storage
from brikks_site.config.addresses import silent_service, wrong_url


def test_sqlite_is_set_up_for_several_writers(tmp_path: Path) -> None:
    chosen = storage.database("", tmp_path)
    assert chosen["NAME"] == tmp_path / "brikks.sqlite3"
    assert chosen["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert chosen["OPTIONS"]["timeout"] == 20
    assert "journal_mode = WAL" in chosen["OPTIONS"]["init_command"]
    assert "synchronous = FULL" in chosen["OPTIONS"]["init_command"]


def test_postgresql_is_taken_from_its_address(tmp_path: Path) -> None:
    chosen = storage.database("postgres://club:a%2Fb@db.example:5433/brikks?sslmode=require", tmp_path)
    assert chosen["ENGINE"] == "django.db.backends.postgresql"
    assert (chosen["HOST"], chosen["PORT"], chosen["NAME"]) == ("db.example", 5433, "brikks")
    assert (chosen["USER"], chosen["PASSWORD"]) == ("club", "a/b")
    assert chosen["OPTIONS"] == {"connect_timeout": 5, "sslmode": "require", "options": "-c lock_timeout=20s"}


@pytest.mark.parametrize(
    ("query", "options"),
    [
        ("options=-c%20statement_timeout%3D60s", "-c lock_timeout=20s -c statement_timeout=60s"),
        ("options=-c%20lock_timeout%3D5s", "-c lock_timeout=20s -c lock_timeout=5s"),
        ("options=", "-c lock_timeout=20s"),
    ],
)
def test_what_an_address_sets_is_added_to_the_limit_on_waiting(tmp_path: Path, query: str, options: str) -> None:
    chosen = storage.database(f"postgres://club@db.example/brikks?{query}", tmp_path)
    assert chosen["OPTIONS"]["options"] == options
    assert chosen["OPTIONS"]["connect_timeout"] == 5


def test_the_cache_is_in_memory_unless_there_is_redis() -> None:
    assert storage.cache("", "brikks:")["BACKEND"].endswith(".LocMemCache")
    shared = storage.cache("redis://localhost:6379/1", "club:")
    assert shared["BACKEND"].endswith(".RedisCache")
    assert shared["KEY_PREFIX"].startswith("club:")


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"DATABASE_URL": "", "REDIS_URL": ""},
        {"DATABASE_URL": "postgresql://club:a%2Fb@db.example/brikks?sslmode=require"},
        {"REDIS_URL": "unix:///run/redis.sock"},
    ],
)
def test_addresses_that_can_be_meant_are_taken(environment: dict[str, str]) -> None:
    assert wrong_url(environment) is None


def test_a_service_that_is_silent_is_named_without_its_password() -> None:
    environment = {
        "DATABASE_URL": "postgres://club:my-secret@127.0.0.1:1/brikks",
        "REDIS_URL": "unix:///run/redis.sock",
    }
    assert silent_service(environment, "REDIS_URL") is None
    assert silent_service(environment, "DATABASE_URL") == (
        "Nothing answers at 127.0.0.1:1, where DATABASE_URL should be. Set DATABASE_URL to one that runs."
    )
