"""Pairs that are kept apart, as two of one family may be; whoever can read the log sees them."""

from engine.errors import Illegal
from games.accounts.callers import Caller
from games.play.commands import Command
from tournaments.log.commands import Receipt, carry_out
from tournaments.log.drafts import Draft
from tournaments.log.kinds import ALLOWED, FORBIDDEN
from tournaments.models import Entrant
from tournaments.models.tournaments import RUNNING
from tournaments.rounds.refusals import own_table
from tournaments.selectors.tournaments import forbidden_pairs
from tournaments.services.organising import UNTIL_THE_END, find_entrant, require_organiser, require_status


def forbid_pair(tournament_id: str, by: Caller, command_id: str, a: str, b: str) -> Receipt:
    """Never put two entrants at one table, from the next pairing on."""
    return _say(tournament_id, by, Command(command_id, by, "forbid-pair", [a, b]), FORBIDDEN)


def allow_pair(tournament_id: str, by: Caller, command_id: str, a: str, b: str) -> Receipt:
    """Let two entrants meet after all."""
    return _say(tournament_id, by, Command(command_id, by, "allow-pair", [a, b]), ALLOWED)


def _say(tournament_id: str, by: Caller, command: Command, kind: str) -> Receipt:
    def decide(draft: Draft) -> None:
        tournament, actor = draft.tournament, require_organiser(draft, by)
        require_status(tournament, *UNTIL_THE_END)
        pair = sorted(find_entrant(tournament, entrant).pk for entrant in command.payload)
        if pair[0] == pair[1]:
            raise Illegal("tournament/one-entrant", "Two different entrants are kept apart.")
        own = Entrant.objects.filter(pk__in=pair, account=by.account, account__isnull=False)
        # Before the start nobody knows whom they would meet.
        if tournament.status == RUNNING and own.exists():
            raise own_table()
        if (frozenset(pair) in forbidden_pairs(tournament.pk)) != (kind == FORBIDDEN):
            draft.add(kind, {"entrants": pair}, actor)

    return carry_out(tournament_id, command, decide)
