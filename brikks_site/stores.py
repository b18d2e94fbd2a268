"""Where the site keeps things: PostgreSQL and Redis when they are named, else SQLite and this process's memory."""

from pathlib import Path
from typing import Any

import dj_database_url


def database(url: str, folder: Path) -> dict[str, Any]:
    """The database for Django's settings; the threads that answer requests keep their connections."""
    lasting = {"CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True}
    return {**(_postgresql(url) if url else _sqlite(folder)), **lasting}


def _sqlite(folder: Path) -> dict[str, Any]:
    """Deferred transactions fail with "database is locked" as soon as two writers meet; FULL keeps every acknowledged
    event through a power cut. What is deleted is overwritten, so that an erased account leaves nothing in free pages.
    Eight megabytes hold what the largest transaction changes; with less it is written twice.
    Tests get a file too: threads that share one in memory never really contend."""
    return {
        "ENGINE": "brikks_site.sqlite",
        "NAME": folder / "brikks.sqlite3",
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": (
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;"
                " PRAGMA cache_size = -8000"
            ),
        },
        "TEST": {"NAME": folder / "test_brikks.sqlite3"},
    }


def _postgresql(url: str) -> dict[str, Any]:
    """A server that does not answer, or a row that somebody holds, must turn into a 503, not into a hanging request."""
    parsed: dict[str, Any] = dict(dj_database_url.parse(url))
    named = parsed.get("OPTIONS", {})
    # Ours come first, so that an address can add further ones, and only what it names itself is overridden.
    options = " ".join(filter(None, ["-c lock_timeout=20s", named.get("options")]))
    return {**parsed, "OPTIONS": {"connect_timeout": 5, **named, "options": options}}


def cache(redis_url: str, prefix: str) -> dict[str, Any]:
    """The cache for Django's settings."""
    if not redis_url:
        # Requests and failed logins are counted here: a small cache would soon forget them.
        return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 200_000}}
    return {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": redis_url,
        "KEY_PREFIX": prefix + "cache",
    }
