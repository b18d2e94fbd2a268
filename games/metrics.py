"""What this process counts about games, for whoever watches the site.

How the site stands as a whole (`games.integrity.site_health`) is read from the database instead, which every process
sees alike. Nothing here names a game or a person.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from prometheus_client import Counter, Gauge, Histogram

from engine.errors import Illegal, Malformed, Refused
from games.refusals import Busy, Conflict, Forbidden, NotFound, TooMany

COMMANDS: Final = Counter(
    "brikks_commands", "Commands that were given, by what they ask for and what came of it.", ["verb", "outcome"]
)
EVENTS: Final = Counter("brikks_events_appended", "Events that were appended to logs.")
LATENESS: Final = Histogram(
    "brikks_deadline_lateness_seconds",
    "How long after its deadline a decision was taken from whoever owed it.",
    buckets=(0.5, 1.0, 2.0, 5.0, 15.0, 60.0),
)
STREAMS: Final = Gauge("brikks_streams_open", "Live streams that are open.")
STORED: Final = "stored"
REPEATED: Final = "repeated"
FAILED: Final = "failed"
_REFUSED: Final = {
    NotFound: "not-found",
    Forbidden: "forbidden",
    Conflict: "conflict",
    TooMany: "too-many",
    Busy: "busy",
    Malformed: "malformed",
    Illegal: "illegal",
}


class CommandOutcome:
    """What came of a command, as far as is known."""

    def __init__(self) -> None:
        self.word = STORED


@contextmanager
def count_command(verb: str) -> Iterator[CommandOutcome]:
    """Count one command, whatever comes of it."""
    outcome = CommandOutcome()
    try:
        yield outcome
    except Refused as refusal:
        outcome.word = next((word for kind, word in _REFUSED.items() if isinstance(refusal, kind)), "refused")
        raise
    except BaseException:
        outcome.word = FAILED
        raise
    finally:
        COMMANDS.labels(verb, outcome.word).inc()
