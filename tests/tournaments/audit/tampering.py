"""Changing the log of a tournament as somebody could who holds the whole database, where no guard is in the way."""

import json
from typing import Any

from engine.log import chain_hash
from games.log.event_store import CommandSignature, tie_command
from tournaments.events.models import Tournament, TournamentEvent


def event(tournament: str, seq: int) -> TournamentEvent:
    """A stored event."""
    return TournamentEvent.objects.get(tournament=tournament, seq=seq)


def change(tournament: str, at: int, /, **columns: Any) -> None:
    """Change the columns of one event."""
    TournamentEvent.objects.filter(tournament=tournament, seq=at).update(**columns)


def rewrite(tournament: str, first: int, *bodies: dict[str, Any]) -> None:
    """Exchange one event or several in a row, and chain everything after them anew."""
    previous = event(tournament, first).prev_hash
    for stored in TournamentEvent.objects.filter(tournament=tournament, seq__gte=first).order_by("seq"):
        at = stored.seq - first
        text = json.dumps(bodies[at], sort_keys=True, separators=(",", ":")) if at < len(bodies) else stored.body
        link = chain_hash(previous, text)
        said = json.loads(text)
        columns = {name: said[name] for name in ("kind", "actor", "at")}
        tie = tied(stored, link)
        change(tournament, stored.seq, body=text, prev_hash=previous, hash=link, command_hash=tie, **columns)
        previous = link
    Tournament.objects.filter(pk=tournament).update(head_hash=previous)


def tied(stored: TournamentEvent, link: str) -> str | None:
    """What ties a command to another hash."""
    if stored.command_id is None or stored.command_hash is None:
        return None
    return tie_command(CommandSignature(stored.command_id, stored.command_hash), link)


def cut(tournament: str, events: int) -> None:
    """Cut the last events off a log, and let the row of the tournament end where the log does."""
    kept = TournamentEvent.objects.filter(tournament=tournament).order_by("-seq")[events]
    TournamentEvent.objects.filter(tournament=tournament, seq__gt=kept.seq).delete()
    Tournament.objects.filter(pk=tournament).update(seq=kept.seq, head_hash=kept.hash, last_at=kept.at)
