"""Carrying out one command on a tournament: lock, know it again, decide, append; in one transaction or not at all."""

from collections.abc import Callable
from typing import NamedTuple

from games.log.event_store import CommandSignature, find_known_command
from games.log.sql import write_transaction
from games.metrics import REPEATED, count_command
from games.play.commands import Command
from games.refusals import Conflict
from tournaments.events.log.event_store import TOURNAMENT_LOGS, UnitOfWork, lock_tournament, store
from tournaments.events.log.privacy import lock_accounts
from tournaments.events.models import Tournament
from tournaments.events.permissions import may_know
from tournaments.events.refusals import no_such_tournament


class Receipt(NamedTuple):
    """What a command has made: the event, and the hash that holds it and everything before it."""

    tournament: str
    seq: int
    hash: str


def carry_out(
    tournament_id: str, command: Command, decide: Callable[[UnitOfWork], None], *others: int | None
) -> Receipt:
    """Let `decide` add to the log of a tournament; the same command again adds nothing.

    The accounts of whoever asks, and of others whom it concerns, are locked first: nobody who is being erased gets into
    a tournament. A command that has nothing to add leaves no trace, and its receipt is the end of the log.
    """
    with count_command(command.verb) as outcome:
        signature = command.signature
        with write_transaction():
            lock_accounts(command.by, *others)
            tournament = lock_tournament(tournament_id)
            if known := _known_here(tournament, command, signature):
                outcome.word = REPEATED
                return known
            draft = UnitOfWork(tournament)
            decide(draft)
            store(draft, signature)
    return receipt_of(draft)


def receipt_of(draft: UnitOfWork) -> Receipt:
    """The first event of a draft, or the end of the log if it has none."""
    tournament = draft.tournament
    if not draft.links:
        return Receipt(tournament.pk, tournament.seq, tournament.head_hash)
    return Receipt(tournament.pk, draft.links[0].seq, draft.links[0].hash)


def known_receipt(tournament_id: str, signature: CommandSignature) -> Receipt | None:
    """What a command has already made; refused if another one had the same name."""
    known = find_known_command(tournament_id, signature, TOURNAMENT_LOGS)
    return None if known is None else Receipt(tournament_id, known.seq, known.hash)


def _known_here(tournament: Tournament, command: Command, signature: CommandSignature) -> Receipt | None:
    """The same; strangers do not learn from it of a tournament that they may not know of."""
    try:
        return known_receipt(tournament.pk, signature)
    except Conflict:
        if may_know(tournament, command.by.account):
            raise
        raise no_such_tournament(tournament.pk) from None
