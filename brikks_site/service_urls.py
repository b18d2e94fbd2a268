"""The addresses of PostgreSQL and Redis in the environment, as far as they can be judged without talking to either.

Standard library only: `./run` looks before it starts Django, and the settings look again for everything else. What is
said repeats nothing of an address but host and port, since it may hold a password.
"""

import socket
from collections.abc import Mapping
from urllib.parse import urlsplit

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
