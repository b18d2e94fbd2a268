"""How tasks travel from the web server and the beat to the workers: a folder of files, or Redis when it is named.

The broker is only a doorbell. What is due stands in the database, so a message may be lost or come twice.
"""

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from celery.schedules import schedule
from kombu import Queue
from kombu.transport import TRANSPORT_ALIASES

QUEUES = [Queue("clocks"), Queue("bots"), Queue("counting")]
"""Three, taken from in turn: neither bots that think nor results that are counted hold up the clocks."""
ROUTES = {
    "games.play_bots": {"queue": "bots"},
    "tournaments.count_results": {"queue": "counting"},
    "tournaments.refresh_leaderboard": {"queue": "counting"},
    "tournaments.refresh_leaderboards": {"queue": "counting"},
}


def steady_time() -> datetime:
    """A time that goes on whatever the machine's clock is set to; it is good for nothing but measuring."""
    return datetime.fromtimestamp(time.monotonic(), UTC)


SCHEDULE = {
    "tick": {"task": "games.tick", "schedule": schedule(1.0, nowfun=steady_time), "options": {"expires": 3}},
}
"""What the beat sends, and after how many seconds it is not worth doing any more. It remembers nothing: what is done
less often has its time in the database (`games/sweep.py`)."""

TRANSPORT_ALIASES["folder"] = "brikks_site.folder_broker:Transport"


def broker_url(redis_url: str) -> str:
    """Where messages go."""
    return redis_url or "folder://localhost//"


def broker_options(redis_url: str, prefix: str, folder: Path) -> dict[str, Any]:
    """How the broker is used; the folder is made when there is no Redis."""
    if redis_url:
        # Redis hands a message out again when nobody has confirmed it for this long. Only counting
        # may take longer, and whoever is called to that a second time finds that somebody is at it.
        return {"global_keyprefix": prefix, "visibility_timeout": 300, "socket_connect_timeout": 2}
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return {"folder": str(folder), "polling_interval": 0.1}
