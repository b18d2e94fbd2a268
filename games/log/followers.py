"""Which game follows one that has waited for somebody in vain; see `games.services.following`."""

from engine.log import read_body
from games.log.fold import ABORTED_KIND, Fold
from games.models import Event
from games.statuses import ABORTED


def follower_of(game_id: str, fold: Fold) -> str | None:
    """The game in which a tournament's table goes on that was called off here; None if there is none."""
    if fold.status != ABORTED or fold.tournament is None:
        return None
    body = Event.objects.filter(game=game_id, kind=ABORTED_KIND).values_list("body", flat=True).first()
    goes_on: str | None = read_body(body)["data"].get("goes_on") if body is not None else None
    return goes_on
