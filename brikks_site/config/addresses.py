"""The addresses in the environment, as far as they can be judged without talking to anybody: that under which people
reach the site, that to which checkpoints are sent, those of PostgreSQL and Redis.

Standard library only: `./run` looks before it starts Django, and the settings look again for everything else. What is
said repeats nothing of an address but host and port, since it may hold a password.
"""

import socket
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

PUBLIC_URL: Final = "BRIKKS_PUBLIC_URL"
HSTS_SECONDS: Final = 365 * 24 * 60 * 60
"""The seconds for which a browser that has been here over https comes in no other way."""
WITHOUT_TLS: Final = [r"^healthz$", r"^readyz$", r"^metrics$"]
"""What is asked on this machine itself, without the proxy that speaks TLS."""


def wrong_public_url(url: str) -> str | None:
    """What is wrong with the address, in a sentence."""
    if not url:
        return None
    try:
        parts = urlsplit(url)
        is_whole = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
    except ValueError:
        is_whole = False
    if not is_whole or parts.path not in {"", "/"} or parts.query or parts.fragment or "@" in parts.netloc:
        return f"{PUBLIC_URL} must be an address without a path, as in https://club.example."
    return None


def public_host(url: str) -> str:
    """The name or address in it, as a Host header writes it; empty without one."""
    host = urlsplit(url).hostname or ""
    return f"[{host}]" if ":" in host else host


LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def wrong_webhook(url: str) -> str | None:
    """What is wrong with the address, in a sentence that repeats nothing of it: it may hold a secret."""
    if not url:
        return None
    try:
        parts = urlsplit(url)
        is_safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK)
        is_whole = bool(parts.hostname) and parts.port != 0 and "@" not in parts.netloc
    except ValueError:
        is_safe = is_whole = False
    if not (is_safe and is_whole):
        return "BRIKKS_CHECKPOINT_WEBHOOK must be an https address without a login, or an http one on this machine."
    return None


LOCAL = {
    "DATABASE_URL": "postgres://postgres@127.0.0.1:5432/brikks",
    "REDIS_URL": "redis://127.0.0.1:6379/1",
}
"""What tests use when nothing else is named."""
SCHEMES = {
    "DATABASE_URL": ("postgres://", "postgresql://"),
    "REDIS_URL": ("redis://", "rediss://", "unix://"),
}
PORTS = {"DATABASE_URL": 5432, "REDIS_URL": 6379}
OTHERWISE = "Leave it out for what ./run brings along."


def wrong_url(environment: Mapping[str, str]) -> str | None:
    """What is wrong with the first address that is, in a sentence."""
    problems = (_problem_of(variable, environment.get(variable, "")) for variable in SCHEMES)
    return next((problem for problem in problems if problem), None)


def _problem_of(variable: str, url: str) -> str | None:
    if not url:
        return None
    if not url.startswith(SCHEMES[variable]):
        return f"{variable} must begin with {' or '.join(SCHEMES[variable])}. {OTHERWISE}"
    if not _is_parseable(url):
        return f"{variable} cannot be read; odd characters in its password have to be percent-encoded. {OTHERWISE}"
    if variable == "DATABASE_URL" and not urlsplit(url).path.strip("/"):
        return "DATABASE_URL must name a database, as in postgres://user@host:5432/brikks."
    return None


def _is_parseable(url: str) -> bool:
    try:
        return urlsplit(url).port != 0
    except ValueError:
        return False


def silent_service(environment: Mapping[str, str], *variables: str) -> str | None:
    """The first of these services that nobody answers for, in a sentence; sockets in the file system are trusted."""
    for variable in variables:
        url = urlsplit(environment[variable])
        host, port = url.hostname, url.port or PORTS[variable]
        if host and not _is_answered(host, port):
            return f"Nothing answers at {host}:{port}, where {variable} should be. Set {variable} to one that runs."
    return None


def _is_answered(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=5).close()
    except OSError:
        return False
    return True
