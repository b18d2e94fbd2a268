"""Carrying out what an organiser asks for: the right is asked inside the lock, and a worker goes on from there."""

from collections.abc import Callable
from typing import Any, TypeAlias

from games.accounts.callers import Caller
from games.log.sql import write_transaction
from games.play.commands import Command
from tournaments.events.log.commands import Receipt, carry_out
from tournaments.events.log.event_store import UnitOfWork
from tournaments.events.models import Place, Round, Table, Tournament
from tournaments.events.refusals import another_round, no_such_table, own_table, wrong_moment
from tournaments.events.requirements import require_organiser
from tournaments.events.situation import latest_round
from tournaments.events.tasks import see_to_tournament

Decide: TypeAlias = Callable[[UnitOfWork, str], None]
"""Adds to a log what somebody has asked for, under their id."""


def organise(tournament_id: str, command: Command, decide: Decide) -> Receipt:
    """Let somebody who runs a tournament change something in it."""

    def as_organiser(draft: UnitOfWork) -> None:
        decide(draft, require_organiser(draft, command.by))

    with write_transaction():
        receipt = carry_out(tournament_id, command, as_organiser)
        see_to_tournament.delay_on_commit(tournament_id)
    return receipt


def new_command(command_id: str, by: Caller, verb: str, **payload: Any) -> Command:
    """What somebody asks for."""
    return Command(command_id, by, verb, payload)


def require_round(draft: UnitOfWork, *statuses: str) -> Round:
    """The latest round, refused unless it is as far as that."""
    latest = latest_round(draft.tournament)
    if latest is None or latest.status not in statuses:
        raise wrong_moment()
    return latest


def require_seen(draft: UnitOfWork, number: int | None) -> None:
    """Refuse what somebody says of the latest round if another has followed since they looked."""
    if number is not None and number != draft.tournament.round:
        raise another_round()


def find_table(tournament: Tournament, by: int | None, number: Any, round_number: Any) -> Table:
    """A table of a tournament, in the latest round unless another one is named, at which whoever asks does not sit
    themselves."""
    at_round = tournament.round if round_number is None else round_number
    if type(number) is not int or type(at_round) is not int:
        raise no_such_table(number)
    played = Round.objects.filter(tournament=tournament, number=at_round)
    found = Table.objects.select_related("round__tournament").filter(round__in=played, number=number).first()
    if found is None:
        raise no_such_table(number)
    if by is not None and Place.objects.filter(table=found, entrant__account=by).exists():
        raise own_table()
    return found
