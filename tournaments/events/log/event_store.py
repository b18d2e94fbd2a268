"""Appends events to the log of a locked tournament and reads them back.

A unit of work holds the events that a command or a step has added and that are not stored yet; the rows that follow
from them are kept as they come. `TOURNAMENT_LOGS` is how checkpoints know these logs: where each ends, and how much
of it is vouched for.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final

from django.db import transaction

from engine.log import is_id, read_body
from engine.protocol import Json
from games.clock.site_time import now, write_time
from games.extension import LogSort
from games.log.entries import SYSTEM, Entry, Link
from games.log.event_store import CommandSignature, chain_entries, tie_command
from games.log.pubsub import publish_on_commit
from games.metrics import EVENTS
from tournaments.events.models import Tournament, TournamentEvent, TournamentLeaf
from tournaments.events.projections.database import DatabaseRows
from tournaments.events.projections.handlers import project
from tournaments.events.refusals import no_such_tournament
from tournaments.events.situation import set_due

EVENTS_PER_STATEMENT: Final = 500
"""How many events one statement stores."""


def lock_tournament(tournament_id: Any) -> Tournament:
    """A tournament to whose log nobody else can append until the transaction ends."""
    found = Tournament.objects.select_for_update().filter(pk=tournament_id).first() if is_id(tournament_id) else None
    if found is None:
        raise no_such_tournament(tournament_id)
    return found


class UnitOfWork:
    """What a command or a step has added so far to the log of a locked tournament."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.links: list[Link] = []
        self.now = now()
        # A clock that was set back must not make the log run backwards.
        self.at = max(write_time(self.now), tournament.last_at)

    def add(self, kind: str, data: Json, actor: str = SYSTEM) -> Link:
        """Add one entry, and bring the rows up to date with it."""
        [link] = self.add_all([(kind, data)], actor)
        return link

    def add_all(self, entries: Iterable[tuple[str, Json]], actor: str = SYSTEM) -> list[Link]:
        """The same for many at once, which is much quicker."""
        tournament = self.tournament
        fresh = [Entry(kind, None, data, actor) for kind, data in entries]
        links = list(chain_entries(tournament.pk, tournament.seq, tournament.head_hash, fresh, self.at))
        if links:
            tournament.seq, tournament.head_hash, tournament.last_at = links[-1].seq, links[-1].hash, self.at
            project(DatabaseRows(tournament), links)
            self.links += links
        return links


def store(draft: UnitOfWork, signature: CommandSignature | None = None) -> None:
    """Write everything that a draft has added, in the caller's transaction; its first event is the command's."""
    tournament = draft.tournament
    set_due(tournament)
    tournament.save()
    events = [_event(tournament, link, signature if at == 0 else None) for at, link in enumerate(draft.links)]
    TournamentEvent.objects.bulk_create(events, batch_size=EVENTS_PER_STATEMENT)
    if draft.links:
        transaction.on_commit(partial(EVENTS.inc, len(draft.links)))
        publish_on_commit(tournament.pk)


def _event(tournament: Tournament, link: Link, signature: CommandSignature | None) -> TournamentEvent:
    return TournamentEvent(
        tournament=tournament,
        seq=link.seq,
        kind=link.entry.kind,
        body=link.body,
        actor=link.entry.actor,
        at=link.at,
        command_id=signature.id if signature else None,
        command_hash=tie_command(signature, link.hash) if signature else None,
        prev_hash=link.previous,
        hash=link.hash,
    )


def read_log(tournament_id: str, *kinds: str) -> Iterator[Link]:
    """The stored events of a tournament, or those of some kinds."""
    found = TournamentEvent.objects.filter(tournament=tournament_id, **({"kind__in": kinds} if kinds else {}))
    rows = found.order_by("seq").values_list("seq", "body", "prev_hash", "hash")
    for seq, body, previous, link in rows.iterator():
        yield link_of(seq, body, read_body(body), previous, link)


def link_of(seq: int, text: str, body: Json, previous: str, link: str) -> Link:
    """An event in its place in the chain."""
    entry = Entry(body["kind"], body["seat"], body["data"], body["actor"])
    return Link(seq, entry, body["at"], text, previous, link)


TOURNAMENT_LOGS: Final = LogSort("tournament", Tournament, TournamentEvent, TournamentLeaf)
