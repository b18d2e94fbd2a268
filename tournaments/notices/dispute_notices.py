"""Who is told that a game was flagged for review, or ruled upon."""

from games.accounts.models import Actor
from games.extension import CLUB_MANAGERS, DISPUTE_OPENED, DisputeNews
from games.log.disputes import WAITING
from games.play.models import Dispute, PlayerGame
from tournaments.clubs.models import Membership
from tournaments.notices.services import FLAGGED, RULED, TO_REVIEW, notify


def notify_of_dispute(news: DisputeNews) -> None:
    """Tell those who play in the game, and of what waits for a ruling those who run its club; nobody of their own
    doing. Of a game that others must not know of yet only those hear who play it."""
    playing = set(Actor.objects.filter(game=news.game, name__in=news.actors).values_list("account", flat=True))
    told = {"game": news.game, "seq": news.seq}
    notify(_others(playing, news), FLAGGED if news.what == DISPUTE_OPENED else RULED, told)
    if news.what == DISPUTE_OPENED and news.club is not None and not news.is_secret:
        notify(_others(_organisers_of(news.club) - playing, news), TO_REVIEW, {**told, "club": news.club})


def notify_of_waiting_disputes(deal_id: str) -> None:
    """Tell those who run a club what was flagged on a shared deal before they could know of it, now that it is closed;
    whoever has played there need not be told."""
    waiting = Dispute.objects.filter(game__deal=deal_id, status=WAITING, club__isnull=False).order_by("pk")
    played = set(PlayerGame.objects.filter(game__deal=deal_id).values_list("account", flat=True))
    for club, game, seq in waiting.values_list("club", "game", "seq"):
        notify(_organisers_of(str(club)) - played, TO_REVIEW, {"game": game, "seq": seq, "club": club})


def _organisers_of(club: str) -> set[int]:
    return set(Membership.objects.filter(club=club, role__in=CLUB_MANAGERS).values_list("account", flat=True))


def _others(accounts: set[int], news: DisputeNews) -> list[int]:
    return [account for account in accounts if account is not None and account != news.by]
