"""The logs of tournaments in the event store (`games.log.event_store`): which tables are theirs, and what follows from
each event that a command or a step adds to one.

The rows that follow from events are kept as they come, in the same transaction (`tournaments.events.projections`).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from engine.protocol import Json
from games.extension import LogSort
from games.log.entries import SYSTEM, Entry, Link
from games.log.event_store import CommandSignature, append_events, read_links
from games.log.pubsub import publish_events_on_commit
from games.log.unit_of_work import PendingEvents, lock_owner
from tournaments.events.models import Tournament, TournamentEvent, TournamentLeaf
from tournaments.events.projections.database import DatabaseRows
from tournaments.events.projections.handlers import project
from tournaments.events.refusals import no_such_tournament
from tournaments.events.situation import set_due

TOURNAMENT_LOGS: Final = LogSort("tournament", Tournament, TournamentEvent, TournamentLeaf)


def lock_tournament(tournament_id: Any) -> Tournament:
    """A tournament to whose log nobody else can append until the transaction ends."""
    found: Tournament | None = lock_owner(TOURNAMENT_LOGS, tournament_id)
    if found is None:
        raise no_such_tournament(tournament_id)
    return found


class UnitOfWork(PendingEvents):
    """What a command or a step has added so far to the log of a locked tournament."""

    def __init__(self, tournament: Tournament) -> None:
        super().__init__(tournament.pk, tournament.last_at)
        self.tournament = tournament

    def add(self, kind: str, data: Json, actor: str = SYSTEM) -> Link:
        """Add one entry, and bring the rows up to date with it."""
        [link] = self.add_all([(kind, data)], actor)
        return link

    def add_all(self, entries: Iterable[tuple[str, Json]], actor: str = SYSTEM) -> list[Link]:
        """The same for many at once, which is much quicker."""
        return self.add_entries(Entry(kind, None, data, actor) for kind, data in entries)

    @property
    def end(self) -> tuple[int, str]:
        """What the row says."""
        return self.tournament.seq, self.tournament.head_hash

    def take_in(self, links: Sequence[Link]) -> None:
        """Move the end in the row, and bring all other rows up to date."""
        tournament = self.tournament
        tournament.seq, tournament.head_hash, tournament.last_at = links[-1].seq, links[-1].hash, self.at
        project(DatabaseRows(tournament), links)


def store(draft: UnitOfWork, signature: CommandSignature | None = None) -> None:
    """Write everything that a draft has added, in the caller's transaction; its first event is the command's."""
    tournament = draft.tournament
    set_due(tournament)
    tournament.save()
    append_events(tournament.pk, draft.links, signature, TOURNAMENT_LOGS)
    if draft.links:
        publish_events_on_commit(tournament.pk, len(draft.links))


def read_log(tournament_id: str, *kinds: str) -> Iterator[Link]:
    """The stored events of a tournament, or those of some kinds."""
    return read_links(tournament_id, kinds, TOURNAMENT_LOGS)
