"""Tables of a round that has just opened, which wait for whoever has not come."""

from games.integrity.audit.full_audit import audit
from games.integrity.checkpoints import make_checkpoints
from tests.games.clock.watch import Watch
from tests.tournaments.events.rounds.world import FIRST, announced, pass_time, settings, status

WAIT = 600
FOUR = ("Ada", "Bob", "Cleo", "Dan")


def opened(watch: Watch, *names: str, **agreed: object) -> str:
    """A tournament whose first round has just opened, with one table for these people."""
    tournament = announced(settings(**{"rounds": 1, "seats": 4, "wait": WAIT, **agreed}), *names)
    pass_time(watch, FIRST)
    assert status(tournament)[2] == "open"
    return tournament


def is_clean() -> bool:
    """Whether the audit of everything finds nothing."""
    make_checkpoints()
    return audit().findings == []
