"""What an operator sets about processes, checked before they begin: threads, where workers tell their metrics, and how
many games somebody may have under way."""

import re
from typing import Final, NamedTuple

from django.core.exceptions import ImproperlyConfigured

USUAL_THREADS: Final = 16
MOST_THREADS: Final = 256
CAPS: Final = {"games": 100, "bot-games": 20, "bots-only": 2}
"""How many games one account may have made that are under way: of all kinds, with bots, and among bots only."""
OFF: Final = "off"
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


def caps(said: str) -> dict[str, int | None]:
    """The caps, changed by `kind=number` with commas between them; `kind=off` or only `off` lifts them."""
    if said.strip() == OFF:
        return dict.fromkeys(CAPS)
    changed: dict[str, int | None] = dict(CAPS)
    for part in filter(None, said.replace(" ", "").split(",")):
        kind, _, number = part.partition("=")
        if kind not in CAPS or not (number == OFF or (number.isascii() and number.isdecimal())):
            raise ImproperlyConfigured(f"BRIKKS_CAPS: “{part}” is no cap; bot-games=20 is one.")
        changed[kind] = None if number == OFF else int(number)
    return changed
