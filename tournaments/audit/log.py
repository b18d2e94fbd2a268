"""The log of a tournament as it is stored: its chain, what its events can be, where it ends, and how much of it is
covered."""

from typing import Any, Final

from django.db.models import Max

from engine.errors import as_json
from engine.log import is_id
from games.integrity.audit.chain import AuditedLogs, EventRow, Log, are_tied, check_chain
from games.log.entries import LONGEST_COMMAND_ID, SYSTEM, Entry, Link
from games.log.log_sorts import statements_of
from games.log.steady_reads import stream_few
from tournaments.audit.findings import TournamentFindings
from tournaments.events.event_kinds import CREATED
from tournaments.events.log.event_store import TOURNAMENT_LOGS
from tournaments.events.models import Tournament
from tournaments.events.projections.handlers import HANDLERS

_LOG: Final = statements_of(TOURNAMENT_LOGS).select_for_audit.format(f"{TOURNAMENT_LOGS.column} = %s")


def _find_rules(kind: Any, created: Any) -> None:
    """There are none: no event of a tournament is one of the rules of a game."""


def _are_commands_sound(columns: tuple[Any, ...]) -> bool:
    rows = list(zip(*columns, strict=True))
    pairs = zip(rows, (None, *rows[:-1]), strict=True)
    is_wrong = any(_wrong_command(seq, row, before) for seq, (row, before) in enumerate(pairs, 1))
    return not is_wrong and are_tied(*columns[8:])


def _wrong_command(seq: int, row: EventRow, before: EventRow | None) -> str | None:
    """The first event of a command names it; those that follow have the same time."""
    actor, at, name, digest = row[4], row[5], *row[9:]
    if name is None and digest is None:
        is_following = before is not None and at == before[5]
        return None if actor == SYSTEM or is_following else "It answers a command, but none is named."
    if not is_id(name) or len(name) > LONGEST_COMMAND_ID or not isinstance(digest, str):
        return "The name or the hash of its command is none."
    return None


_TOURNAMENTS: Final = AuditedLogs(TOURNAMENT_LOGS, _find_rules, _are_commands_sound, _wrong_command)


def check_log(found: TournamentFindings, tournament: Tournament) -> list[Link] | None:
    """Follow a chain from its first link to the end that the tournament's row names; its events, None if something in
    it cannot be believed."""
    rows: list[EventRow] = list(stream_few(_LOG, [tournament.pk]))
    if not rows:
        found.add("chain/empty", "The tournament has a row but no log.")
        return None
    last = rows[-1]
    log = check_chain(found, rows, _TOURNAMENTS)
    _check_kinds(found, log)
    _check_end(found, tournament, last)
    return None if found.findings else _links(rows, log)


def _check_kinds(found: TournamentFindings, log: Log) -> None:
    """Every event must be one that a tournament knows, and only the first one its beginning."""
    for seq, kind in zip(log.seqs, log.kinds, strict=True):
        if kind not in HANDLERS or (kind == CREATED) != (seq == 1):
            found.add("rules/kind", f"Here nothing of the kind {as_json(kind)} can have happened.", seq)


def _check_end(found: TournamentFindings, tournament: Tournament, last: EventRow) -> None:
    for column, ends in (("seq", last[1]), ("head_hash", last[8]), ("last_at", last[5])):
        stored = getattr(tournament, column)
        if stored != ends:
            sentence = f"The row of the tournament says {as_json(stored)} for “{column}”, its log {as_json(ends)}."
            found.add(f"head/{column}", sentence, last[1])


def _links(rows: list[EventRow], log: Log) -> list[Link]:
    return [
        Link(row[1], Entry(row[2], None, data, row[4]), row[5], row[6], row[7], row[8])
        for row, data in zip(rows, log.events, strict=True)
    ]


def check_covered(found: TournamentFindings, tournament: Tournament) -> None:
    """Checkpoints must vouch for as much of the log as the row says."""
    covered = tournament.leaves.aggregate(last=Max("seq"))["last"] or 0
    if tournament.checkpointed_seq != covered:
        sentence = f"By its row checkpoints cover {tournament.checkpointed_seq} events, by their leaves {covered}."
        found.add("head/checkpointed_seq", sentence, covered or None)
