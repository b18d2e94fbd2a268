"""What an operator sets about processes, checked before they begin: threads, and where workers tell their metrics."""

import re
from typing import Final, NamedTuple

from django.core.exceptions import ImproperlyConfigured

USUAL_THREADS: Final = 16
MOST_THREADS: Final = 256
THIS_MACHINE: Final = "127.0.0.1"
_ADDRESS: Final = re.compile(r"(?:([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]):)?([0-9]{1,5})")


def web_threads(said: str) -> int:
    """How many requests a web server answers at once, and so how many connections to the database it holds at most."""
    if not said:
        return USUAL_THREADS
    number = int(said) if said.isascii() and said.isdigit() and len(said) <= len(str(MOST_THREADS)) else 0
    if not 1 <= number <= MOST_THREADS:
        raise ImproperlyConfigured(f"BRIKKS_WEB_THREADS must be a whole number from 1 to {MOST_THREADS}.")
    return number


class Place(NamedTuple):
    """Where a process listens."""

    host: str
    port: int


def worker_metrics(said: str) -> Place | None:
    """Where a worker tells its metrics, None for nowhere; a port alone is one of this machine's."""
    if not said:
        return None
    found = _ADDRESS.fullmatch(said)
    if found is None or not 1 <= int(found[2]) <= 65535:
        raise ImproperlyConfigured("BRIKKS_WORKER_METRICS must be a host and a port, as in 127.0.0.1:9464.")
    return Place((found[1] or THIS_MACHINE).strip("[]"), int(found[2]))
