"""How a season came out, for drafting the next: everybody's place in each division, and who has withdrawn."""

from collections.abc import Mapping, Sequence

from tournaments.leagues.moving import Borders, Finisher, ways
from tournaments.leagues.players import PlayerKey, Present
from tournaments.models import Club, Division, Entrant, Season, Tournament
from tournaments.selectors.tournaments import load_history, settings_of
from tournaments.standings import Standing, standings
from tournaments.standings.breaks.lots import lot_of


def finishers_of(season: Season) -> list[list[Finisher]]:
    """Everybody by their place, division by division from the top; whose account was erased counts as withdrawn."""
    divisions = season.divisions.select_related("tournament").order_by("rank")
    return [_finishers(division.tournament) for division in divisions]


def players_of(season: Season) -> dict[str, PlayerKey]:
    """Who is behind the names that `finishers_of` gives."""
    entrants = Entrant.objects.filter(tournament__division__season=season)
    return {player.text: player for player in map(player_of, entrants)}


def player_of(entrant: Entrant) -> PlayerKey:
    """Who an entrant is beyond the tournament."""
    return PlayerKey(entrant.account_id, entrant.person_id, entrant.bot, entrant.pk)


def present_in(club: Club) -> Present:
    """Who can play in the leagues of a club."""
    members = club.memberships.filter(account__is_active=True)
    persons = club.persons.filter(account=None)
    return Present(set(members.values_list("account", flat=True)), set(persons.values_list("pk", flat=True)))


def _finishers(tournament: Tournament) -> list[Finisher]:
    entrants = {entrant.pk: entrant for entrant in tournament.entrants.all()}
    table = standings(settings_of(tournament), load_history(tournament), explained=())
    return [finisher_of(entrants[row.entrant], row.place, tournament.seed) for row in table]


def finisher_of(entrant: Entrant, place: int, seed: str) -> Finisher:
    """How somebody came out of a division, or stands in it."""
    player = player_of(entrant)
    is_out = entrant.left_round is not None or not player.is_anybody
    return Finisher(player.text, place, lot_of(seed, entrant.number), is_out)


def ways_in(
    division: Division, number: int, borders: Borders, table: Sequence[Standing], entrants: Mapping[str, Entrant]
) -> dict[str, str]:
    """By entrants, where each would play next as a table of their division stands, which is one of so many."""
    seed = division.tournament.seed
    finishers = {row.entrant: finisher_of(entrants[row.entrant], row.place, seed) for row in table}
    moves = ways([*finishers.values()], borders, is_first=division.rank == 1, is_last=division.rank == number)
    way = {move.player: move.way for move in moves}
    return {entrant: way[finisher.player] for entrant, finisher in finishers.items()}
