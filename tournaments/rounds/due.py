"""When the sweep sees to a tournament next: a column that follows from the rows, set with every change of them."""

from tournaments.models import Tournament
from tournaments.rounds.situations import situation_of
from tournaments.rounds.stepping import next_due


def set_due(tournament: Tournament) -> None:
    """Say in the row of a tournament when there is something to do; whoever holds it saves it."""
    tournament.due_at = next_due(situation_of(tournament))
