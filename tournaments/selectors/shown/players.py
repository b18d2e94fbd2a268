"""Who takes part in a tournament, by the names that pages give them."""

from tournaments.models import Entrant
from tournaments.selectors.players import PlayerName, names_in
from tournaments.selectors.tournaments import SeenTournament


def players_of(seen: SeenTournament) -> dict[str, PlayerName]:
    """The names of all who have entered as the viewer may know them, by their ids, in the order of entering."""
    return names_in(Entrant.objects.filter(tournament=seen.tournament).order_by("number"), seen.viewer)


def still_in(seen: SeenTournament) -> list[str]:
    """The ids of those who have not left, in the order of entering."""
    entrants = Entrant.objects.filter(tournament=seen.tournament, left_round=None).order_by("number")
    return list(entrants.values_list("pk", flat=True))
