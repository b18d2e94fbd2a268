"""Who takes part in a tournament and by what name, who else could be entered, and what is stored of an account's
part in tournaments."""

from typing import Final, NamedTuple

from django.db.models import QuerySet

from engine.protocol import Json
from engine.records import DEFAULT_RULES
from engine.registry import find
from tournaments.clubs.models import ClubPerson, Membership
from tournaments.events.models import Entrant, TournamentActor, TournamentText
from tournaments.events.selectors.player_names import PlayerName, names_in, names_of
from tournaments.events.selectors.visibility import SeenTournament
from tournaments.events.situation import has_shared_deal


def entrant_names(seen: SeenTournament) -> dict[str, PlayerName]:
    """The names of all who have entered as the viewer may know them, by their ids, in the order of entering."""
    return names_in(Entrant.objects.filter(tournament=seen.tournament).order_by("number"), seen.viewer)


def active_entrants(seen: SeenTournament) -> list[str]:
    """The ids of those who have not left, in the order of entering."""
    entrants = Entrant.objects.filter(tournament=seen.tournament, left_round=None).order_by("number")
    return list(entrants.values_list("pk", flat=True))


def export_tournaments(account: int) -> Json:
    """Every tournament that knows the account, with the ids under which its log does; and the account's words there."""
    entries = {
        entrant.tournament_id: entrant for entrant in Entrant.objects.filter(account=account).order_by("tournament")
    }
    actors = dict(TournamentActor.objects.filter(account=account).values_list("tournament", "name"))
    texts = TournamentText.objects.filter(author=account).order_by("pk")
    return {
        "tournaments": [_exported(name, actors.get(name), entries.get(name)) for name in sorted({*entries, *actors})],
        "tournament_texts": list(texts.values("tournament", "sha256", "text")),
    }


def _exported(tournament: str, actor: str | None, entrant: Entrant | None) -> Json:
    told: Json = {"tournament": tournament, "actor": actor}
    if entrant is None:
        return told
    rounds = {"joined_round": entrant.joined_round, "left_round": entrant.left_round}
    return {**told, "entrant": entrant.pk, "number": entrant.number, **rounds}


ENTRANTS_PER_PAGE: Final = 50
MOST_OFFERED: Final = 500
"""How many members are offered to be entered; others by the name of their account."""


class EntrantLine(NamedTuple):
    """Somebody who has entered."""

    id: str
    number: int
    player: PlayerName
    is_in: bool
    is_checked_in: bool
    is_bot: bool


class EntrantsPage(NamedTuple):
    """Some of those who have entered, in the order of entering."""

    entrants: list[EntrantLine]
    number: int
    has_more: bool


def entrants_page(seen: SeenTournament, number: int) -> EntrantsPage:
    """A page of those who have entered, those who have left included."""
    number = max(number, 1)
    every = Entrant.objects.filter(tournament=seen.tournament).select_related("account", "person").order_by("number")
    rows = list(every[(number - 1) * ENTRANTS_PER_PAGE : number * ENTRANTS_PER_PAGE + 1])
    names = names_of(rows[:ENTRANTS_PER_PAGE], seen.viewer)
    shown = [
        EntrantLine(row.pk, row.number, names[row.pk], row.left_round is None, row.is_checked_in, bool(row.bot))
        for row in rows[:ENTRANTS_PER_PAGE]
    ]
    return EntrantsPage(shown, number, len(rows) > ENTRANTS_PER_PAGE)


class EntryCandidates(NamedTuple):
    """Who could be entered."""

    members: list[Membership]
    persons: list[ClubPerson]
    bots: list[str]


def entry_candidates(seen: SeenTournament) -> EntryCandidates:
    """Members who have not entered, people of the club without an account where they can play, and bots."""
    tournament = seen.tournament
    entered = Entrant.objects.filter(tournament=tournament)
    members = Membership.objects.filter(club=tournament.club_id, account__is_active=True)
    members = members.exclude(account__in=entered.filter(account__isnull=False).values("account"))
    members = members.select_related("account").order_by("account__display_name", "pk")
    bots = [] if seen.settings.is_rated else sorted(find(seen.settings.key, DEFAULT_RULES).bots)
    return EntryCandidates(list(members[:MOST_OFFERED]), _persons_to_enter(seen, entered), bots)


def _persons_to_enter(seen: SeenTournament, entered: QuerySet[Entrant]) -> list[ClubPerson]:
    if has_shared_deal(seen.tournament):
        return []
    persons = ClubPerson.objects.filter(club=seen.tournament.club_id, account=None)
    persons = persons.exclude(pk__in=entered.filter(person__isnull=False).values("person"))
    return list(persons.order_by("name", "pk")[:MOST_OFFERED])
