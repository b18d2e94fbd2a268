"""The log of a tournament as it is stored: every link, every text, every column beside it, and how much is covered."""

from typing import Any, Final, NamedTuple

from django.db.models import Max

from engine.errors import Refused, as_json
from engine.log import FIRST_PREVIOUS, chain_hash, is_id, read_body
from engine.protocol import Json
from games.integrity.audit.chain import are_tied
from games.log.entries import LONGEST_COMMAND_ID, SYSTEM, Link
from tournaments.audit.findings import TournamentFindings
from tournaments.events.event_kinds import CREATED
from tournaments.events.log.event_store import link_of
from tournaments.events.models import Tournament, TournamentEvent
from tournaments.events.projections.handlers import HANDLERS


class StoredEvent(NamedTuple):
    """A stored event."""

    seq: Any
    kind: Any
    body: Any
    actor: Any
    at: Any
    command_id: Any
    command_hash: Any
    prev_hash: Any
    hash: Any


_COLUMNS: Final = ("seq", "kind", "actor", "at")


def check_chain(found: TournamentFindings, tournament: Tournament) -> list[Link] | None:
    """Follow a chain from its first link to the end that the tournament's row names; its events, None if something in
    it cannot be believed."""
    stored = TournamentEvent.objects.filter(tournament=tournament).order_by("seq").values_list(*StoredEvent._fields)
    links: list[Link] = []
    before = StoredEvent(0, "", "", "", "", None, None, "", FIRST_PREVIOUS)
    for values in stored.iterator():
        row = StoredEvent(*values)
        if link := _check_event(found, row, before):
            links.append(link)
        before = row
    _check_end(found, tournament, before)
    return None if found.findings else links


def _check_event(found: TournamentFindings, row: StoredEvent, before: StoredEvent) -> Link | None:
    """Name everything that is wrong with an event; itself, if it can be read."""
    if row.seq != before.seq + 1:
        found.add("chain/gap", f"After event {before.seq} comes {as_json(row.seq)}.", row.seq)
    elif row.prev_hash != before.hash:
        found.add("chain/previous", "The previous hash is not the hash of the event before.", row.seq)
    if row.hash != chain_hash(row.prev_hash, row.body):
        found.add("chain/hash", "The hash does not belong to the stored text and the events before it.", row.seq)
    if isinstance(row.at, str) and row.at < before.at:
        found.add("chain/time", f"It is said to have happened at {row.at}, before the event before it.", row.seq)
    _check_command(found, row, before)
    try:
        body = read_body(row.body)
    except Refused as refusal:
        found.add("chain/body", refusal.sentence, row.seq)
        return None
    _check_columns(found, row, body)
    return link_of(row.seq, row.body, body, row.prev_hash, row.hash)


def _check_columns(found: TournamentFindings, row: StoredEvent, body: Json) -> None:
    """The columns beside the text must say what it says, and it must be an event of this tournament."""
    for column in _COLUMNS:
        told, said = getattr(row, column), body[column]
        if told != said:
            sentence = f"The column “{column}” says {as_json(told)}, the stored text {as_json(said)}."
            found.add(f"column/{column}", sentence, row.seq)
    if body["game"] != found.tournament or body["seat"] is not None:
        found.add("column/tournament", f"The stored text is one of {as_json(body['game'])}.", row.seq)
    if body["kind"] not in HANDLERS or (body["kind"] == CREATED) != (body["seq"] == 1):
        found.add("rules/kind", f"Here nothing of the kind {as_json(body['kind'])} can have happened.", row.seq)


def _check_command(found: TournamentFindings, row: StoredEvent, before: StoredEvent) -> None:
    """The first event of a command names it; those that follow have the same time."""
    name, digest = row.command_id, row.command_hash
    if name is None and digest is None:
        if row.actor != SYSTEM and row.at != before.at:
            found.add("column/command", "It answers a command, but none is named.", row.seq)
    elif not is_id(name) or len(name) > LONGEST_COMMAND_ID or not isinstance(digest, str):
        found.add("column/command", "The name or the hash of its command is none.", row.seq)
    elif not are_tied([row.hash], [name], [digest]):
        found.add("column/command", "The command that it names is not the one that it was made by.", row.seq)


def _check_end(found: TournamentFindings, tournament: Tournament, last: StoredEvent) -> None:
    if not last.seq:
        found.add("chain/empty", "The tournament has a row but no log.")
        return
    for column, ends in (("seq", last.seq), ("head_hash", last.hash), ("last_at", last.at)):
        stored = getattr(tournament, column)
        if stored != ends:
            sentence = f"The row of the tournament says {as_json(stored)} for “{column}”, its log {as_json(ends)}."
            found.add(f"head/{column}", sentence, last.seq)


def check_covered(found: TournamentFindings, tournament: Tournament) -> None:
    """Checkpoints must vouch for as much of the log as the row says."""
    covered = tournament.leaves.aggregate(last=Max("seq"))["last"] or 0
    if tournament.checkpointed_seq != covered:
        sentence = f"By its row checkpoints cover {tournament.checkpointed_seq} events, by their leaves {covered}."
        found.add("head/checkpointed_seq", sentence, covered or None)
