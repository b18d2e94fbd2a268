"""Where the site keeps things: PostgreSQL and Redis when they are named, else SQLite and this process's memory; and the
file with its secret key, which is made on the first start and which only its owner can read.

A key file that is damaged is refused, and never replaced: with another key everybody would be logged out, and what was
sealed with the old one would not be believed any more.
"""

import secrets
from pathlib import Path
from typing import Any, Final

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from games.keys import sources


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


SHORTEST: Final = 50
"""Characters of a key that cannot be guessed, as Django has it; ours have 67."""


def secret_key(path: Path) -> str:
    """Read the key, making it first if there is none."""
    content = sources.read_or_make(path, lambda: secrets.token_urlsafe(SHORTEST).encode("ascii") + b"\n")
    key = content.strip()
    # What was cut off has lost its end of line, if nothing else.
    if len(key) < SHORTEST or not content.endswith(b"\n") or not _is_text(key):
        raise ImproperlyConfigured(
            f"{sources.file(path)} does not hold a whole secret key, which is a line of at least {SHORTEST} characters"
            " of ASCII. Put it back from the backup of your keys, or its text into DJANGO_SECRET_KEY."
        )
    return key.decode("ascii")


def _is_text(key: bytes) -> bool:
    return key.isascii() and key.decode("ascii").isprintable()
