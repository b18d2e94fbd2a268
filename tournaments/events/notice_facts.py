"""What notices name of tournaments: names, which rounds are closed, what became of results; `extension` asks for it."""

from collections.abc import Collection, Mapping

from engine.log import read_body
from engine.protocol import Json
from games.accounts.callers import viewer_of
from tournaments.events.models import Entrant, Round, Tournament, TournamentEvent
from tournaments.events.result_words import result_words
from tournaments.events.selectors.player_names import PlayerName, names_in
from tournaments.events.statuses import CLOSED
from tournaments.events.tournament_names import name_of
from tournaments.extension import ResultNotice


def results_in_words(wanted: Mapping[int, ResultNotice]) -> dict[int, dict[str, str]]:
    """By the notices that name an event about a result, what it became and was, in words for whoever reads them."""
    bodies = _bodies({(tournament, seq) for _account, tournament, seq in wanted.values()})
    # Everybody who has entered is named at once, so that bots have the numbers that they have everywhere.
    names = {
        (account, tournament): names_in(
            Entrant.objects.filter(tournament=tournament).order_by("number"), viewer_of(account)
        )
        for account, tournament in {(account, tournament) for account, tournament, _seq in wanted.values()}
    }
    return {
        notice: _before_and_after(data, names[account, tournament])
        for notice, (account, tournament, seq) in wanted.items()
        if (data := bodies.get((tournament, seq))) is not None
    }


def _bodies(wanted: Collection[tuple[str, int]]) -> dict[tuple[str, int], Json]:
    """What some events of tournaments say."""
    if not wanted:
        return {}
    tournaments, numbers = zip(*wanted, strict=True)
    events = TournamentEvent.objects.filter(tournament__in=tournaments, seq__in=numbers)
    rows = events.values_list("tournament", "seq", "body")
    return {(one, at): read_body(body)["data"] for one, at, body in rows if (one, at) in wanted}


def _before_and_after(data: Json, players: Mapping[str, PlayerName]) -> dict[str, str]:
    return {"became": result_words(data, players), "was": result_words(data["was"], players)}


def names_in_notices(tournaments: Collection[str]) -> dict[str, str]:
    """What some tournaments are called; divisions of leagues in the language of whoever reads it."""
    if not tournaments:
        return {}
    found = Tournament.objects.filter(pk__in=tournaments).select_related("division")
    return {tournament.pk: name_of(tournament) for tournament in found}


def closed_rounds(tournaments: Collection[str]) -> set[tuple[str, int]]:
    """The rounds of some tournaments that are closed, by tournament and number."""
    found = Round.objects.filter(tournament__in=tournaments, status=CLOSED) if tournaments else Round.objects.none()
    return set(found.values_list("tournament", "number"))


def club_zone_of(tournament: str) -> str:
    """The time zone of the club of a tournament; empty if there is none."""
    found = Tournament.objects.filter(pk=tournament).values_list("club__time_zone", flat=True)
    return next(iter(found), "")
