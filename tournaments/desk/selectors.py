"""The queue of disputes: all of them for staff, those of their clubs for organisers.

A game on a shared deal that is open is known to those who play it alone, so what they flag waits until it is closed.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from engine.log import is_id
from engine.protocol import Json
from games.accounts.callers import Viewer
from games.accounts.name_visibility import known_by_name
from games.extension import CLUB_MANAGERS
from games.log.disputes import DISMISSED, FORFEITED, VOIDED, WAITING
from games.play.cards import names_by_seat, players_of
from games.play.models import Attempt, Dispute, PlayerGame
from games.refusals import Forbidden
from tournaments.clubs.models import Club, Membership
from tournaments.events.models import Tournament

PER_PAGE: Final = 25
LAST_PAGE: Final = 200
SETTLED: Final = "settled"
EVERY: Final = "all"
SHOWS: Final[dict[str, tuple[str, ...]]] = {
    WAITING: (WAITING,),
    SETTLED: (DISMISSED, VOIDED, FORFEITED),
    EVERY: (WAITING, DISMISSED, VOIDED, FORFEITED),
}
"""What the queue can be narrowed down to."""


class Queued(NamedTuple):
    """A dispute in the queue."""

    dispute: Dispute
    names: list[str]
    club: Club | None
    tournament: Tournament | None
    is_own: bool
    """Whether whoever looks plays in the game, or has played its dice, and so cannot decide about it."""

    def as_json(self) -> Json:
        """The same for the interface."""
        one = self.dispute
        return {
            "game": one.game_id,
            "dispute": one.seq,
            "at": one.at,
            "status": one.status,
            "opened_at": one.opened_at,
            "ruled_at": one.ruled_at,
            "ruling": one.ruled_seq,
            "club": one.club,
            "tournament": self.tournament.pk if self.tournament else None,
            "players": self.names,
            "is_own": self.is_own,
        }


class Queue(NamedTuple):
    """A page of the queue."""

    disputes: list[Queued]
    number: int
    has_more: bool


def queue_of(viewer: Viewer, show: str = WAITING, club: str | None = None) -> QuerySet[Dispute]:
    """The disputes that are before somebody; refused for whoever has nothing to decide anywhere."""
    mine = _clubs_run_by(viewer)
    if not viewer.is_auditor and not mine:
        raise Forbidden("desk/not-auditor", "Only those who run the site or a club have disputes to decide.")
    is_seen = Q() if viewer.is_auditor else Q(club__in=mine)
    if club:
        is_seen &= Q(club=club) if is_id(club) else Q(pk__in=())
    is_secret = Q(game__deal__is_shared=True, game__deal__closed_at=None)
    found = Dispute.objects.filter(is_seen, status__in=SHOWS.get(show, SHOWS[WAITING])).exclude(is_secret)
    return found.select_related("game__card").prefetch_related("game__players__account")


def queue_page(viewer: Viewer, show: str, club: str | None, number: int) -> Queue:
    """A page of it: what waits comes first, the oldest at the top; then what was settled, the latest at the top."""
    number = min(max(number, 1), LAST_PAGE)
    found = queue_of(viewer, show, club).order_by(F("ruled_at").desc(nulls_first=True), "opened_at", "pk")
    some = list(found[(number - 1) * PER_PAGE : number * PER_PAGE + 1])
    return Queue(read_queued(some[:PER_PAGE], viewer), number, len(some) > PER_PAGE)


def read_queued(disputes: list[Dispute], viewer: Viewer) -> list[Queued]:
    """Some disputes with what is to be known of their games, in a few queries however many they are."""
    clubs = Club.objects.in_bulk({one.club for one in disputes if one.club})
    played = {one.game.card.tournament for one in disputes if one.game.card.tournament}
    tournaments = Tournament.objects.select_related("division").in_bulk(played)
    deals = _deals_played_by(viewer, [one.game.deal_id for one in disputes])
    known = known_by_name({player.account for one in disputes for player in one.game.players.all()}, viewer)
    return [_queued(one, clubs, tournaments, viewer, deals, known) for one in disputes]


def where_played(card: Json) -> dict[str, Any]:
    """Club and tournament of a game that is before somebody; None where there is none."""
    club, tournament = card["club"], card["tournament"]
    return {
        "club": Club.objects.filter(pk=club).first() if club else None,
        "tournament": Tournament.objects.filter(pk=tournament).first() if tournament else None,
    }


def clubs_with_desk(viewer: Viewer) -> list[Club]:
    """The clubs whose disputes somebody can look at by themselves: those that they run."""
    return list(Club.objects.filter(pk__in=_clubs_run_by(viewer)).order_by("name_key"))


def count_waiting(viewer: Viewer) -> int | None:
    """How many disputes wait for somebody, without those in games of their own and on dice that they have played, which
    others decide; None for whoever has nothing to decide anywhere."""
    try:
        waiting = queue_of(viewer)
    except Forbidden:
        return None
    played = Attempt.objects.filter(account=viewer.account, deal=OuterRef("game__deal"))
    seated = PlayerGame.objects.filter(account=viewer.account, game=OuterRef("game"))
    return waiting.exclude(Exists(seated) | Exists(played)).count()


def _clubs_run_by(viewer: Viewer) -> list[str]:
    if viewer.account is None:
        return []
    own = Membership.objects.filter(account=viewer.account, role__in=CLUB_MANAGERS)
    return list(own.values_list("club", flat=True))


def _deals_played_by(viewer: Viewer, deals: Sequence[str | None]) -> set[str]:
    """On which of some shared deals somebody has a run of their own."""
    if viewer.account is None:
        return set()
    own = Attempt.objects.filter(account=viewer.account, deal__in={deal for deal in deals if deal is not None})
    return set(own.values_list("deal", flat=True))


def _queued(
    one: Dispute,
    clubs: dict[Any, Club],
    tournaments: dict[Any, Tournament],
    viewer: Viewer,
    deals: set[str],
    known: set[int],
) -> Queued:
    card, players = one.game.card, one.game.players.all()
    names = names_by_seat(players_of(players, known), len(card.levels.split(",")))
    is_own = any(player.account_id == viewer.account for player in players) or one.game.deal_id in deals
    return Queued(one, names, clubs.get(one.club), tournaments.get(card.tournament), is_own)
