"""What notices name of tournaments: names, which rounds are closed, what became of results."""

from collections.abc import Collection, Mapping, Sequence

from django.db.models import QuerySet

from engine.canonical import parse_json
from engine.log import read_body
from engine.protocol import Json
from games.accounts.callers import viewer_of
from tournaments.clubs.models import Club
from tournaments.events.models import Entrant, Round, Tournament, TournamentEvent
from tournaments.events.result_words import result_words
from tournaments.events.selectors.player_names import PlayerName, names_in
from tournaments.events.statuses import CLOSED
from tournaments.events.tournament_names import name_of
from tournaments.notices.models import Notice
from tournaments.notices.services import RESULT_ENTERED


def results_in_words(notices: Sequence[Notice], told: Sequence[Json]) -> dict[int, dict[str, str]]:
    """By the notices that name an event about a result, what it became and was, in words for whoever reads them."""
    wanted = {
        notice.pk: (notice.account, data["tournament"], data["seq"])
        for notice, data in zip(notices, told, strict=True)
        if notice.kind == RESULT_ENTERED
    }
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


def names_in_notices(told: Sequence[Json]) -> dict[str, str]:
    """What the tournaments and clubs are called that some notices are about."""
    tournaments, clubs = ({data[word] for data in told if word in data} for word in ("tournament", "club"))
    names = {one.pk: name_of(one) for one in _tournaments(tournaments)} if tournaments else {}
    return {**names, **dict(Club.objects.filter(pk__in=clubs).values_list("pk", "name") if clubs else ())}


def _tournaments(wanted: Collection[str]) -> QuerySet[Tournament]:
    return Tournament.objects.filter(pk__in=wanted).select_related("division")


def closed_rounds(tournaments: Collection[str]) -> set[tuple[str, int]]:
    """The rounds of some tournaments that are closed, by tournament and number."""
    found = Round.objects.filter(tournament__in=tournaments, status=CLOSED) if tournaments else Round.objects.none()
    return set(found.values_list("tournament", "number"))


def club_zone_of(notice: Notice) -> str:
    """The time zone of the club that a notice is about; empty if it is about none."""
    tournament = parse_json(notice.data).get("tournament")
    found = Tournament.objects.filter(pk=tournament).values_list("club__time_zone", flat=True) if tournament else ()
    return next(iter(found), "")
