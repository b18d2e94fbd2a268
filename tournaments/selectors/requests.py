"""Who waits to be let into a club: those who run it see everybody, everybody sees where they wait themselves."""

from typing import Any

from django.db.models import QuerySet

from engine.protocol import Json
from games.accounts.callers import Viewer
from tournaments.models import JoinRequest
from tournaments.selectors.clubs import see_club_as_runner


def see_requests(club_id: Any, viewer: Viewer) -> QuerySet[JoinRequest]:
    """Those who wait, with their accounts, the newest first; for those who run the club."""
    seen = see_club_as_runner(club_id, viewer)
    waiting = JoinRequest.objects.filter(club=seen.club, account__is_active=True)
    return waiting.select_related("account").order_by("-asked_at", "-pk")


def requests_of(viewer: Viewer) -> list[JoinRequest]:
    """Where somebody waits to be let in, with the clubs."""
    if viewer.account is None:
        return []
    return list(JoinRequest.objects.filter(account=viewer.account).select_related("club").order_by("asked_at", "pk"))


def about_request(request: JoinRequest) -> Json:
    """Somebody who waits, as lists show them."""
    account = request.account
    return {"handle": account.username, "name": account.display_name, "asked_at": request.asked_at}
