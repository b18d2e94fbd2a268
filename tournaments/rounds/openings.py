"""The event by which a round was opened, read back: the games of the round name it."""

from typing import NamedTuple

from engine.log import read_body
from tournaments.log import kinds
from tournaments.models import TournamentEvent


class Opening(NamedTuple):
    """The event that has opened a round, or opened it again: the games that it makes name it."""

    seq: int
    hash: str
    absent: frozenset[str]
    """Those who were not there any more, and for whom the games of the round have no seat."""


def opening_of(tournament_id: str, number: int) -> Opening:
    """The event by which a round was opened, the last time if it was more than once."""
    found = TournamentEvent.objects.filter(
        tournament=tournament_id, kind__in=(kinds.ROUND_OPENING, kinds.ROUND_REOPENED)
    ).order_by("-seq")
    last: TournamentEvent | None = None
    absent: set[str] = set()
    for event in found.iterator(chunk_size=1):
        said = read_body(event.body)["data"]
        if said["round"] != number:
            continue
        last = last or event
        absent.update(said["absent"])
        if event.kind == kinds.ROUND_OPENING:
            return Opening(last.seq, last.hash, frozenset(absent))
    raise LookupError(f"round {number} of {tournament_id} was never opened")
